import { isOurGuid } from './anki-guid.ts';

/** In Anki spaces separate tags; a space within one of ours is written as `_`. */
const asOne = (tag: string): string => tag.replace(/[\\_]/g, '\\$&').replaceAll(' ', '_');

const fromOne = (tag: string): string => tag.replace(/\\(.)|_/gs, (_, kept?: string) => kept ?? ' ');

/** A card's tags as a note of Anki's keeps them: with a space before and behind each. */
export const tagsAsAnki = (tags: readonly string[]): string =>
  tags.length === 0 ? '' : ` ${tags.map(asOne).join(' ')} `;

/** The tags of a note; by its guid it is seen whether we have written them. */
export function tagsOfAnki(text: string, guid: string): string[] {
  const tags = text.split(/\s+/).filter((tag) => tag !== '');
  return isOurGuid(guid) ? tags.map(fromOne) : tags;
}

/** Cards that are in no deck of their own are in this one. */
const DEFAULT_DECK = '1';

/**
 * Returns the tags that the cards of each deck get, by its id: the parts of its name that not all decks of the package
 * have. A package of one deck gives none.
 */
export function deckTags(names: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const paths = [...names].filter(([id]) => id !== DEFAULT_DECK);
  const [[, first = []] = []] = paths;
  let common = 0;
  while (common < first.length && paths.every(([, path]) => path[common] === first[common])) common++;
  return new Map(paths.map(([id, path]) => [id, path.slice(common)]));
}
