import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** One student's daily limits for one deck; absent means the defaults. */
export const DeckSettings = defineEntity({
  name: 'DeckSettings',
  tableName: 'deck_settings',
  properties: {
    studentId: p.integer().primary(),
    deckId: p.integer().primary(),
    newCardsPerDay: p.integer(),
    maxCardsPerDay: p.integer(),
  },
});
export type DeckSettings = InferEntity<typeof DeckSettings>;
