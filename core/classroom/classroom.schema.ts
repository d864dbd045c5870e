import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page, pageQuery } from '../contract/page-query.ts';
import { ClassWay, Deck } from '../deck/deck.schema.ts';
import { ClassExam, ExamFields } from '../exam/exam.schema.ts';
import { CLASS_NAME_MAX, FOUND_STUDENTS_MAX, STUDENT_SEARCH_MAX } from './classroom-limits.ts';

export const ClassDeck = Type.Object({
  ...Type.Pick(Deck, ['id', 'title', 'description', 'is_official', 'card_count']).properties,
  /** How the class practises it; absent: as each student likes. */
  class_way: Type.Optional(ClassWay),
});
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
  /** By which students join, for a teacher of the class; null for students, and when it has ended. */
  code: Nullable(Type.String()),
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
  /** With `include=exams`, as the list of the class has them. */
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

/** A request as its student sees it. Both names are null of a class that was asked for by its number. */
export const OwnJoinRequest = Type.Object({
  id: Id,
  class_id: Id,
  class_name: Nullable(Type.String()),
  teacher_name: Nullable(Type.String()),
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
  /** Of the exams. */
  ...ExamFields.properties,
});

const ListedClasses = Type.Object({
  ...Include.properties,
  /** True: those that are archived; otherwise those in use. */
  archived: Type.Optional(Type.Boolean()),
});

const { get, post, patch, del } = contracts('Classes', 'teacher');

export const NewClassBody = Type.Object({
  name: Type.String({ maxLength: CLASS_NAME_MAX * 20 }),
  deck_id: Id,
});
export type NewClassBody = Static<typeof NewClassBody>;

export const ClassChanges = Type.Pick(NewClassBody, ['name']);

export const listClasses = get('/api/classes', {
  access: 'any',
  summary: 'The classes that a teacher teaches, or those in which a student is approved',
  querystring: pageQuery(ListedClasses),
  answers: page(Classroom),
});

export const createClass = post('/api/classes', {
  summary: 'A new class with its first deck and its code',
  body: NewClassBody,
  status: 201,
  returns: Classroom,
});

export const getClass = get('/api/classes/:classId', {
  access: 'any',
  summary: 'One class, for its teachers and its students',
  querystring: Include,
  returns: Classroom,
});

export const updateClass = patch('/api/classes/:classId', {
  summary: 'Gives an own class another name',
  body: ClassChanges,
  returns: Classroom,
});

export const deleteClass = del('/api/classes/:classId', {
  summary: 'Deletes an own class with its memberships and requests',
});

export const joinClass = post('/api/classes/:classId/join', {
  access: 'student',
  summary: 'Asks to join a class, of which nothing is said before its teacher approves or rejects',
  status: 201,
  returns: OwnJoinRequest,
});

export const leaveClass = post('/api/classes/:classId/leave', {
  access: 'student',
  summary: 'Leaves a class, or withdraws the request to join it',
});

export const listOwnJoinRequests = get('/api/join-requests', {
  access: 'student',
  summary: "The student's own requests that wait for an answer",
  querystring: PageQuery,
  answers: page(OwnJoinRequest),
});

export const listJoinRequests = get('/api/classes/:classId/join-requests', {
  summary: 'Who waits for approval, the longest first',
  querystring: PageQuery,
  answers: page(JoinRequest),
});

export const approveStudent = post('/api/classes/:classId/approve/:studentId', {
  summary: 'Lets a student in',
});

export const rejectStudent = del('/api/classes/:classId/reject/:studentId', {
  summary: 'Turns a request down; the student may ask again',
});

export const removeStudent = del('/api/classes/:classId/students/:studentId', {
  summary: 'Takes an approved student out of the class',
});

export const searchStudents = get('/api/students', {
  summary:
    "The students of a teacher's own classes whose name, address or user name has every word of `search`",
  querystring: pageQuery(
    Type.Object({ search: Type.String({ minLength: 1, maxLength: STUDENT_SEARCH_MAX }) }),
    FOUND_STUDENTS_MAX,
  ),
  answers: page(FoundStudent),
});

export const addClassDeck = post('/api/classes/:classId/decks', {
  summary: 'Gives an own class one more deck, official or own',
  body: Type.Object({ deck_id: Id }),
  status: 201,
  returns: ClassDeck,
});

export const removeClassDeck = del('/api/classes/:classId/decks/:deckId', {
  summary: 'Takes a deck out of an own class',
});

export const archiveClass = post('/api/classes/:classId/archive', {
  summary: 'Puts a class away: it can be read, and nothing in it changes',
  returns: Classroom,
});

export const bringBackClass = del('/api/classes/:classId/archive', {
  summary: 'Takes a class that was archived into use again',
  returns: Classroom,
});

export const copyClass = post('/api/classes/:classId/copy', {
  summary: "A new class of the caller's with the same decks, and without anybody in it",
  body: ClassChanges,
  status: 201,
  returns: Classroom,
});

const ClassDeckChanges = Type.Object({
  /** Null: as each student likes. */
  class_way: Nullable(ClassWay),
});

export const updateClassDeck = patch('/api/classes/:classId/decks/:deckId', {
  summary: 'Says how an own class practises a deck',
  body: ClassDeckChanges,
  returns: ClassDeck,
});
