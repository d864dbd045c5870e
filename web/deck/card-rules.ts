import type { FormOf } from '../../core/api.ts';
import type { CardChanges, NewCardBody } from '../../core/card/card.schema.ts';
import {
  CARD_TEXT_NAMES,
  type CardTextName,
  type CardTexts,
  cardTextMax,
  forCardTexts,
  isCardSide,
} from '../../core/contract/card-fields.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { formOf } from '../lib/call/form-of.ts';
import type { FieldProblem } from '../ui/control/field-problem.ts';

/** As typed. */
export type CardValues = Record<CardTextName, string>;

/** The audio to send: another one, none any more (null), or what there is (undefined). */
export type AudioChoice = File | null | undefined;

export type CardProblems = Partial<Record<CardTextName, FieldProblem>>;

export const NO_CARD: CardValues = forCardTexts(() => '');

export const cardValues = (card: Card): CardValues => forCardTexts((field) => card[field] ?? '');

export function checkCard(values: CardValues): CardProblems {
  const problems: CardProblems = {};
  for (const field of CARD_TEXT_NAMES) {
    const text = values[field].trim();
    if (isCardSide(field) && text === '') problems[field] = 'required';
    else if (text.length > cardTextMax(field)) problems[field] = 'long';
  }
  return problems;
}

type CardForm = NewCardBody & Pick<CardChanges, 'seen' | 'change'>;

/** The card as its editor saw it (`seenCard`), and what its other texts are. */
type ChangedCard = Pick<CardChanges, 'seen' | 'change'>;

/** The form of a card; a blank text is none. */
export const toCardForm = (
  values: CardValues,
  audio: AudioChoice,
  { seen, change }: ChangedCard = {},
): FormOf<CardForm> =>
  formOf<CardForm>(
    { ...forCardTexts((field) => values[field].trim()), seen, change },
    { audio_file: [audio] },
  );

/** The changes of a card: a form when there is a file to send, else JSON, which alone can say "no audio any more". */
export function toCardChanges(
  values: CardValues,
  audio: AudioChoice,
  changed: ChangedCard = {},
): FormOf<CardForm> | CardChanges {
  if (audio) return toCardForm(values, audio, changed);
  const kept = (field: CardTextName) => values[field].trim() || (isCardSide(field) ? '' : null);
  return {
    ...(forCardTexts(kept) as CardTexts),
    ...(audio === null && { audio_file: null }),
    ...changed,
  };
}
