import { type Static, Type } from '@sinclair/typebox';
import { ClassWay, Deck } from '../deck/deck.schema.ts';
import { ClassIdParams, Done, endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { ClassExam } from '../exam/exam.schema.ts';
import { PageQuery, page, pageQuery } from '../page-query.ts';
import {
  CLASS_NAME_MAX,
  CLASSES_PAGE_MAX,
  FOUND_STUDENTS_MAX,
  STUDENT_SEARCH_MAX,
} from './classroom-limits.ts';

export const ClassDeck = Type.Composite([
  Type.Pick(Deck, ['id', 'title', 'description', 'is_official', 'card_count']),
  Type.Object({
    /** How the class practises it; absent: as each student likes. */
    class_way: Type.Optional(ClassWay),
  }),
]);
export type ClassDeck = Static<typeof ClassDeck>;

export const Classroom = Type.Object({
  id: Id,
  name: Type.String(),
  /** True for everybody who teaches the class. */
  is_teacher: Type.Boolean(),
  /** True for the teacher whose class it is. */
  is_owner: Type.Boolean(),
  /** The owner's. */
  teacher_name: Type.String(),
  student_count: Type.Integer(),
  /** Students that wait for approval; 0 unless the teacher asks. */
  pending_count: Type.Integer(),
  created_at: Timestamp,
  /** When the caller was approved; null for a teacher. */
  joined_at: Nullable(Timestamp),
  /** Since when nothing in it changes any more; null: it is in use. */
  archived_at: Nullable(Timestamp),
  /** With `include=decks`: in the order in which they were added. */
  decks: Type.Optional(Type.Array(ClassDeck)),
  /** With `include=decks`: the first of `decks`. */
  deck: Type.Optional(Nullable(ClassDeck)),
  /** With `include=exams`. */
  exams: Type.Optional(Type.Array(ClassExam)),
  /** With `include=teacher`. */
  teacher: Type.Optional(Type.Object({ id: Id, name: Type.String() })),
});
export type Classroom = Static<typeof Classroom>;

export const JoinRequest = Type.Object({
  id: Id,
  class_id: Id,
  student_id: Id,
  /** The address, or the user name of an account without one. */
  student: Type.Object({ name: Type.String(), email: Type.String() }),
  requested_at: Timestamp,
});
export type JoinRequest = Static<typeof JoinRequest>;

/** A request as its student sees it. */
export const OwnJoinRequest = Type.Object({
  id: Id,
  class_id: Id,
  class_name: Type.String(),
  teacher_name: Type.String(),
  requested_at: Timestamp,
});
export type OwnJoinRequest = Static<typeof OwnJoinRequest>;

/** A student in one of the caller's classes. */
export const FoundStudent = Type.Object({
  student_id: Id,
  name: Type.String(),
  /** The address, or the user name of an account without one. */
  email: Type.String(),
  class_id: Id,
  class_name: Type.String(),
});
export type FoundStudent = Static<typeof FoundStudent>;

const Include = Type.Object({
  /** Any of `decks`, `exams`, `teacher`, separated by commas. */
  include: Type.Optional(
    Type.String({ pattern: '^(decks|exams|teacher)(,(decks|exams|teacher))*$', maxLength: 100 }),
  ),
});

const ListedClasses = Type.Composite([
  Include,
  Type.Object({
    /** True: those that are archived; otherwise those in use. */
    archived: Type.Optional(Type.Boolean()),
  }),
]);

export const StudentParams = Type.Object({ classId: Id, studentId: Id });
const tags = ['Classes'];

export const NewClassBody = Type.Object({
  name: Type.String({ maxLength: CLASS_NAME_MAX * 20 }),
  deck_id: Id,
});
export type NewClassBody = Static<typeof NewClassBody>;

export const ClassChanges = Type.Pick(NewClassBody, ['name']);
export type ClassChanges = Static<typeof ClassChanges>;

export const listClasses = endpoint({
  method: 'GET',
  url: '/api/classes',
  access: 'any',
  schema: {
    summary: 'The classes that a teacher teaches, or those in which a student is approved',
    tags,
    querystring: pageQuery(ListedClasses, CLASSES_PAGE_MAX),
    response: { 200: page(Classroom) },
  },
});

export const createClass = endpoint({
  method: 'POST',
  url: '/api/classes',
  access: 'teacher',
  schema: {
    summary: 'A new class with its first deck',
    tags,
    body: NewClassBody,
    response: { 201: success(Classroom) },
  },
});

export const getClass = endpoint({
  method: 'GET',
  url: '/api/classes/:classId',
  access: 'any',
  schema: {
    summary: 'One class, for its teachers and its students',
    tags,
    params: ClassIdParams,
    querystring: Include,
    response: { 200: success(Classroom) },
  },
});

export const updateClass = endpoint({
  method: 'PATCH',
  url: '/api/classes/:classId',
  access: 'teacher',
  schema: {
    summary: 'Gives an own class another name',
    tags,
    params: ClassIdParams,
    body: ClassChanges,
    response: { 200: success(Classroom) },
  },
});

export const deleteClass = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId',
  access: 'teacher',
  schema: {
    summary: 'Deletes an own class with its memberships and requests',
    tags,
    params: ClassIdParams,
    response: { 200: Done },
  },
});

