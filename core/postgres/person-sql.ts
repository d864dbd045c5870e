import { administers, learns, ROLE_NAMES, type Role, teaches } from '../contract/roles.ts';
import { searchedAs } from '../text/normal-form.ts';

/** In SQL, the address that is shown as an account's: its own, or the one that it claims. */
export const shownEmailOf = (user: string): string => `coalesce(${user}.email, ${user}.claimed_email)`;

/** In SQL, by what somebody logs in and differs from others: the address, or without one the user name. */
export const loginNameOf = (user: string): string =>
  `coalesce(${user}.claimed_email || ' (?)', ${user}.email, ${user}.user_name)`;

/**
 * The order of people in a Vietnamese register, in SQL: by given name, which is the last word, then by the names before
 * it. The client sorts likewise (web/lib/text/sort-people.ts).
 */
export const byGivenName = (user: string): string =>
  `substring(${user}.name from '\\S+\\s*$') collate "vi-x-icu", ${user}.name collate "vi-x-icu", ${user}.id`;

/** Returns what a text that is `searched_as` is `like all` of when it has all these words. */
export const foldedLike = (search: string): string[] =>
  searchedAs(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * Returns conditions of SQL for accounts `u` with all these words in name, address or user name. Tone marks do not
 * count. `value` takes a value in and returns its parameter.
 */
export const personSearch = (search: string, value: (one: unknown) => string): string[] =>
  foldedLike(search).map((word) => `u.search_text like ${value(word)}`);

const listOf = (does: (role: Role) => boolean): string =>
  `(${ROLE_NAMES.filter(does)
    .map((role) => `'${role}'`)
    .join(', ')})`;

/** The roles that learn, teach or administer, as lists in SQL. */
export const LEARNERS = listOf(learns);
export const TEACHERS = listOf(teaches);
export const ADMINISTRATORS = listOf(administers);
