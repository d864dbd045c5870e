import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';

/** What a student has made of a card for themselves. */
export const CardMark = defineTable('card_marks', {
  partition: p.smallint().primary(),
  studentId: p.integer().primary(),
  cardId: p.integer().primary(),
  deckId: p.integer(),
  /** The last study day on which it is not asked; `infinity` for good. */
  asideUntil: p.date().nullable(),
  flagged: p.boolean().default(false),
});

/** New cards of a deck that a student takes beyond the limit of one study day. */
export const ExtraCards = defineTable('extra_cards', {
  partition: p.smallint().primary(),
  studentId: p.integer().primary(),
  deckId: p.integer().primary(),
  day: p.date(),
  cards: p.integer(),
});
