import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Deck } from '../deck/deck.entity.ts';

/** One card; `ordinal` is its place in the deck. */
export const Card = defineEntity({
  name: 'Card',
  tableName: 'cards',
  properties: {
    id: p.integer().primary(),
    deck: () => p.manyToOne(Deck),
    ordinal: p.integer(),
    front: p.text(),
    back: p.text(),
    exampleSentence: p.text().nullable(),
    definition: p.text().nullable(),
    partOfSpeech: p.text().nullable(),
    level: p.text().nullable(),
    audioFile: p.text().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
});
export type Card = InferEntity<typeof Card>;
