import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { CARD_LANGUAGES, type SideLanguage } from '../../core/deck/deck-limits.ts';

/** The list's value for the guess: null has none. */
const GUESSED = 'guessed';

interface SideLanguageFieldProps {
  label: string;
  description?: string;
  value: SideLanguage;
  onChange: (value: SideLanguage) => void;
}

/** In which language a side of the cards is read aloud. */
export function SideLanguageField({ label, description, value, onChange }: SideLanguageFieldProps) {
  const { t, i18n } = useLingui();
  // The browser knows what languages are called.
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' });
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value ?? GUESSED}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === GUESSED ? null : (currentTarget.value as NonNullable<SideLanguage>))
      }
      data={[
        { value: GUESSED, label: t`Guessed by the letters of each card` },
        ...CARD_LANGUAGES.map((language) => ({ value: language, label: names.of(language) ?? language })),
        { value: 'none', label: t`Not read aloud` },
      ]}
    />
  );
}
