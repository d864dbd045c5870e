import { AppError, type FieldErrors } from '../contract/errors.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyOptional, tidyText } from '../text/tidy-text.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX } from './deck-limits.ts';

export interface Texts {
  title?: string | undefined;
  description?: string | null | undefined;
}

/** Those of a deck's texts that are given, as they are kept. Throws `invalid_deck_data`. */
export function checkedTexts<T extends Texts>(given: T): { [K in keyof Texts & keyof T]: T[K] };
export function checkedTexts({ title, description }: Texts): Texts {
  const texts: Texts = {
    ...(title !== undefined && { title: tidyText(title) }),
    ...(description !== undefined && { description: tidyOptional(description) }),
  };
  const errors: FieldErrors = {};
  if (texts.title === '') errors.title = ['The title is required'];
  else if (graphemeCount(texts.title ?? '') > DECK_TITLE_MAX)
    errors.title = [`The title may have at most ${DECK_TITLE_MAX} characters`];
  if (graphemeCount(texts.description ?? '') > DECK_DESCRIPTION_MAX)
    errors.description = [`The description may have at most ${DECK_DESCRIPTION_MAX} characters`];
  if (Object.keys(errors).length) throw new AppError('invalid_deck_data', { errors });
  return texts;
}