export const joinClass = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/join',
  access: 'student',
  schema: {
    summary: 'Asks to join a class; its teacher approves or rejects',
    tags,
    params: ClassIdParams,
    response: { 201: success(OwnJoinRequest) },
  },
});

export const leaveClass = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/leave',
  access: 'student',
  schema: {
    summary: 'Leaves a class, or withdraws the request to join it',
    tags,
    params: ClassIdParams,
    response: { 200: Done },
  },
});

export const listOwnJoinRequests = endpoint({
  method: 'GET',
  url: '/api/join-requests',
  access: 'student',
  schema: {
    summary: "The student's own requests that wait for an answer",
    tags,
    querystring: PageQuery,
    response: { 200: page(OwnJoinRequest) },
  },
});

export const listJoinRequests = endpoint({
  method: 'GET',
  url: '/api/classes/:classId/join-requests',
  access: 'teacher',
  schema: {
    summary: 'Who waits for approval, the longest first',
    tags,
    params: ClassIdParams,
    querystring: PageQuery,
    response: { 200: page(JoinRequest) },
  },
});

export const approveStudent = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/approve/:studentId',
  access: 'teacher',
  schema: { summary: 'Lets a student in', tags, params: StudentParams, response: { 200: Done } },
});

export const rejectStudent = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/reject/:studentId',
  access: 'teacher',
  schema: {
    summary: 'Turns a request down; the student may ask again',
    tags,
    params: StudentParams,
    response: { 200: Done },
  },
});

export const removeStudent = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/students/:studentId',
  access: 'teacher',
  schema: {
    summary: 'Takes an approved student out of the class',
    tags,
    params: StudentParams,
    response: { 200: Done },
  },
});

export const searchStudents = endpoint({
  method: 'GET',
  url: '/api/students',
  access: 'teacher',
  schema: {
    summary:
      "The students of a teacher's own classes whose name, address or user name has every word of `search`",
    tags,
    querystring: pageQuery(
      Type.Object({ search: Type.String({ minLength: 1, maxLength: STUDENT_SEARCH_MAX }) }),
      FOUND_STUDENTS_MAX,
    ),
    response: { 200: page(FoundStudent) },
  },
});

export const addClassDeck = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/decks',
  access: 'teacher',
  schema: {
    summary: 'Gives an own class one more deck, official or own',
    tags,
    params: ClassIdParams,
    body: Type.Object({ deck_id: Id }),
    response: { 201: success(ClassDeck) },
  },
});

export const removeClassDeck = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/decks/:deckId',
  access: 'teacher',
  schema: {
    summary: 'Takes a deck out of an own class',
    tags,
    params: Type.Object({ classId: Id, deckId: Id }),
    response: { 200: Done },
  },
});
