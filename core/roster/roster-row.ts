import { EMAIL_MAX, EMAIL_PATTERN, PERSON_NAME_MAX } from '../account/account-limits.ts';
import { levelled } from '../text/normal-form.ts';
import { tidyLine } from '../text/tidy-text.ts';
import { isUserName, tidyUserName } from './user-name.ts';

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
