import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';
import type { SchoolIdentity } from './school-identity.ts';

/** Somebody's way to the school's login and back. */
export const SchoolVisit = defineTable('school_visits', {
  /** Digest of what opens it, which one browser alone has. */
  secret: p.blob().primary(),
  /** The account that is logged in and connects or confirms; null for a login. */
  userId: p.integer().nullable(),
  /** Where to go on afterwards. */
  next: p.text().nullable(),
  /** The person who came back, as the school says; null while they are away. */
  identity: p.json<SchoolIdentity>().nullable(),
  /** They were asked something, and have more time. */
  asked: p.boolean().default(false),
  endsAt: p.datetime(),
  /** The account confirms who it is, and connects nothing. */
  confirms: p.boolean().default(false),
});

/** Which account somebody has here who logs in at the school. */
export const SchoolLogin = defineTable('school_logins', {
  issuer: p.text().primary(),
  /** By which the school's login knows the person, for good. */
  subject: p.text().primary(),
  userId: p.integer(),
  /** As the school's login named it when they connected; only shown to them. */
  email: p.text().nullable(),
  connectedAt: p.datetime().defaultRaw('now()'),
});
