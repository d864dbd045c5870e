import { p } from '@mikro-orm/core';
import type { Way } from '../../deck/deck.schema.ts';
import { defineTable } from '../../postgres/define-table.ts';

/** One student's daily limits for one deck; absent means the defaults. */
export const DeckSettings = defineTable('deck_settings', {
  partition: p.smallint().primary(),
  studentId: p.integer().primary(),
  deckId: p.integer().primary(),
  newCardsPerDay: p.integer(),
  maxCardsPerDay: p.integer(),
  /** How they chose to practise it; null: as their classes say, and without a word of theirs by turning the cards. */
  way: p.text().$type<Way>().nullable(),
});
