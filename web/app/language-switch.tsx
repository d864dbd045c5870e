import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { LOCALES } from '../../core/locale.ts';
import { LANGUAGE_NAME, useChooseLanguage } from '../account/use-choose-language.ts';

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
