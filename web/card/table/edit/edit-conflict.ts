import type { Edit, TableCard } from '../../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../../core/card/seen-card.ts';
import { ApiError } from '../../../lib/call/api-client.ts';

export interface EditConflict {
  edit: Edit;
  theirs: TableCard[];
}

/** What was refused, if that was the reason. */
export const conflictOf = (edit: Edit, error: unknown): EditConflict | undefined =>
  error instanceof ApiError && error.code === 'cards_changed_meanwhile'
    ? { edit, theirs: error.data as TableCard[] }
    : undefined;

/** The same edit once the others' changes were seen. */
export function editAllTheSame({ edit, theirs }: EditConflict): Edit {
  if (!('cards' in edit)) return edit;
  const now = new Map(theirs.map((card) => [card.id, seenCard(card)]));
  const cards = edit.cards.map((card) => ({ ...card, seen: now.get(card.id) ?? card.seen }));
  return { ...edit, cards } as Edit;
}

/** The same edit of the other cards; undefined when there are none. */
export function editOthers({ edit, theirs }: EditConflict): Edit | undefined {
  if (!('cards' in edit)) return undefined;
  const ids = new Set(theirs.map(({ id }) => id));
  const cards = edit.cards.filter(({ id }) => !ids.has(id));
  return cards.length === 0 ? undefined : ({ ...edit, cards } as Edit);
}
