import { defineEntity, p } from '@mikro-orm/core';
import type { ShareRight } from '../../access/deck-rights-sql.ts';

/** What a teacher may do with a colleague's deck. */
export const DeckShare = defineEntity({
  name: 'DeckShare',
  tableName: 'deck_shares',
  properties: {
    deckId: p.integer().primary(),
    teacherId: p.integer().primary(),
    may: p.text().$type<ShareRight>(),
    sharedBy: p.integer().nullable(),
    sharedAt: p.datetime().defaultRaw('now()'),
  },
});
