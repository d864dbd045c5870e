import { cardTextMax, isCardSide } from '../../../core/card/card-fields.ts';
import type { Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import { tagKey, tagProblem, tidyTags } from '../../../core/tags.ts';
import { tidyOptional, tidyText } from '../../../core/tidy-text.ts';
import type { FieldProblem } from '../../ui/field-problem.ts';
import type { TextColumn } from './table-columns.ts';

/** Why a cell cannot say this. */
export function cellProblem(column: TextColumn, typed: string): FieldProblem | 'tags' | undefined {
  if (column === 'tags') return tagProblem(tidyTags([typed])) && 'tags';
  const text = tidyText(typed);
  if (text === '' && isCardSide(column)) return 'required';
  return text.length > cardTextMax(column) ? 'long' : undefined;
}

/** The card as it is once a cell says this. */
export function withCell(card: TableCard, column: TextColumn, typed: string): TableCard {
  if (column === 'tags') return { ...card, tags: tidyTags([typed]) };
  return { ...card, [column]: isCardSide(column) ? tidyText(typed) : tidyOptional(typed) };
}

/** The call that makes a card's cell what it is in another state of it; undefined when it says that already. */
export function cellEdit(before: TableCard, after: TableCard, column: TextColumn): Edit | undefined {
  if (column !== 'tags')
    return before[column] === after[column]
      ? undefined
      : {
          act: 'texts',
          cards: [{ id: before.id, seen: seenCard(before), [column]: after[column] ?? '' }],
        };
  const had = new Set(before.tags.map(tagKey));
  const has = new Set(after.tags.map(tagKey));
  const add = after.tags.filter((tag) => !had.has(tagKey(tag)));
  const remove = before.tags.filter((tag) => !has.has(tagKey(tag)));
  if (add.length === 0 && remove.length === 0) return undefined;
  return { act: 'tags', ids: [before.id], add, remove };
}
