/**
 * The people who may register: everybody; everybody, but teachers wait until the administrator lets them in; those with the
 * school's code; nobody, so that accounts are made by teachers' lists only.
 */
export const ENTRIES = ['open', 'approval', 'code', 'closed'] as const;
export type Entry = (typeof ENTRIES)[number];

/**
 * Returns whether teachers who register wait until they are let in. Pupils know the school's code: it makes nobody a
 * teacher.
 */
export const teachersWait = (entry: Entry): boolean => entry !== 'open';
