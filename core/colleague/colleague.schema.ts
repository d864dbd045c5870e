import { type Static, Type } from '@sinclair/typebox';
import { EMAIL_MAX } from '../account/account-limits.ts';
import { AsSeen, contracts, Id, Nullable, Timestamp } from '../contract/endpoint.ts';
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

export const NewInvitation = Type.Object({
  ...ClassInvitation.properties,
  /** What the link ends with: this answer is the only place where it can be read. */
  token: Type.String(),
  /** An email with a link of its own is on its way to the address. */
  letter: Type.Boolean(),
});
export type NewInvitation = Static<typeof NewInvitation>;

/** An invitation, as the person who is invited sees it. */
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

/** A teacher, as shown to a person who is about to give them something. */
export const Colleague = Type.Object({
  teacher_id: Id,
  name: Type.String(),
  /** The email address, or without one the user name. */
  login: Type.String(),
});
export type Colleague = Static<typeof Colleague>;

/** The exact email address or user name. */
export const ColleagueLogin = AsSeen(Type.String({ minLength: 1, maxLength: 254 }));

const TokenParams = Type.Object({
  token: Type.String({ pattern: `^[\\w-]{${INVITATION_TOKEN_LENGTH}}$` }),
});
const { get, post, del } = contracts('Colleagues', 'teacher');

export const listClassTeachers = get('/api/classes/:classId/teachers', {
  summary: 'Who teaches a class, and for its owner who is invited',
  returns: ClassTeachers,
});

export const findColleague = post('/api/colleagues/find', {
  access: ['teacher', 'admin'],
  summary: 'The teacher whose this exact email address or user name is, before anything is given to them',
  body: Type.Object({ login: ColleagueLogin }),
  returns: Colleague,
});

export const inviteTeacher = post('/api/classes/:classId/invitations', {
  summary:
    'Invites a teacher to an own class, by a link that is used once; `email` gets one of its own by an email',
  body: Type.Object({
    email: Nullable(AsSeen(Type.String({ format: 'email', maxLength: EMAIL_MAX }))),
  }),
  status: 201,
  returns: NewInvitation,
});

export const withdrawInvitation = del('/api/classes/:classId/invitations/:invitationId', {
  summary: 'Takes an invitation back',
});

export const removeTeacher = del('/api/classes/:classId/teachers/:teacherId', {
  summary: 'Takes a teacher out of an own class; with the own id: leaves the class of somebody else',
});

export const handOverClass = post('/api/classes/:classId/hand-over', {
  summary: 'Makes another teacher of an own class its owner',
  body: HandOverBody,
});

export const handOverAnyClass = contracts('Administration').post('/api/admin/classes/:classId/hand-over', {
  access: 'admin',
  summary: 'Makes any teacher the owner of a class',
  body: HandOverBody,
});

export const listOfferedClasses = get('/api/class-invitations', {
  summary: "The open invitations to the caller's address",
  returns: Type.Array(OfferedClass),
});

export const acceptInvitation = post('/api/class-invitations/:invitationId/accept', {
  summary: "Accepts an invitation to the caller's address",
  returns: TaughtClass,
});

export const declineInvitation = del('/api/class-invitations/:invitationId', {
  summary: "Declines an invitation to the caller's address",
});

export const findInvitation = get('/api/class-invitation-links/:token', {
  summary: 'The class to which a link invites',
  params: TokenParams,
  returns: OfferedClass,
});

export const acceptInvitationLink = post('/api/class-invitation-links/:token/accept', {
  summary: 'Accepts the invitation of a link, which is used once',
  params: TokenParams,
  returns: TaughtClass,
});
