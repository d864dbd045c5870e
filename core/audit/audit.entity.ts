import { defineEntity, p } from '@mikro-orm/core';
import type { ActName } from './audit-names.ts';

/** One line of the book of acts: who did what to whom, and when. Ids outlive what they name. */
export const Act = defineEntity({
  name: 'Act',
  tableName: 'acts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime().defaultRaw('now()'),
    actorId: p.integer(),
    act: p.text().$type<ActName>(),
    personId: p.integer().nullable(),
    classId: p.integer().nullable(),
    deckId: p.integer().nullable(),
    examId: p.integer().nullable(),
    /** What else belongs to the act, such as a role that was given. No names, titles or other texts of people, no passwords. */
    details: p.json<Record<string, string | number | boolean | null>>().defaultRaw("'{}'"),
  },
});
