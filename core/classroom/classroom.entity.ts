import { p } from '@mikro-orm/core';
import type { Way } from '../deck/deck.schema.ts';
import { defineTable } from '../postgres/define-table.ts';

/** A class; `teacherId` is its owner, with whom others may teach it. */
export const Classroom = defineTable('classes', {
  id: p.integer().primary().autoincrement(),
  teacherId: p.integer(),
  name: p.text(),
  createdAt: p.datetime().defaultRaw('now()'),
  /** Read only, and out of the way, since then. */
  archivedAt: p.datetime().nullable(),
  /** When its owner got it from another one. */
  handedOverAt: p.datetime().nullable(),
});

/** A deck that a class studies; `ordinal` is the order in which they were added. */
export const ClassDeck = defineTable('class_decks', {
  classId: p.integer().primary(),
  deckId: p.integer().primary(),
  ordinal: p.integer().autoincrement(),
  /** How the class practises it, whether students may choose another way, and since when: all three, or null. */
  way: p.text().$type<Way>().nullable(),
  wayRequired: p.boolean().nullable(),
  waySetAt: p.datetime().nullable(),
});

/** The code by which students join a class; another one takes its place when it is renewed. */
export const ClassCode = defineTable('class_codes', {
  classId: p.integer().primary().autoincrement(false),
  code: p.text(),
  endsAt: p.datetime(),
  openUntil: p.datetime().nullable(),
});

export type MemberStatus = 'pending' | 'approved' | 'rejected';

/** A request to join a class, and the membership that comes of it. */
export const ClassMember = defineTable('class_members', {
  id: p.integer().primary().autoincrement(),
  classId: p.integer(),
  studentId: p.integer(),
  status: p.text().$type<MemberStatus>().default('pending'),
  requestedAt: p.datetime().defaultRaw('now()'),
  joinedAt: p.datetime().nullable(),
  /** False: by the class's number, which anybody can count up. */
  byCode: p.boolean().default(false),
});
