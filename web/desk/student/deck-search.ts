import { foldAccents } from '../../lib/text/fold-accents.ts';

interface Searchable {
  title: string;
  description: string | null;
}

/**
 * Returns the decks that have every word of the text in title or description. Those with all words in the title come
 * first. Blank text finds nothing: null, as there was no search.
 */
export function searchDecks<D extends Searchable>(
  decks: readonly D[],
  text: string,
  descriptionOf: (deck: D) => string | null = (deck) => deck.description,
): D[] | null {
  const words = foldAccents(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const has = (place: string) => words.every((word) => place.includes(word));
  const found = decks
    .map((deck) => ({
      deck,
      title: foldAccents(deck.title),
      all: foldAccents(`${deck.title} ${descriptionOf(deck) ?? ''}`),
    }))
    .filter(({ all }) => has(all));
  const [inTitle, elsewhere] = [
    found.filter(({ title }) => has(title)),
    found.filter(({ title }) => !has(title)),
  ];
  return [...inTitle, ...elsewhere].map(({ deck }) => deck);
}
