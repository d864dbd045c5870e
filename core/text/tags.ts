import { graphemeCount } from './grapheme-count.ts';
import { comparedAs } from './normal-form.ts';
import { tidyLine } from './tidy-text.ts';

/** Tags that a card or a deck has at most. */
export const TAGS_MAX = 20;
/** Letters of a tag, as a reader counts them. */
export const TAG_LETTERS_MAX = 40;
/** Code units that a tag may be sent in: a letter may take several. */
export const TAG_UNITS_MAX = TAG_LETTERS_MAX * 20;

/** By what two tags are the same: as texts are compared. The database has the same as `tag_keys`. */
export const tagKey = comparedAs;

/**
 * Returns tags as they are kept: tidied, one space between words, none blank, and each once, as it was written first. A
 * comma separates tags wherever they are typed, so it is in none.
 */
export function tidyTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const part of tags.flatMap((tag) => tag.split(/[,\n]/))) {
    const tag = tidyLine(part);
    if (tag !== '' && !known.has(tagKey(tag))) known.set(tagKey(tag), tag);
  }
  return [...known.values()];
}

export type TagProblem = 'many' | 'long';

/** What is wrong with tidied tags, if anything is. */
export function tagProblem(tags: readonly string[]): TagProblem | undefined {
  if (tags.length > TAGS_MAX) return 'many';
  return tags.some((tag) => graphemeCount(tag) > TAG_LETTERS_MAX) ? 'long' : undefined;
}

/** Tags after some were added and others taken away. What is there keeps its place and its writing. */
export function changedTags(
  tags: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): string[] {
  const removed = new Set(remove.map(tagKey));
  return tidyTags([...tags.filter((tag) => !removed.has(tagKey(tag))), ...add]);
}
