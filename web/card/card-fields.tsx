import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { fieldProblemText } from '../ui/field-problem.ts';
import { AudioField } from './audio-field.tsx';
import type { CardField } from './card-rules.ts';
import type { CardForm } from './use-card-form.ts';

const MAX_ROWS = 8;

interface CardFieldsProps {
  form: CardForm;
  /** The audio that the card has so far. */
  currentAudio: string | null;
  frontRef: RefObject<HTMLTextAreaElement | null>;
}

export function CardFields({ form, currentAudio, frontRef }: CardFieldsProps) {
  const { t, i18n } = useLingui();
  const field = (name: CardField) => {
    const problem = form.problems[name];
    return {
      name,
      value: form.values[name],
      onChange: form.change(name),
      error: problem && i18n._(fieldProblemText[problem]),
      autoComplete: 'off',
      // What is typed in the meantime would be cleared together with what was sent.
      readOnly: form.saving,
    };
  };
  const text = (name: CardField) => ({ ...field(name), autosize: true, minRows: 1, maxRows: MAX_ROWS });
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        <Textarea {...text('front')} label={t`Front`} required withAsterisk={false} ref={frontRef} />
        <Textarea {...text('back')} label={t`Back`} required withAsterisk={false} />
      </SimpleGrid>
      <Textarea {...text('example_sentence')} label={t`Example sentence (optional)`} />
      <Textarea {...text('definition')} label={t`Definition (optional)`} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        <TextInput {...field('part_of_speech')} label={t`Part of speech (optional)`} />
        <TextInput {...field('level')} label={t`Level (optional)`} />
      </SimpleGrid>
      <AudioField
        choice={form.audio}
        current={currentAudio}
        onChange={form.chooseAudio}
        error={form.audioProblem}
      />
    </Stack>
  );
}
