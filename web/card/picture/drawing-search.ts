import { searchPattern } from '../../../core/text/search-pattern.ts';

/** Drawings that a search shows at most. */
export const FOUND_MAX = 24;

/**
 * How near a text is to the words of a drawing, the nearest first: its name, a word of it, in a word, the beginning of
 * one.
 */
const nearness = (pattern: string): RegExp[] =>
  [`^${pattern}\\|`, `\\|${pattern}(\\||$)`, `(^|[| ])${pattern}($|[| ])`, `(^|[| ])${pattern}`].map(
    (one) => new RegExp(one, 'u'),
  );

/**
 * Returns the places of the drawings that `text` means, or one of its words, the nearest first. `words` are those of each
 * drawing, apart by `|`.
 */
export function searchDrawings(words: Record<string, string>, text: string): number[] {
  const whole = text.trim();
  const single = whole.split(/\s+/).sort((a, b) => b.length - a.length);
  const sought = [...new Set([whole, ...single])].map(searchPattern).filter(Boolean).map(nearness);
  const found: { place: number; rank: number; length: number }[] = [];
  for (const [place, of] of Object.values(words).entries()) {
    const ranks = sought.map((tests, order) => {
      const near = tests.findIndex((test) => test.test(of));
      return near < 0 ? Number.POSITIVE_INFINITY : near * sought.length + order;
    });
    const rank = Math.min(...ranks);
    if (rank < Number.POSITIVE_INFINITY) found.push({ place, rank, length: of.indexOf('|') });
  }
  return (
    found
      // What has a short name is the thing itself: a cat, before a cat with tears of joy.
      .sort((a, b) => a.rank - b.rank || a.length - b.length)
      .slice(0, FOUND_MAX)
      .map(({ place }) => place)
  );
}
