import { defineEntity, p } from '@mikro-orm/core';

/** Which account somebody has here who logs in at the school. */
export const SchoolLogin = defineEntity({
  name: 'SchoolLogin',
  tableName: 'school_logins',
  properties: {
    issuer: p.text().primary(),
    /** By which the school's login knows the person, for good. */
    subject: p.text().primary(),
    userId: p.integer(),
    /** As the school's login named it when they connected; only shown to them. */
    email: p.text().nullable(),
    connectedAt: p.datetime().defaultRaw('now()'),
  },
});
