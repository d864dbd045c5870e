import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import type { AuditAction } from './audit-names.ts';

/** One line of the audit log: who did what to whom, and when. Ids outlive what they name. */
export const AuditEntry = defineTable('acts', {
  id: p.bigint('number').primary().autoincrement(),
  at: p.datetime().defaultRaw('now()'),
  actorId: p.integer(),
  act: p.text().$type<AuditAction>(),
  personId: p.integer().nullable(),
  classId: p.integer().nullable(),
  deckId: p.integer().nullable(),
  examId: p.integer().nullable(),
  /**
   * What else belongs to the entry, such as a role that was given. No names, titles or other texts of people, no
   * passwords.
   */
  details: p.json<Record<string, string | number | boolean | null>>().defaultRaw("'{}'"),
});
