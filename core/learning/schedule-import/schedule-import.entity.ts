import { p } from '@mikro-orm/core';
import { defineTable } from '../../postgres/define-table.ts';
import { runColumns } from '../../run/run-columns.ts';

/** A schedule that has come along with an import, and how far it is. */
export const ScheduleImport = defineTable('schedule_imports', {
  ...runColumns(),
  importId: p.integer(),
  userId: p.integer(),
  cardsDone: p.integer().default(0),
  answersDone: p.integer().default(0),
  attempts: p.smallint().default(0),
});
