import { type Static, Type } from '@sinclair/typebox';
import { contracts, Day, Id, Nullable } from '../contract/endpoint.ts';
import { pageQuery } from '../contract/page-query.ts';
import { DeckStats } from '../learning/learning.schema.ts';

/** A student's work on the class's decks in the days asked for. */
export const StudentProgress = Type.Object({
  student_id: Id,
  name: Type.String(),
  /** The address, or the user name of an account without one. */
  email: Type.String(),
  /** Distinct cards of the class's decks. */
  cards_studied: Type.Integer(),
  /** Distinct cards of each day, added up over the days. */
  card_days: Type.Integer(),
  /** As text, `1h 5m`. */
  time_spent: Type.String(),
  time_spent_seconds: Type.Integer(),
});
export type StudentProgress = Static<typeof StudentProgress>;

/** The whole class on one day; days without work are left out. */
export const ClassDay = Type.Object({
  day: Day,
  /** How many students studied. */
  students: Type.Integer(),
  /** Distinct cards of each student, added up over the students. */
  cards_studied: Type.Integer(),
  time_spent_seconds: Type.Integer(),
});
export type ClassDay = Static<typeof ClassDay>;

/** One student on one day; days without work are left out. */
export const StudentDay = Type.Omit(ClassDay, ['students']);

/** How many of a class's students the figures have, while they are computed again after a change of its decks. */
export const Gathering = Type.Object({ gathered: Type.Integer(), students: Type.Integer() });
export type Gathering = Static<typeof Gathering>;

export const StudentsProgress = Type.Object({
  success: Type.Literal(true),
  /** The approved students, by name. */
  data: Type.Array(StudentProgress),
  /** How many they are in all. */
  total: Type.Integer(),
  /** The days asked for, in order. */
  activity: Type.Array(ClassDay),
  /** Null but for a while after the class's decks have changed. */
  gathering: Nullable(Gathering),
});
export type StudentsProgress = Static<typeof StudentsProgress>;

/**
 * A student's progress in all decks of the class together. With dates, the cards are those studied in these days; what
 * was done today and the reviews to come are the same with any dates.
 */
export const StudentStats = Type.Object({
  student_id: Id,
  name: Type.String(),
  email: Type.String(),
  /** True when the account was made in one of the caller's classes, so that the caller gives it new passwords. */
  gets_password: Type.Boolean(),
  ...Type.Omit(DeckStats, ['deck_id']).properties,
  /** As in `StudentProgress`. */
  card_days: Type.Integer(),
  time_spent_seconds: Type.Integer(),
  activity: Type.Array(StudentDay),
});
export type StudentStats = Static<typeof StudentStats>;

/** Study days, both inclusive; an end left out is open. */
export const DateRange = Type.Object({
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
});
export type DateRange = Static<typeof DateRange>;

const { get } = contracts('Class progress', 'teacher');

export const getStudentsProgress = get('/api/classes/:classId/students-progress', {
  summary: "What each student of an own class has done on the class's decks",
  querystring: pageQuery(DateRange),
  answers: StudentsProgress,
});

export const getStudentStats = get('/api/classes/:classId/student-stats/:studentId', {
  summary: "One student's progress on the class's decks in the days asked for",
  querystring: DateRange,
  returns: StudentStats,
});

/**
 * Server-Sent Events: `ready` at once, then `changed` when numbers of the class have changed (at most one a second).
 * `ended` when there is no class any more. A comment each few seconds shows that the line is alive.
 */
export const watchClass = get('/api/classes/:classId/live', {
  summary: 'Tells when the progress of an own class has changed (text/event-stream)',
  answers: Type.String(),
});
