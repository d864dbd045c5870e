import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { chooseLanguage } from '../lib/language.ts';
import { noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';

/** Each language in its own words, for a reader who does not know the other one. */
const NAME: Record<Locale, string> = { vi: 'VI – Tiếng Việt', en: 'EN – English' };

export function LanguageSwitch() {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const choose = (locale: Locale) =>
    chooseLanguage(locale).catch(() => notices.error(i18n._(noticeText.languageFailed)));
  return (
    <Button.Group aria-label={t`Language`}>
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          size="xs"
          px="xs"
          variant={locale === i18n.locale ? 'light' : 'default'}
          aria-pressed={locale === i18n.locale}
          aria-label={NAME[locale]}
          lang={locale}
          onClick={() => choose(locale)}
        >
          {locale.toUpperCase()}
        </Button>
      ))}
    </Button.Group>
  );
}
