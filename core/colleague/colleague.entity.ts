import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';

/** A teacher who teaches a class with its owner. */
export const ClassTeacher = defineTable('class_teachers', {
  classId: p.integer().primary(),
  teacherId: p.integer().primary(),
  since: p.datetime().defaultRaw('now()'),
});

/** A place beside the owner of a class, for the first teacher who comes with its link. */
export const ClassInvitation = defineTable('class_invitations', {
  id: p.integer().primary().autoincrement(),
  classId: p.integer(),
  /** Of the account that finds it on its home; null when only the link leads to it. */
  email: p.text().nullable(),
  /** SHA-256 of what the link ends with. */
  tokenHash: p.blob(),
  /** Likewise of the link in the email to its address; null until that is sent. */
  letterTokenHash: p.blob().nullable(),
  invitedAt: p.datetime().defaultRaw('now()'),
  endsAt: p.datetime(),
  acceptedBy: p.integer().nullable(),
});
