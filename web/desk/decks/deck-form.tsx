import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import type { NewDeckBody } from '../../../core/deck/deck.schema.ts';
import {
  CARD_LANGUAGES,
  DECK_DESCRIPTION_MAX,
  DECK_TITLE_MAX,
  type SideLanguage,
} from '../../../core/deck/deck-limits.ts';
import { TAG_LETTERS_MAX, TAGS_MAX } from '../../../core/text/tags.ts';
import { checkDeck, type DeckProblems, type DeckValues, toDeckBody } from '../../deck/deck-rules.ts';
import { ApiError } from '../../lib/call/api-client.ts';
import { type FieldProblem, fieldProblemText } from '../../ui/control/field-problem.ts';
import { LetterCounter } from '../../ui/control/letter-counter.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useFailure } from '../../ui/feedback/use-failure.ts';
import { useSubmit } from '../../ui/feedback/use-submit.ts';

/** The list's value for the guess: null has none. */
const GUESSED = 'guessed';

interface SideLanguageFieldProps {
  label: string;
  description?: string;
  value: SideLanguage;
  onChange: (value: SideLanguage) => void;
}

function SideLanguageField({ label, description, value, onChange }: SideLanguageFieldProps) {
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

function refusedFields(error: unknown): DeckProblems {
  const names = error instanceof ApiError ? Object.keys(error.errors ?? {}) : [];
  return {
    ...(names.includes('title') && { title: 'refused' }),
    ...(names.includes('description') && { description: 'refused' }),
  };
}

interface DeckFormProps {
  initial: DeckValues;
  mode: 'create' | 'edit';
  /** Rejects with the server's refusal: what was typed then stays. */
  onSave: (body: Required<NewDeckBody>) => Promise<void>;
  submitLabel: ReactNode;
  titleRef?: RefObject<HTMLInputElement | null>;
  /** Leaves the editing; absent where the form is there for nothing else. */
  onCancel?: () => void;
}

export function DeckForm({ initial, mode, onSave, submitLabel, titleRef, onCancel }: DeckFormProps) {
  const { t, i18n } = useLingui();
  const notices = useNotices();
  const failed = useFailure();
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<DeckProblems>({});
  const textOf = (problem: FieldProblem | undefined) => problem && i18n._(fieldProblemText[problem]);

  const change = (changed: Partial<DeckValues>) => {
    setValues((current) => ({ ...current, ...changed }));
    setRefused({});
  };

  const {
    submit,
    sending: saving,
    wasWrong,
  } = useSubmit({
    check: () => {
      const [firstWrong] = Object.keys(checkDeck(values));
      if (firstWrong !== undefined)
        notices.error(
          i18n._(msg`Invalid deck data: the title needs 1 to 50 characters and the description at most 100.`),
        );
      return firstWrong;
    },
    run: async () => {
      await onSave(toDeckBody(values));
      notices.success(
        i18n._(mode === 'create' ? msg`The deck has been created.` : msg`The deck has been saved.`),
      );
      if (mode === 'create') setValues(initial);
    },
    failed: (error) => {
      setRefused(refusedFields(error));
      failed(
        mode === 'create'
          ? msg({ message: 'The deck could not be created: {message}' })
          : msg({ message: 'The deck could not be saved: {message}' }),
        error,
      );
    },
  });
  const problems = { ...refused, ...(wasWrong && checkDeck(values)) };

  return (
    <form onSubmit={submit} noValidate aria-label={mode === 'create' ? t`New deck` : t`Details of the deck`}>
      <Stack>
        <TextInput
          ref={titleRef}
          name="title"
          label={t`Title`}
          required
          withAsterisk={false}
          autoComplete="off"
          readOnly={saving}
          value={values.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
          error={textOf(problems.title)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<LetterCounter text={values.title.trim()} limit={DECK_TITLE_MAX} />}
        />
        <Textarea
          name="description"
          label={t`Description (optional)`}
          autosize
          minRows={2}
          readOnly={saving}
          value={values.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          error={textOf(problems.description)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<LetterCounter text={values.description.trim()} limit={DECK_DESCRIPTION_MAX} />}
        />
        <TextInput
          name="tags"
          label={t`Tags (optional)`}
          description={t`They help you find your decks. Separate several with commas.`}
          autoComplete="off"
          readOnly={saving}
          value={values.tags}
          onChange={(event) => change({ tags: event.currentTarget.value })}
          error={problems.tags && t`At most ${TAGS_MAX} tags, each of at most ${TAG_LETTERS_MAX} letters`}
        />
        <Switch
          label={t`Show the back of the cards first`}
          description={t`Learners then see the back and recall the front.`}
          checked={values.displayBackFirst}
          onChange={(event) => change({ displayBackFirst: event.currentTarget.checked })}
        />
        <Switch
          label={t`Judge typed answers leniently`}
          description={t`Wrong accents are as good as right, and a, an, the, to, cái or con need not be typed.`}
          checked={values.lenientTyping}
          onChange={(event) => change({ lenientTyping: event.currentTarget.checked })}
        />
        <SideLanguageField
          label={t`Language of the front`}
          description={t`A card without audio is read aloud by the browser's own voice.`}
          value={values.frontLanguage}
          onChange={(frontLanguage) => change({ frontLanguage })}
        />
        <SideLanguageField
          label={t`Language of the back`}
          value={values.backLanguage}
          onChange={(backLanguage) => change({ backLanguage })}
        />
        <Group>
          {/* A new deck is what people come for; beside its cards, the details of one are not. */}
          <Button type="submit" variant={mode === 'create' || onCancel ? 'filled' : 'light'} loading={saving}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button variant="default" disabled={saving} onClick={onCancel}>
              {t`Cancel`}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
