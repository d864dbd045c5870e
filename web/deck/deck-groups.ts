import type { Deck, OfficialDeck } from '../../core/deck/deck.schema.ts';

/** What the dashboard needs of a deck, wherever it came from. */
export type StudyDeck = Pick<Deck, 'id' | 'title' | 'description' | 'card_count'>;

export interface DeckGroups {
  official: StudyDeck[];
  personal: StudyDeck[];
}

/**
 * Official decks are those of their own list. Personal ones are all others that the student may study. Either list can
 * be missing while it loads, or for good if it failed. `decks` then still says which are official, here in the order of
 * their own list: nothing changes places when that comes.
 */
export function groupDecks(
  decks: readonly Deck[] | undefined,
  official: readonly OfficialDeck[] | undefined,
): DeckGroups {
  const known = decks ?? [];
  return {
    official: [
      ...(official ?? known.filter((deck) => deck.is_official).toSorted((one, other) => one.id - other.id)),
    ],
    personal: known.filter((deck) => !deck.is_official && !official?.some(({ id }) => id === deck.id)),
  };
}
