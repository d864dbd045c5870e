import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { LOCALES, type Locale } from '../../core/locale.ts';
import { chooseLanguage } from '../lib/language.ts';
import { noticeText } from '../lib/notice-text.ts';
import { useNotices } from '../ui/notices.tsx';

/** Each language in its own words, for a reader who does not know the other one. */
export const LANGUAGE_NAME: Record<Locale, string> = { vi: 'VI – Tiếng Việt', en: 'EN – English' };

/** Changes the language, and says so when that fails. */
export function useChooseLanguage(): (locale: Locale) => Promise<void> {
  const { i18n } = useLingui();
  const notices = useNotices();
  return (locale) => chooseLanguage(locale).catch(() => notices.error(i18n._(noticeText.languageFailed)));
}

/** The one in use is filled, so that it is the stronger one in the light and in the dark. */
export function LanguageSwitch() {
  const { i18n, t } = useLingui();
  const choose = useChooseLanguage();
  return (
    <Button.Group aria-label={t`Language`}>
      {LOCALES.map((locale) => (
        <Button
          key={locale}
          size="xs"
          px="xs"
          miw={44}
          mih={44}
          variant={locale === i18n.locale ? 'filled' : 'default'}
          aria-pressed={locale === i18n.locale}
          aria-label={LANGUAGE_NAME[locale]}
          lang={locale}
          onClick={() => void choose(locale)}
        >
          {locale.toUpperCase()}
        </Button>
      ))}
    </Button.Group>
  );
}
