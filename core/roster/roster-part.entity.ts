import { defineEntity, p } from '@mikro-orm/core';

/** A part of a list whose accounts were made; a repetition of the call is known by its key. */
export const RosterPart = defineEntity({
  name: 'RosterPart',
  tableName: 'roster_parts',
  properties: {
    key: p.uuid().primary(),
    classId: p.integer(),
    teacherId: p.integer(),
    /** Digest of what was sent under the key. */
    content: p.blob(),
    studentIds: p.array(Number).columnType('int[]'),
    madeAt: p.datetime().defaultRaw('now()'),
  },
});
