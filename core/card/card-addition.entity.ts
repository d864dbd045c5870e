import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import type { ImportTrace } from './import-trace.ts';

/** Cards that were added together; a repetition of the call is known by its key. */
export const CardAddition = defineTable('card_additions', {
  key: p.uuid().primary(),
  deckId: p.integer(),
  adderId: p.integer(),
  /** Digest of what was sent under the key. */
  content: p.blob(),
  cardIds: p.array(Number).columnType('int[]'),
  addedAt: p.datetime(),
  undoneAt: p.datetime().nullable(),
  /** The deck was made with them. */
  madeDeck: p.boolean().default(false),
  /** What an import has changed besides. */
  trace: p.json<ImportTrace>().nullable(),
});
