import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';

/** Where an account is logged in, for its owner to see: no request depends on it. */
export const Session = defineTable('sessions', {
  id: p.integer().primary().autoincrement(),
  userId: p.integer(),
  tokenId: p.text(),
  begunAt: p.datetime().defaultRaw('now()'),
  seenAt: p.datetime().defaultRaw('now()'),
  endsAt: p.datetime(),
  browser: p.text().nullable(),
  system: p.text().nullable(),
});

/** A token that is no longer good, until it would end by itself. */
export const EndedToken = defineTable('ended_tokens', {
  userId: p.integer().primary(),
  tokenId: p.text().primary(),
  endsAt: p.datetime(),
});
