import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OfficialDeck } from '../../core/deck/deck.schema.ts';

/** The decks that come with the product, by their exact titles: title and description. */
const known = new Map<string, readonly [title: MessageDescriptor, description: MessageDescriptor]>([
  [
    'Common English verbs',
    [
      msg`Common English verbs`,
      msg`The verbs you need most, each with a short example from daily life. A good place to begin.`,
    ],
  ],
  [
    'Everyday nouns',
    [msg`Everyday nouns`, msg`Words for people, food, home, the city, the body, time and work.`],
  ],
  [
    'Phrases for class',
    [msg`Phrases for class`, msg`Sentences that students and teachers really say in an English lesson.`],
  ],
]);

/**
 * Returns the description of a deck: our own translation for a known deck, else the deck's text, else an invitation.
 */
export function deckDescription(i18n: I18n, deck: Pick<OfficialDeck, 'title' | 'description'>): string {
  const own = deck.description?.trim() ?? '';
  const translated = known.get(deck.title);
  if (translated) return i18n._(translated[1]);
  return own === '' ? i18n._(msg`A great deck to start your learning journey.`) : own;
}

/** Returns the title of a known deck in the language of the page; null where it is the deck's own. */
export function translatedTitle(i18n: I18n, { title }: Pick<OfficialDeck, 'title'>): string | null {
  const translated = known.get(title);
  const text = translated && i18n._(translated[0]);
  return text === undefined || text === title ? null : text;
}
