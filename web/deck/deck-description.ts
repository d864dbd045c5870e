import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';

/** The decks that come with the product, by their exact titles. */
const known = new Map<string, MessageDescriptor>([
  [
    'Common English verbs',
    msg`The verbs you need most, each with a short example from daily life. A good place to begin.`,
  ],
  ['Everyday nouns', msg`Words for people, food, home, the city, the body, time and work.`],
  ['Phrases for class', msg`Sentences that students and teachers really say in an English lesson.`],
]);

const fallback = msg`A great deck to start your learning journey.`;

/**
 * Returns the description of a deck: our own translation for a known deck, else the deck's text, else an invitation.
 */
export function deckDescription(i18n: I18n, deck: Pick<OfficialDeck, 'title' | 'description'>): string {
  const own = deck.description?.trim() ?? '';
  const translated = known.get(deck.title);
  if (translated) return i18n._(translated);
  return own === '' ? i18n._(fallback) : own;
}
