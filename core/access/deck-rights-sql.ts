import { LEARNERS } from '../postgres/person-sql.ts';
/**
 * The decks of the classes in which a student is approved, as a query for `in (…)`.
 * @param student the student's id in the statement, such as `$1`
 */
export const decksOfClasses = (student: string): string => `
  select k.deck_id from class_decks k join class_members m using (class_id)
  where m.student_id = ${student} and m.status = 'approved'`;

/** Those of them whose class is not archived. */
export const decksOfClassesInUse = (student: string): string => `${decksOfClasses(student)}
    and m.class_id in (select id from classes where archived_at is null)`;

/** What a deck's owner lets a colleague do: study its cards and give it to classes and exams, or change the cards too. */
export type ShareRight = 'use' | 'edit';

/** The decks that are shared with a teacher, as a query for `in (…)`. */
const sharedDecks = (teacher: string): string =>
  `select deck_id from deck_shares where teacher_id = ${teacher}`;

/**
 * Returns the condition under which a deck is a student's own: nobody else sees it, the administrator included.
 * @param deck the alias of `decks` in the statement
 */
export const isPrivate = (deck: string): string =>
  `exists (select 1 from users keeper where keeper.id = ${deck}.user_id and keeper.role in ${LEARNERS})`;

/**
 * Returns the condition under which an account may read and study a deck. The deck is official, its own, shared with
 * it, or of a class in which it is approved. `mayRead` in `deck-access.ts` is the same for what is known in memory.
 * @param deck the alias of `decks` in the statement
 * @param account the account's id in the statement, such as `$1`
 */
export const mayStudy = (deck: string, account: string): string =>
  `(${deck}.is_official or ${deck}.user_id = ${account} or ${deck}.id in (${decksOfClasses(account)})
    or ${deck}.id in (${sharedDecks(account)}))`;
