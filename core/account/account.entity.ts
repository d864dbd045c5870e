import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Role } from './roles.ts';

/** A person with an account. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    email: p.text(),
    passwordHash: p.text().hidden(),
    role: p.text().$type<Role>(),
    timeZone: p.text(),
    /** Part of every token; raising it ends all sessions. */
    tokenVersion: p.integer().default(0),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
});
export type Account = InferEntity<typeof Account>;
