import type { I18n } from '@lingui/core';
import type { OptionalCardText } from '../../core/contract/card-fields.ts';
import { partOfSpeech } from './part-of-speech.ts';

/** How a text below the sides is drawn: as a label, as the example, or as what gives the answer away. */
type Look = 'label' | 'example' | 'answer';

/** In the order in which they stand. */
const LOOKS: Record<OptionalCardText, Look> = {
  part_of_speech: 'label',
  level: 'label',
  example_sentence: 'example',
  definition: 'answer',
};

export type CardDetails = Partial<Record<OptionalCardText, string | null>>;

/** Returns the texts that a card has below its sides, and how each is drawn. */
export const detailsOf = (card: CardDetails, i18n: I18n): { name: string; text: string; look: Look }[] =>
  (Object.keys(LOOKS) as OptionalCardText[]).flatMap((name) => {
    const text = name === 'part_of_speech' ? card[name] && partOfSpeech(i18n, card[name]) : card[name];
    return text ? [{ name, text, look: LOOKS[name] }] : [];
  });
