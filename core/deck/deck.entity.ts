import { p } from '@mikro-orm/core';
import { Account } from '../account/account.entity.ts';
import { defineTable } from '../postgres/define-table.ts';

/** A set of cards in a fixed order, owned by a teacher or the administrator. */
export const Deck = defineTable('decks', {
  id: p.integer().primary().autoincrement(),
  user: () => p.manyToOne(Account),
  title: p.text(),
  description: p.text().nullable(),
  displayBackFirst: p.boolean().default(false),
  /** Of `SideLanguage`. */
  frontLanguage: p.text().nullable(),
  backLanguage: p.text().nullable(),
  /** Typed answers need neither article nor accents to be right. */
  lenientTyping: p.boolean().default(false),
  isOfficial: p.boolean().default(false),
  officialButtonLabel: p.text().nullable(),
  tags: p.array().defaultRaw("'{}'"),
  /** The owner before, who gave it away. */
  receivedFrom: p.integer().nullable(),
  receivedAt: p.datetime().nullable(),
  createdAt: p.datetime().defaultRaw('now()'),
  updatedAt: p.datetime().defaultRaw('now()'),
});
