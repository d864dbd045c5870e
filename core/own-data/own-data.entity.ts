import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import { runColumns } from '../run/run-columns.ts';

/** A file of all that is kept of a person, which a run makes. */
export const OwnDataFile = defineTable('own_data_files', {
  ...runColumns(),
  userId: p.integer(),
  fileKey: p.text().defaultRaw("'own-data/' || gen_random_uuid() || '.json'"),
  bytes: p.bigint('string').nullable(),
  attempts: p.smallint().default(0),
});
