import { useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type RefObject, Suspense, useRef } from 'react';
import { CARD_TEXT_NAMES, CARD_TEXTS, type CardTextName, isCardSide } from '../../core/card/card-fields.ts';
import { fieldProblemText } from '../ui/field-problem.ts';
import { AudioField } from './audio-field.tsx';
import { cardFieldText } from './card-field-text.ts';
import { MarkBar } from './marks/late-marks.tsx';
import { PictureFields } from './picture/picture-fields.tsx';
import { pictureIn } from './picture/shrink-picture.ts';
import type { Pictures } from './picture/use-pictures.ts';
import type { CardForm } from './use-card-form.ts';

const MAX_ROWS = 8;

const ofKind = (kind: 'side' | 'text' | 'label'): CardTextName[] =>
  CARD_TEXT_NAMES.filter((name) => CARD_TEXTS[name].kind === kind);

interface CardInputsProps {
  form: CardForm;
  /** The audio that the card has so far. */
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
              if (!picture || !isCardSide(name)) return;
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
      <PictureFields pictures={pictures} />
      <AudioField
        choice={form.audio}
        current={currentAudio}
        onChange={form.chooseAudio}
        error={form.audioProblem}
      />
    </Stack>
  );
}
