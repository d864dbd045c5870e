import type { FormOf } from '../../core/api.ts';
import type { Card, CardChanges, NewCardBody } from '../../core/card/card.schema.ts';
import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../../core/card/card-limits.ts';
import { formOf } from '../lib/form-of.ts';
import type { FieldProblem } from '../ui/field-problem.ts';

/** Code units that a field may hold, in the order of the form. */
const LIMITS = {
  front: CARD_SIDE_MAX,
  back: CARD_SIDE_MAX,
  example_sentence: CARD_TEXT_MAX,
  definition: CARD_TEXT_MAX,
  part_of_speech: CARD_LABEL_MAX,
  level: CARD_LABEL_MAX,
} as const;

export type CardField = keyof typeof LIMITS;
export const CARD_FIELDS = Object.keys(LIMITS) as CardField[];

/** As typed. */
export type CardValues = Record<CardField, string>;

/** The audio to send: another one, none any more (null), or what there is (undefined). */
export type AudioChoice = File | null | undefined;

export type CardProblems = Partial<Record<CardField, FieldProblem>>;

const valuesOf = (text: (field: CardField) => string): CardValues =>
  Object.fromEntries(CARD_FIELDS.map((field) => [field, text(field)])) as CardValues;

export const NO_CARD: CardValues = valuesOf(() => '');

export const cardValues = (card: Card): CardValues => valuesOf((field) => card[field] ?? '');

const isSide = (field: CardField) => field === 'front' || field === 'back';

export function checkCard(values: CardValues): CardProblems {
  const problems: CardProblems = {};
  for (const field of CARD_FIELDS) {
    const text = values[field].trim();
    if (isSide(field) && text === '') problems[field] = 'required';
    else if (text.length > LIMITS[field]) problems[field] = 'long';
  }
  return problems;
}

/** The form of a card; a blank text is none. */
export const toCardForm = (values: CardValues, audio: AudioChoice): FormOf<NewCardBody> =>
  formOf<NewCardBody>(
    valuesOf((field) => values[field].trim()),
    { audio_file: [audio] },
  );

/** The changes of a card: a form when there is a file to send, else JSON, which alone can say "no audio any more". */
export function toCardChanges(values: CardValues, audio: AudioChoice): FormOf<NewCardBody> | CardChanges {
  if (audio) return toCardForm(values, audio);
  const optional = (field: CardField) => values[field].trim() || null;
  return {
    front: values.front.trim(),
    back: values.back.trim(),
    example_sentence: optional('example_sentence'),
    definition: optional('definition'),
    part_of_speech: optional('part_of_speech'),
    level: optional('level'),
    ...(audio === null && { audio_file: null }),
  };
}
