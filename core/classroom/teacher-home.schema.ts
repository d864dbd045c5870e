import { type Static, Type } from '@sinclair/typebox';
import { contracts, Day, Id, Nullable, Timestamp } from '../contract/endpoint.ts';
import { page, pageQuery } from '../contract/page-query.ts';
import { ClassDay } from './class-progress.schema.ts';

/** An exam that students can take now, and that not all of them have handed in. */
export const OpenExam = Type.Object({
  id: Id,
  title: Type.String(),
  /** Students of the class who have handed it in. */
  submission_count: Type.Integer(),
  /** Students of the class whose time is running. */
  running_count: Type.Integer(),
});
export type OpenExam = Static<typeof OpenExam>;

/** A student who has studied before, and not for a week. */
export const SilentStudent = Type.Object({ student_id: Id, name: Type.String(), last_day: Day });
export type SilentStudent = Static<typeof SilentStudent>;

export const HomeClass = Type.Object({
  id: Id,
  name: Type.String(),
  /** Whose class it is; null: the caller's own. */
  owner_name: Nullable(Type.String()),
  /** When another teacher handed it over to the caller, for two weeks; otherwise null. */
  got_at: Nullable(Timestamp),
  /** By which students join; null when it has ended. */
  code: Nullable(Type.String()),
  student_count: Type.Integer(),
  /** Students that wait for approval. */
  pending_count: Type.Integer(),
  deck_count: Type.Integer(),
  /** The last fourteen study days in order, also those without work; the last one is today. */
  days: Type.Array(ClassDay),
  /** Exams that the class has, hidden and ended ones too. */
  exam_count: Type.Integer(),
  open_exam_count: Type.Integer(),
  /** Those with running time first, then the newest; at most three. */
  open_exams: Type.Array(OpenExam),
  silent_count: Type.Integer(),
  /** The latest to fall silent first; at most five. */
  silent_students: Type.Array(SilentStudent),
});
export type HomeClass = Static<typeof HomeClass>;

/** What a teacher sees first: the classes that they teach, by name. */
export const TeacherHome = Type.Object({ classes: Type.Array(HomeClass) });
export type TeacherHome = Static<typeof TeacherHome>;

/** What a student has done of late on the class's decks. */
export const StudentDays = Type.Object({
  student_id: Id,
  /** Distinct cards on each of the last fourteen study days, today's last. */
  cards: Type.Array(Type.Integer()),
  /** The study day of the last answer; null without any. */
  last_day: Nullable(Day),
});
export type StudentDays = Static<typeof StudentDays>;

export const getTeacherHome = contracts('Classes').get('/api/teacher/home', {
  access: 'teacher',
  summary: 'The own classes with their last fourteen days, open exams and who has fallen silent',
  returns: TeacherHome,
});

export const listStudentDays = contracts('Class progress').get('/api/classes/:classId/student-days', {
  access: 'teacher',
  summary: 'The last fourteen days of each student of an own class, and when they studied last',
  querystring: pageQuery(Type.Object({})),
  answers: page(StudentDays),
});
