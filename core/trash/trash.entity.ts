import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import type { TrashCause } from './trash-cards.ts';

/** A deleted deck that can come back. */
export const TrashedDeck = defineTable('trashed_decks', {
  id: p.integer().primary().autoincrement(false),
  ownerId: p.integer(),
  /** The account in whose trash it lies. */
  keeperId: p.integer().nullable(),
  deletedBy: p.integer().nullable(),
  deletedAt: p.datetime(),
  /** The row, with the columns that it had then. */
  row: p.json<Record<string, unknown>>(),
});

/** A deleted card that can come back: of a deck, or of one in the trash. */
export const TrashedCard = defineTable('trashed_cards', {
  id: p.integer().primary().autoincrement(false),
  deckId: p.integer().nullable(),
  trashedDeckId: p.integer().nullable(),
  cause: p.text().$type<TrashCause>(),
  deletedBy: p.integer().nullable(),
  deletedAt: p.datetime(),
  /** The row, with the columns that it had then. */
  row: p.json<Record<string, unknown>>(),
  /** The keys of its files, which are kept meanwhile. */
  files: p.array(),
});
