import { defineEntity, p } from '@mikro-orm/core';

/** Where an account is logged in, for its owner to see: no request depends on it. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: p.integer(),
    tokenId: p.text(),
    begunAt: p.datetime().defaultRaw('now()'),
    seenAt: p.datetime().defaultRaw('now()'),
    endsAt: p.datetime(),
    browser: p.text().nullable(),
    system: p.text().nullable(),
  },
});

/** A token that is no longer good, until it would end by itself. */
export const EndedToken = defineEntity({
  name: 'EndedToken',
  tableName: 'ended_tokens',
  properties: {
    userId: p.integer().primary(),
    tokenId: p.text().primary(),
    endsAt: p.datetime(),
  },
});
