import { p } from '@mikro-orm/core';
import type { ShareRight } from '../../access/deck-rights-sql.ts';
import { defineTable } from '../../postgres/define-table.ts';

/** What a teacher may do with a colleague's deck. */
export const DeckShare = defineTable('deck_shares', {
  deckId: p.integer().primary(),
  teacherId: p.integer().primary(),
  may: p.text().$type<ShareRight>(),
  sharedBy: p.integer().nullable(),
  sharedAt: p.datetime().defaultRaw('now()'),
});
