import { type Static, Type } from '@sinclair/typebox';
import { PERSON_NAME_MAX, ROSTER_PART_MAX, ROSTER_ROWS_MAX } from '../account/account-limits.ts';
import { ClientKey, contracts, Id, Nullable, OneOf } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';
import { ROSTER_PROBLEMS } from './roster-row.ts';

/** As it was typed: what is wrong with a row is said of the row. */
const Row = Type.Object({
  name: Type.String({ maxLength: 500 }),
  /** Null to have one made of the name. */
  user_name: Nullable(Type.String({ maxLength: 500 })),
  email: Nullable(Type.String({ maxLength: 500 })),
});

export const CheckedRow = Type.Object({
  /** Null when the row can become an account. */
  problem: Nullable(OneOf(ROSTER_PROBLEMS)),
  /** The user name that the account would have now. */
  user_name: Nullable(Type.String()),
  /** True when a student of the class has this name already. */
  is_namesake: Type.Boolean(),
});
export type CheckedRow = Static<typeof CheckedRow>;

/** What a student needs to log in, known at this moment only. */
export const LoginSlip = Type.Object({
  student_id: Id,
  name: Type.String(),
  user_name: Type.String(),
  /** Null when the student has chosen one already. */
  password: Nullable(Type.String()),
});
export type LoginSlip = Static<typeof LoginSlip>;

/** A student of the class to whom the teacher gives passwords. */
export const GivenLogin = Type.Object({
  student_id: Id,
  name: Type.String(),
  user_name: Type.String(),
  /** The password that was given was not changed yet. */
  must_change_password: Type.Boolean(),
});
export type GivenLogin = Static<typeof GivenLogin>;

const { get, post, patch } = contracts('Classes', 'teacher');

export const checkRoster = post('/api/classes/:classId/roster/check', {
  summary: 'What would become of each row of a list, without making anybody',
  body: Type.Object({ rows: Type.Array(Row, { minItems: 1, maxItems: ROSTER_ROWS_MAX }) }),
  returns: Type.Array(CheckedRow),
});

export const makeRoster = post('/api/classes/:classId/roster', {
  summary: 'Makes an account for each of these students, in the class at once; all or none',
  body: Type.Object({
    /** Sent again, it makes nobody twice, and returns new passwords. */
    key: ClientKey,
    rows: Type.Array(Row, { minItems: 1, maxItems: ROSTER_PART_MAX }),
  }),
  status: 201,
  returns: Type.Array(LoginSlip),
});

export const listGivenLogins = get('/api/classes/:classId/passwords', {
  summary: 'The students of the class whose accounts were made in own classes, by given name',
  querystring: PageQuery,
  answers: page(GivenLogin),
});

export const givePasswords = post('/api/classes/:classId/passwords', {
  summary:
    'New passwords for students of the class whose accounts were made in own classes; ends their sessions',
  body: Type.Object({
    student_ids: Type.Array(Id, { minItems: 1, maxItems: ROSTER_PART_MAX }),
  }),
  returns: Type.Array(LoginSlip),
});

export const renameStudent = patch('/api/classes/:classId/students/:studentId', {
  summary: 'Another name for a student of the class whose account was made in an own class',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: PERSON_NAME_MAX, pattern: '\\S' }) }),
  returns: Type.Object({ student_id: Id, name: Type.String() }),
});
