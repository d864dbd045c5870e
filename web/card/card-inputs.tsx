import { useLingui } from '@lingui/react/macro';
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type RefObject, Suspense, useRef } from 'react';
import {
  CARD_TEXT_NAMES,
  CARD_TEXTS,
  type CardTextName,
  isCardSide,
} from '../../core/contract/card-fields.ts';
import { cardFieldText } from '../deck/card-field-text.ts';
import type { AudioChoice } from '../deck/card-rules.ts';
import { MarkBar } from '../marks/lazy-marks.tsx';
import { AudioFileInput, AudioPlayer } from '../ui/control/audio-file-input.tsx';
import { fieldProblemText } from '../ui/control/field-problem.ts';
import { PictureFields } from './picture/picture-fields.tsx';
import { pictureIn } from './picture/shrink-picture.ts';
import type { Pictures } from './picture/use-pictures.ts';
import type { CardForm } from './use-card-form.ts';

interface AudioFieldProps {
  choice: AudioChoice;
  current: string | null;
  onChange: (choice: AudioChoice) => void;
  error: string | undefined;
}

function AudioField({ choice, current, onChange, error }: AudioFieldProps) {
  const { t } = useLingui();
  const kept = choice === undefined ? current : null;
  return (
    <Stack gap="xs">
      <AudioFileInput
        label={current ? t`Other audio (optional)` : t`Audio (optional)`}
        description={t`MP3, WAV, OGG, M4A, AAC, WebM or FLAC, at most 10 MB`}
        accept="audio/*"
        file={choice ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        error={error}
      />
      {kept && (
        <Group gap="sm">
          <AudioPlayer src={kept} label={t`Listen to the card's audio`} preload="none" />
          <Button size="xs" variant="subtle" color="red" onClick={() => onChange(null)}>
            {t`Remove the audio`}
          </Button>
        </Group>
      )}
      {choice === null && (
        <Group gap="sm" role="status">
          <Text size="sm" c="dimmed">
            {t`The audio goes when you save.`}
          </Text>
          <Button size="xs" variant="subtle" onClick={() => onChange(undefined)}>
            {t`Keep it`}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const MAX_ROWS = 8;

const ofKind = (kind: 'side' | 'text' | 'label'): CardTextName[] =>
  CARD_TEXT_NAMES.filter((name) => CARD_TEXTS[name].kind === kind);

interface CardInputsProps {
  form: CardForm;
  currentAudio: string | null;
  frontRef: RefObject<HTMLTextAreaElement | null>;
  pictures: Pictures;
}

export function CardInputs({ form, currentAudio, frontRef, pictures }: CardInputsProps) {
  const { t, i18n } = useLingui();
  const typedIn = useRef<HTMLTextAreaElement>(null);
  const typing = (event: { currentTarget: HTMLTextAreaElement }) => {
    typedIn.current = event.currentTarget;
  };
  const input = (name: CardTextName) => {
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
  const rows = { autosize: true, minRows: 1, maxRows: MAX_ROWS };
  const label = (name: CardTextName) => i18n._(cardFieldText[name]);
  const optionalLabel = (name: CardTextName) => {
    const field = label(name);
    return t`${field} (optional)`;
  };
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        {ofKind('side').map((name) => (
          <Textarea
            key={name}
            {...input(name)}
            {...rows}
            label={label(name)}
            required
            withAsterisk={false}
            ref={name === 'front' ? frontRef : undefined}
            onFocus={typing}
            onPaste={(event) => {
              const picture = pictureIn(event.clipboardData);
              // Cells of Excel come as a text, and with a picture of it.
              if (!picture || !isCardSide(name) || event.clipboardData.types.includes('text/plain')) return;
              event.preventDefault();
              pictures.choose(name, picture);
            }}
          />
        ))}
      </SimpleGrid>
      {ofKind('text').map((name) => (
        <Textarea key={name} {...input(name)} {...rows} label={optionalLabel(name)} onFocus={typing} />
      ))}
      <Suspense fallback={<div style={{ height: 44 }} />}>
        <MarkBar field={typedIn} front={frontRef} values={form.values} />
      </Suspense>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        {ofKind('label').map((name) => (
          <TextInput key={name} {...input(name)} label={optionalLabel(name)} />
        ))}
      </SimpleGrid>
      <PictureFields pictures={pictures} text={form.values.front} />
      <AudioField
        choice={form.audio}
        current={currentAudio}
        onChange={form.chooseAudio}
        error={form.audioProblem}
      />
    </Stack>
  );
}
