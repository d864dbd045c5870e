import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import { fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { ManagedDeckSelect } from '../managed-deck-select.tsx';
import type { OfficialDeckValues } from './official-deck-rules.ts';
import { useOfficialDeckForm } from './use-official-deck-form.ts';

interface OfficialDeckFormProps {
  decks: readonly ManagedDeck[];
  /** The official deck to edit; without one, another deck is made official. */
  edited: ManagedDeck | null;
  /** After an update, and after the decision against one. */
  onDone: () => void;
}

const COUNTED = ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[];

/** Makes a deck official, or edits one that is. */
export function OfficialDeckForm({ decks, edited, onDone }: OfficialDeckFormProps) {
  const { t, i18n } = useLingui();
  const title = useRef<HTMLInputElement>(null);
  const { values, problems, saving, change, submit } = useOfficialDeckForm(edited, onDone);
  const isEdited = edited !== null;
  useEffect(() => title.current?.focus(), []);

  const errorOf = (name: keyof OfficialDeckValues) => {
    const problem = problems[name];
    return problem && i18n._(fieldProblemText[problem]);
  };
  const text = (name: 'label' | 'title' | 'description', limit: number) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    error: errorOf(name),
    autoComplete: 'off',
    readOnly: saving,
    inputWrapperOrder: COUNTED,
    description: <LetterCounter text={values[name].trim()} limit={limit} />,
  });
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={isEdited ? t`Edit the official deck` : t`New official deck`}
    >
      <Stack>
        <ManagedDeckSelect
          label={t`Deck`}
          required
          decks={isEdited ? [edited] : decks.filter(({ is_official }) => !is_official)}
          disabled={isEdited}
          value={values.deckId}
          onChange={(deckId) => change({ deckId })}
          error={errorOf('deckId')}
        />
        {isEdited && (
          <>
            <TextInput
              {...text('title', DECK_TITLE_MAX)}
              ref={title}
              label={t`Title`}
              required
              withAsterisk={false}
            />
            <Textarea
              {...text('description', DECK_DESCRIPTION_MAX)}
              label={t`Description (optional)`}
              autosize
              minRows={2}
            />
          </>
        )}
        <TextInput
          {...text('label', OFFICIAL_LABEL_MAX)}
          label={t`Label of its button (optional)`}
          placeholder={t`Learn`}
        />
        <Group gap="sm">
          <Button type="submit" loading={saving}>
            {isEdited ? <Trans>Update the deck</Trans> : <Trans>Make it official</Trans>}
          </Button>
          {isEdited && (
            <Button variant="default" onClick={onDone}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
