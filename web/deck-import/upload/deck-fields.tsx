import { useLingui } from '@lingui/react/macro';
import { Stack, Switch, TextInput } from '@mantine/core';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { controlId, type ImportFieldsProps } from './import-fields.ts';

const look = {
  autoComplete: 'off',
  inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
    | 'label'
    | 'input'
    | 'error'
    | 'description'
  )[],
};

/** What the deck is called, and what it is for. */
export function DeckTextFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextInput
        {...look}
        id={controlId('title')}
        label={t`Title`}
        required
        withAsterisk={false}
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={problemOf('title')}
        description={<LetterCounter text={values.title.trim()} limit={DECK_TITLE_MAX} />}
      />
      <TextInput
        {...look}
        id={controlId('description')}
        label={t`Description (optional)`}
        value={values.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={problemOf('description')}
        description={<LetterCounter text={values.description.trim()} limit={DECK_DESCRIPTION_MAX} />}
      />
    </>
  );
}

/** Whether every student sees the deck, and by which button. */
export function OfficialFields({ values, change, problemOf }: ImportFieldsProps) {
  const { t } = useLingui();
  return (
    <Stack gap="sm">
      <Switch
        label={t`Official deck`}
        description={t`Every student then finds it on their page.`}
        checked={values.isOfficial}
        onChange={(event) => change({ isOfficial: event.currentTarget.checked })}
      />
      {values.isOfficial && (
        <TextInput
          {...look}
          id={controlId('label')}
          label={t`Label of its button (optional)`}
          placeholder={t`Learn`}
          value={values.label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={problemOf('label')}
          description={<LetterCounter text={values.label.trim()} limit={OFFICIAL_LABEL_MAX} />}
        />
      )}
    </Stack>
  );
}
