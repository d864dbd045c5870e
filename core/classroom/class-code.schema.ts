import { type Static, Type } from '@sinclair/typebox';
import { ClassIdParams, Done, endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';

/** The code by which students join a class. */
export const ClassCode = Type.Object({
  code: Type.String(),
  /** From then on the code is refused. */
  ends_at: Timestamp,
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
  status: Type.Union([Type.Literal('approved'), Type.Literal('pending')]),
});
export type JoinedByCode = Static<typeof JoinedByCode>;

/** As people type it: case, blanks and dashes do not matter. */
const CodeParams = Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) });
const tags = ['Classes'];

export const getClassCode = endpoint({
  method: 'GET',
  url: '/api/classes/:classId/code',
  access: 'teacher',
  schema: {
    summary: 'The code by which students join an own class; null when there is none, or it has ended',
    tags,
    params: ClassIdParams,
    response: { 200: success(Nullable(ClassCode)) },
  },
});

export const renewClassCode = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/code',
  access: 'teacher',
  schema: {
    summary: 'A new code for an own class; the one before is refused from now on',
    tags,
    params: ClassIdParams,
    body: CodeTimesBody,
    response: { 201: success(ClassCode) },
  },
});

export const changeClassCode = endpoint({
  method: 'PATCH',
  url: '/api/classes/:classId/code',
  access: 'teacher',
  schema: {
    summary: 'Until when the code holds, and until when it lets students in without approval',
    tags,
    params: ClassIdParams,
    body: CodeTimesBody,
    response: { 200: success(ClassCode) },
  },
});

export const endClassCode = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/code',
  access: 'teacher',
  schema: {
    summary: 'Ends the code of an own class',
    tags,
    params: ClassIdParams,
    response: { 200: Done },
  },
});

export const findClassByCode = endpoint({
  method: 'GET',
  url: '/api/class-codes/:code',
  access: 'student',
  schema: {
    summary: 'The class that a code leads to',
    tags,
    params: CodeParams,
    response: { 200: success(CodedClass) },
  },
});

export const joinByCode = endpoint({
  method: 'POST',
  url: '/api/class-codes/:code/join',
  access: 'student',
  schema: {
    summary: 'Joins a class by its code: at once while the code is open, else with the approval of a teacher',
    tags,
    params: CodeParams,
    response: { 201: success(JoinedByCode) },
  },
});
