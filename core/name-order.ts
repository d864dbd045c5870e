/**
 * The order of people in a Vietnamese register, in SQL: by given name, which is the last word, then by the names before
 * it. The client sorts likewise (web/lib/sort-people.ts).
 */
export const byGivenName = (user: string): string =>
  `substring(${user}.name from '\\S+\\s*$') collate "vi-x-icu", ${user}.name collate "vi-x-icu", ${user}.id`;
