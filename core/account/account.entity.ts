import { p } from '@mikro-orm/core';
import type { Role } from '../contract/roles.ts';
import { defineTable } from '../postgres/define-table.ts';
import type { Row } from '../postgres/typed-tables.ts';
import type { Locale } from '../text/locale.ts';
import type { DeleteReason, SoundSpeed } from './account.schema.ts';

/** A person with an account. */
export const Account = defineTable('users', {
  id: p.integer().primary().autoincrement(),
  name: p.text(),
  /** Null for an account that a school made for somebody without one, and for one that only claims another's. */
  email: p.text().nullable(),
  /** Given at a registration where emails are sent, until it is confirmed: others may have it, or claim it, too. */
  claimedEmail: p.text().nullable(),
  /** By which people without an address log in. */
  userName: p.text().nullable(),
  /** Null for a user who has only ever come by the school's login. */
  passwordHash: p.text().nullable().hidden(),
  /** Since when they have the address. */
  emailSetAt: p.datetime().defaultRaw('now()'),
  /** When it was shown that the address is theirs. */
  emailConfirmedAt: p.datetime().nullable(),
  role: p.text().$type<Role>(),
  timeZone: p.text(),
  /** False: each login brings the browser's. */
  timeZoneChosen: p.boolean().default(false),
  /** The language they have chosen; null until they do. */
  language: p.text().$type<Locale>().nullable(),
  /** False: keys that are a letter, digit or mark alone do nothing. */
  letterKeys: p.boolean().default(true),
  /** True: a card is heard without a button being pressed. */
  playsSound: p.boolean().default(false),
  /** 1 is as fast as it was spoken. */
  soundSpeed: p.float().$type<SoundSpeed>().default(1),
  /** Part of every token; raising it ends all sessions. */
  tokenVersion: p.integer().default(0),
  createdAt: p.datetime().defaultRaw('now()'),
  /** The class in which a teacher made it; null for a personal account. */
  madeInClassId: p.integer().nullable(),
  /** The teacher whose list made it; null for an account that nobody's list made. */
  madeById: p.integer().nullable(),
  /** A teacher whom the administrator has not let in yet. */
  awaitsApproval: p.boolean().default(false),
  /** Somebody else gave the password: it is changed before anything else is done. */
  mustChangePassword: p.boolean().default(false),
  disabledAt: p.datetime().nullable(),
  /** When they were last here, to the hour. */
  seenAt: p.datetime().nullable(),
  /** From when on the account is to be erased, and who wanted it. */
  deleteAt: p.datetime().nullable(),
  deleteReason: p.text().$type<DeleteReason>().nullable(),
  /** The end that an email has announced. */
  toldDeleteAt: p.datetime().nullable(),
  /** Name, address, claimed or not, and user name without case and tone marks; the database makes it. */
  searchText: p.text().persist(false).hidden(),
});
export type Account = Row<typeof Account>;
