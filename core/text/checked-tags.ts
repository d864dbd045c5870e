import { AppError } from '../contract/errors.ts';
import { TAG_LETTERS_MAX, TAGS_MAX, tagProblem, tidyTags } from './tags.ts';

/** Returns the tags as they are kept. Throws `too_many_tags` or `tag_too_long`. */
export function checkedTags(tags: readonly string[]): string[] {
  const tidy = tidyTags(tags);
  const problem = tagProblem(tidy);
  if (problem === 'many') throw new AppError('too_many_tags', { params: { max: TAGS_MAX } });
  if (problem === 'long') throw new AppError('tag_too_long', { params: { max: TAG_LETTERS_MAX } });
  return tidy;
}
