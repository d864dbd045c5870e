import { p } from '@mikro-orm/core';
import { forSidesAndOthers } from '../contract/card-fields.ts';
import type { CardPicture, FurtherFile } from '../contract/card-shape.schema.ts';
import { Deck } from '../deck/deck.entity.ts';
import { defineTable } from '../postgres/define-table.ts';

/** One card; `ordinal` is its place in the deck. */
export const Card = defineTable('cards', {
  id: p.integer().primary().autoincrement(),
  deck: () => p.manyToOne(Deck),
  ordinal: p.integer(),
  ...forSidesAndOthers(
    () => p.text(),
    () => p.text().nullable(),
  ),
  audioFile: p.text().nullable(),
  frontPicture: p.json<CardPicture>().nullable(),
  backPicture: p.json<CardPicture>().nullable(),
  furtherFiles: p.json<FurtherFile[]>().nullable(),
  tags: p.array().defaultRaw("'{}'"),
  /** The version of the card since which it means what it does. */
  meaning: p.integer().default(1),
  /** What the card is called where it was imported from. */
  sourceId: p.text().nullable(),
  createdAt: p.datetime().defaultRaw('now()'),
  updatedAt: p.datetime().defaultRaw('now()'),
});
