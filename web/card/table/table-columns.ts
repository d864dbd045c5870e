import type { TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { CARD_TEXT_NAMES, type CardTextName } from '../../../core/contract/card-fields.ts';

/** What is edited as text in a cell of the table. */
export type TextColumn = CardTextName | 'tags';
export type TableColumn = TextColumn | 'audio';

/** The columns of the table, in order. */
export const TABLE_COLUMNS: readonly TableColumn[] = [...CARD_TEXT_NAMES, 'tags', 'audio'];

export const isTextColumn = (column: TableColumn): column is TextColumn => column !== 'audio';

/** What a cell says, and what is typed into it. */
export const cellText = (card: TableCard, column: TextColumn): string =>
  column === 'tags' ? card.tags.join(', ') : (card[column] ?? '');
