import { p } from '@mikro-orm/core';

/** The columns of every table of runs, beside `attempts`. */
export const runColumns = () => ({
  id: p.integer().primary().autoincrement(),
  status: p
    .text()
    .$type<'queued' | 'running' | 'checked' | 'completed' | 'failed' | 'cancelled'>()
    .default('queued'),
  percent: p.smallint().default(0),
  cancelRequested: p.boolean().default(false),
  createdAt: p.datetime().defaultRaw('now()'),
  startedAt: p.datetime().nullable(),
  finishedAt: p.datetime().nullable(),
});
