import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OptionalCardText } from '../../core/contract/card-fields.ts';

/** The parts of speech as decks write them, in English, in full or short. */
const known: Record<string, MessageDescriptor> = {
  noun: msg({ message: 'noun', context: 'part of speech' }),
  n: msg({ message: 'noun', context: 'part of speech' }),
  verb: msg({ message: 'verb', context: 'part of speech' }),
  v: msg({ message: 'verb', context: 'part of speech' }),
  'phrasal verb': msg({ message: 'phrasal verb', context: 'part of speech' }),
  adjective: msg({ message: 'adjective', context: 'part of speech' }),
  adj: msg({ message: 'adjective', context: 'part of speech' }),
  adverb: msg({ message: 'adverb', context: 'part of speech' }),
  adv: msg({ message: 'adverb', context: 'part of speech' }),
  pronoun: msg({ message: 'pronoun', context: 'part of speech' }),
  preposition: msg({ message: 'preposition', context: 'part of speech' }),
  prep: msg({ message: 'preposition', context: 'part of speech' }),
  conjunction: msg({ message: 'conjunction', context: 'part of speech' }),
  interjection: msg({ message: 'interjection', context: 'part of speech' }),
  determiner: msg({ message: 'determiner', context: 'part of speech' }),
  phrase: msg({ message: 'phrase', context: 'part of speech' }),
  idiom: msg({ message: 'idiom', context: 'part of speech' }),
};

/** Returns each known part of speech in the user's language. */
export const partsOfSpeech = (i18n: I18n): Record<string, string> =>
  Object.fromEntries(Object.entries(known).map(([written, text]) => [written, i18n._(text)]));

/** Returns a part of speech in the user's language, or as it is written when it is not known. */
function partOfSpeech(i18n: I18n, written: string): string {
  const name = written.trim().toLowerCase().replace(/\.$/, '');
  const text = Object.hasOwn(known, name) ? known[name] : undefined;
  return text ? i18n._(text) : written;
}

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
