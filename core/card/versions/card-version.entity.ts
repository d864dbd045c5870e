import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';

/** What a card was before a change; a trigger of `cards` writes it. */
export const CardVersion = defineTable('card_versions', {
  deckId: p.integer(),
  cardId: p.integer().primary(),
  version: p.integer().primary(),
  /** The row, with the columns that it had then. */
  was: p.json<Record<string, unknown>>(),
  changedAt: p.datetime().defaultRaw('now()'),
  /** The account that ended this state; null for the operator's doing. */
  changedBy: p.integer().nullable(),
});
