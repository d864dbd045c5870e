import { EMAIL_MAX, EMAIL_PATTERN, PERSON_NAME_MAX } from '../account/account-limits.ts';
import { levelled, searchedAs } from '../text/normal-form.ts';
import { tidyLine } from '../text/tidy-text.ts';

/** Rows of one list; a larger one is no class. */
export const ROSTER_ROWS_MAX = 1_000;
/** Rows that become accounts in one call. */
export const ROSTER_PART_MAX = 40;
/** Accounts that the lists of one teacher may have made. */
export const ROSTER_ACCOUNTS_MAX = 5_000;
/** Characters of a pasted list: some hundred for each row, and then far too many. */
export const ROSTER_TEXT_MAX = 1_000_000;

/** One person of a list; without a user name one is made. */
export interface RosterRow {
  name: string;
  user_name: string | null;
  email: string | null;
}

/** Why a row cannot become an account. */
export const ROSTER_PROBLEMS = [
  'name_missing',
  'name_long',
  'formula',
  'user_name_invalid',
  'user_name_twice',
  'user_name_taken',
  'email_invalid',
  'email_twice',
  'email_taken',
] as const;
export type RosterProblem = (typeof ROSTER_PROBLEMS)[number];

/** A cell that a spreadsheet would compute. */
const FORMULA = /^[=+\-@]/;

/** A row as it is kept: composed letters, no space around, blank fields null. */
export const tidyRow = ({ name, user_name, email }: RosterRow): RosterRow => ({
  name: tidyLine(name),
  user_name: tidyUserName(user_name ?? '') || null,
  email: levelled(email ?? '') || null,
});

/** What is wrong with each of these tidy rows, looking at nothing but the list. */
export function problemsOf(rows: readonly RosterRow[]): (RosterProblem | null)[] {
  const [userNames, emails] = [new Set<string>(), new Set<string>()];
  return rows.map(({ name, user_name, email }) => {
    if (name === '') return 'name_missing';
    if (FORMULA.test(name)) return 'formula';
    if (!/\p{L}/u.test(name)) return 'name_missing';
    if (name.length > PERSON_NAME_MAX) return 'name_long';
    if (user_name !== null && !isUserName(user_name)) return 'user_name_invalid';
    if (email !== null && (email.length > EMAIL_MAX || !EMAIL_PATTERN.test(email))) return 'email_invalid';
    if (user_name !== null && userNames.has(user_name)) return 'user_name_twice';
    if (email !== null && emails.has(email.toLowerCase())) return 'email_twice';
    if (user_name !== null) userNames.add(user_name);
    if (email !== null) emails.add(email.toLowerCase());
    return null;
  });
}

/** Characters of a user name. */
const USER_NAME_MIN = 2;
const USER_NAME_MAX = 40;

/** Small letters, numbers, and single dots, dashes or lines between them: what everybody can type. */
const USER_NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** A user name as it is kept and compared. */
export const tidyUserName = (text: string): string => levelled(text).toLowerCase();

export const isUserName = (text: string): boolean =>
  text.length >= USER_NAME_MIN && text.length <= USER_NAME_MAX && USER_NAME.test(text);

/** For names in which no letter of ours is. */
const NAMELESS = 'student';

const plain = (word: string): string => searchedAs(word).replace(/[^a-z0-9]/g, '');

/** “Nguyễn Văn An (Bi)”: what stands beside a name is none of its words. */
const IN_BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g;

/** Room for a number behind it. */
const BASE_MAX = USER_NAME_MAX - 6;

/**
 * The user name of a person, without a number: the given name, which is the last word, then the family name. Nguyễn Văn An is
 * `an.nguyen`.
 */
export function userNameOf(name: string): string {
  const bare = name.replace(IN_BRACKETS, ' ').trim() || name;
  const words = bare.split(/\s+/).map(plain).filter(Boolean);
  const [family, given] = [words[0] ?? '', words.at(-1) ?? ''];
  const whole = words.length > 1 ? `${given.slice(0, 17)}.${family.slice(0, 16)}` : given.slice(0, BASE_MAX);
  return whole.length >= USER_NAME_MIN ? whole : NAMELESS;
}

/** The user names that are tried for a person, one after the other: `an.nguyen`, `an.nguyen2`, `an.nguyen3`. */
export const numbered = (base: string, number: number): string => (number === 1 ? base : `${base}${number}`);
