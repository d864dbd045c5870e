import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';

/** A part of a list whose accounts were made; a repetition of the call is known by its key. */
export const RosterPart = defineTable('roster_parts', {
  key: p.uuid().primary(),
  classId: p.integer(),
  teacherId: p.integer(),
  /** Digest of what was sent under the key. */
  content: p.blob(),
  studentIds: p.array(Number).columnType('int[]'),
  madeAt: p.datetime().defaultRaw('now()'),
});
