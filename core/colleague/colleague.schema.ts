import { type Static, Type } from '@sinclair/typebox';
import { EMAIL_MAX } from '../account/account-limits.ts';
import { ClassIdParams, Done, endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { INVITATION_TOKEN_LENGTH } from './colleague-limits.ts';

export const ClassTeacher = Type.Object({
  id: Id,
  name: Type.String(),
  /** The address, or the user name of an account without one. */
  email: Type.String(),
  is_owner: Type.Boolean(),
  /** Since when they teach the class with its owner; null for the owner. */
  since: Nullable(Timestamp),
});
export type ClassTeacher = Static<typeof ClassTeacher>;

/** An invitation as the owner of the class sees it. */
export const ClassInvitation = Type.Object({
  id: Id,
  /** Null when only the link leads to it. */
  email: Nullable(Type.String()),
  ends_at: Timestamp,
});
export type ClassInvitation = Static<typeof ClassInvitation>;

export const ClassTeachers = Type.Object({
  /** The owner first, then by name. */
  teachers: Type.Array(ClassTeacher),
  /** Those that can still be accepted; none unless the owner asks. */
  invitations: Type.Array(ClassInvitation),
});
export type ClassTeachers = Static<typeof ClassTeachers>;

export const NewInvitation = Type.Composite([
  ClassInvitation,
  Type.Object({
    /** What the link ends with: this answer is the only place where it can be read. */
    token: Type.String(),
  }),
]);
export type NewInvitation = Static<typeof NewInvitation>;

/** An invitation as who is invited sees it. */
export const OfferedClass = Type.Object({
  id: Id,
  class_id: Id,
  class_name: Type.String(),
  owner_name: Type.String(),
  ends_at: Timestamp,
});
export type OfferedClass = Static<typeof OfferedClass>;

const TaughtClass = Type.Object({ class_id: Id, class_name: Type.String() });
export type TaughtClass = Static<typeof TaughtClass>;

export const HandOverBody = Type.Object({
  teacher_id: Id,
  /** True: the owner so far leaves the class; false: teaches it on, with the new one. */
  leaves: Type.Boolean(),
});
export type HandOverBody = Static<typeof HandOverBody>;

const TokenParams = Type.Object({
  token: Type.String({ pattern: `^[\\w-]{${INVITATION_TOKEN_LENGTH}}$` }),
});
const InvitationParams = Type.Object({ invitationId: Id });
const tags = ['Colleagues'];

export const listClassTeachers = endpoint({
  method: 'GET',
  url: '/api/classes/:classId/teachers',
  access: 'teacher',
  schema: {
    summary: 'Who teaches a class, and for its owner who is invited',
    tags,
    params: ClassIdParams,
    response: { 200: success(ClassTeachers) },
  },
});

export const inviteTeacher = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/invitations',
  access: 'teacher',
  schema: {
    summary:
      'Invites a teacher to an own class, by a link that is used once; an account of `email` finds it at home',
    tags,
    params: ClassIdParams,
    body: Type.Object({ email: Nullable(Type.String({ format: 'email', maxLength: EMAIL_MAX })) }),
    response: { 201: success(NewInvitation) },
  },
});

export const takeBackInvitation = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/invitations/:invitationId',
  access: 'teacher',
  schema: {
    summary: 'Takes an invitation back',
    tags,
    params: Type.Object({ classId: Id, invitationId: Id }),
    response: { 200: Done },
  },
});

export const removeTeacher = endpoint({
  method: 'DELETE',
  url: '/api/classes/:classId/teachers/:teacherId',
  access: 'teacher',
  schema: {
    summary: 'Takes a teacher out of an own class; with the own id: leaves the class of somebody else',
    tags,
    params: Type.Object({ classId: Id, teacherId: Id }),
    response: { 200: Done },
  },
});

export const handOverClass = endpoint({
  method: 'POST',
  url: '/api/classes/:classId/hand-over',
  access: 'teacher',
  schema: {
    summary: 'Makes another teacher of an own class its owner',
    tags,
    params: ClassIdParams,
    body: HandOverBody,
    response: { 200: Done },
  },
});

export const handOverAnyClass = endpoint({
  method: 'POST',
  url: '/api/admin/classes/:classId/hand-over',
  access: 'admin',
  schema: {
    summary: 'Makes any teacher the owner of a class',
    tags: ['Administration'],
    params: ClassIdParams,
    body: HandOverBody,
    response: { 200: Done },
  },
});

export const listOfferedClasses = endpoint({
  method: 'GET',
  url: '/api/class-invitations',
  access: 'teacher',
  schema: {
    summary: "The open invitations to the caller's address",
    tags,
    response: { 200: success(Type.Array(OfferedClass)) },
  },
});

export const acceptInvitation = endpoint({
  method: 'POST',
  url: '/api/class-invitations/:invitationId/accept',
  access: 'teacher',
  schema: {
    summary: "Accepts an invitation to the caller's address",
    tags,
    params: InvitationParams,
    response: { 200: success(TaughtClass) },
  },
});

export const declineInvitation = endpoint({
  method: 'DELETE',
  url: '/api/class-invitations/:invitationId',
  access: 'teacher',
  schema: {
    summary: "Declines an invitation to the caller's address",
    tags,
    params: InvitationParams,
    response: { 200: Done },
  },
});

export const findInvitation = endpoint({
  method: 'GET',
  url: '/api/class-invitation-links/:token',
  access: 'teacher',
  schema: {
    summary: 'The class to which a link invites',
    tags,
    params: TokenParams,
    response: { 200: success(OfferedClass) },
  },
});

export const acceptInvitationLink = endpoint({
  method: 'POST',
  url: '/api/class-invitation-links/:token/accept',
  access: 'teacher',
  schema: {
    summary: 'Accepts the invitation of a link, which is used once',
    tags,
    params: TokenParams,
    response: { 200: success(TaughtClass) },
  },
});
