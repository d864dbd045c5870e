/** A title as decks are compared by it: spelling of accents, case and spaces around do not count. */
const comparable = (title: string): string => title.normalize('NFC').trim().toLowerCase();

interface OwnedDeck {
  title: string;
  owner: { id: number };
}

/** The deck of this owner that an import of this title would update. */
export function deckOfTitle<Deck extends OwnedDeck>(
  decks: readonly Deck[],
  title: string,
  ownerId: number | null,
): Deck | undefined {
  const wanted = comparable(title);
  if (wanted === '') return undefined;
  return decks.find((deck) => deck.owner.id === ownerId && comparable(deck.title) === wanted);
}
