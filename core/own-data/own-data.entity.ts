import { defineEntity, p } from '@mikro-orm/core';
import { runColumns } from '../run/run-columns.ts';

/** A file of all that is kept of a person, which a run makes. */
export const OwnDataFile = defineEntity({
  name: 'OwnDataFile',
  tableName: 'own_data_files',
  properties: {
    ...runColumns(),
    userId: p.integer(),
    fileKey: p.text().defaultRaw("'own-data/' || gen_random_uuid() || '.json'"),
    bytes: p.bigint('string').nullable(),
    attempts: p.smallint().default(0),
  },
});
