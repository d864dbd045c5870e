import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';

/** The code by which students join a class. */
export const ClassCode = Type.Object({
  code: Type.String(),
  /** From then on the code is refused; null: it has ended, and nobody joins by it. */
  ends_at: Nullable(Timestamp),
  /** Until then it lets students in without approval; null: each is approved. */
  open_until: Nullable(Timestamp),
});
export type ClassCode = Static<typeof ClassCode>;

export const CodeTimesBody = Type.Object({ ends_at: Timestamp, open_until: Nullable(Timestamp) });
export type CodeTimesBody = Static<typeof CodeTimesBody>;

/** The class that a code leads to. */
export const CodedClass = Type.Object({
  class_id: Id,
  class_name: Type.String(),
  teacher_name: Type.String(),
  /** True while the code lets students in without approval. */
  is_open: Type.Boolean(),
});
export type CodedClass = Static<typeof CodedClass>;

export const JoinedByCode = Type.Object({
  class_id: Id,
  class_name: Type.String(),
  /** `pending` waits for approval. */
  status: OneOf(['approved', 'pending']),
});
export type JoinedByCode = Static<typeof JoinedByCode>;

/** As people type it: case, blanks and dashes do not matter. */
const CodeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
const { get, post, patch, del } = contracts('Classes', 'teacher');

export const getClassCode = get('/api/classes/:classId/code', {
  summary: 'The code by which students join an own class, also one that has ended',
  returns: ClassCode,
});

export const renewClassCode = post('/api/classes/:classId/code', {
  summary: 'A new code for an own class; the one before is refused from now on',
  body: CodeTimesBody,
  status: 201,
  returns: ClassCode,
});

export const changeClassCode = patch('/api/classes/:classId/code', {
  summary:
    'Until when the code holds, and until when it lets students in without approval; one that has ended holds again',
  body: CodeTimesBody,
  returns: ClassCode,
});

export const endClassCode = del('/api/classes/:classId/code', {
  summary: 'Ends the code of an own class: nobody joins by it before it is changed or renewed',
});

export const findClassByCode = get('/api/class-codes/:code', {
  access: 'student',
  summary: 'The class that a code leads to',
  params: CodeParams,
  returns: CodedClass,
});

export const joinByCode = post('/api/class-codes/:code/join', {
  access: 'student',
  summary: 'Joins a class by its code: at once while the code is open, else with the approval of a teacher',
  params: CodeParams,
  status: 201,
  returns: JoinedByCode,
});
