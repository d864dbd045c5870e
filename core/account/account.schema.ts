import { type Static, Type } from '@sinclair/typebox';
import { Done, endpoint, Id, Nullable, Timestamp } from '../endpoint.ts';
import { LOCALES } from '../locale.ts';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, PERSON_NAME_MAX } from './account-limits.ts';
import { isOpenRole, ROLE_NAMES, type Role } from './roles.ts';

const oneOf = <R extends Role>(roles: R[]) => Type.Union(roles.map((role) => Type.Literal(role)));
const RoleName = oneOf(ROLE_NAMES);
export const OpenRoleName = oneOf(ROLE_NAMES.filter(isOpenRole));

export const Language = Type.Union(LOCALES.map((locale) => Type.Literal(locale)));

/** The reasons for which accounts are deleted: the owner's or the administrator's wish, or a rule of how long they are kept. */
export const DELETE_REASONS = ['own', 'administrator', 'unseen', 'disabled'] as const;
export type DeleteReason = (typeof DELETE_REASONS)[number];

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  /** Null for an account that a school made for somebody without one; it has a user name. */
  email: Nullable(Type.String()),
  user_name: Nullable(Type.String()),
  role: RoleName,
  /** True when somebody else gave the password: nothing but changing it is answered. */
  must_change_password: Type.Optional(Type.Boolean()),
  /** When the account is to be erased, and who wanted it; absent: it stays. */
  delete_at: Type.Optional(Timestamp),
  delete_reason: Type.Optional(Type.Union(DELETE_REASONS.map((reason) => Type.Literal(reason)))),
  /** Absent until they have chosen one. */
  language: Type.Optional(Language),
  /** False when keys that are a letter, digit or mark alone are to do nothing. */
  letter_keys: Type.Optional(Type.Boolean()),
  /** True for a teacher whom the administrator has not let in yet: only what is for every role is answered. */
  awaits_approval: Type.Optional(Type.Boolean()),
});
export type User = Static<typeof User>;

const Email = Type.String({ format: 'email', maxLength: EMAIL_MAX });
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });
/** A stored password may be of any age: only its length is bounded here. */
const Password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });
/** IANA name such as `Asia/Ho_Chi_Minh`; an unknown one is replaced by the server's own. */
const TimeZone = Type.Optional(Type.String({ maxLength: 64 }));

/** Of the page, for letters to who has not chosen a language. */
export const PageLanguage = Type.Optional(Language);

/**
 * What a login answered; by it, later logins of the same account are known to come from this device. Before the first login
 * a browser names itself by 22 random letters, digits, `-` or `_`: wrong codes are counted by them.
 */
const Device = Type.Optional(Type.String({ maxLength: 64 }));

export const LoginAnswer = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  /** To be kept, also when logging out, and sent with later logins and registrations. */
  device: Type.String(),
  role: RoleName,
  user: User,
});
export type LoginAnswer = Static<typeof LoginAnswer>;

export const LoginBody = Type.Object({
  /** The email address, or the user name. */
  email: Type.String({ minLength: 1, maxLength: EMAIL_MAX, pattern: '^\\S+$' }),
  password: Password,
  time_zone: TimeZone,
  device: Device,
});
export type LoginBody = Static<typeof LoginBody>;

export const RegisterBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: PERSON_NAME_MAX, pattern: '\\S' }),
  email: Email,
  password: NewPassword,
  password_confirmation: Type.String({ maxLength: PASSWORD_MAX }),
  role: OpenRoleName,
  /** Of the school, or for students of a class, where one is needed; case, blanks and dashes do not matter. */
  code: Type.Optional(Type.String({ maxLength: 40 })),
  time_zone: TimeZone,
  language: PageLanguage,
  device: Device,
});
export type RegisterBody = Static<typeof RegisterBody>;

export const ChangePasswordBody = Type.Object({
  current_password: Password,
  new_password: NewPassword,
  new_password_confirmation: Type.String({ maxLength: PASSWORD_MAX }),
});
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

const tags = ['Accounts'];

export const login = endpoint({
  method: 'POST',
  url: '/api/login',
  access: 'public',
  schema: { summary: 'Log in', tags, body: LoginBody, response: { 200: LoginAnswer } },
});

export const adminLogin = endpoint({
  method: 'POST',
  url: '/api/admin/login',
  access: 'public',
  schema: { summary: 'Log in as the administrator', tags, body: LoginBody, response: { 200: LoginAnswer } },
});

export const register = endpoint({
  method: 'POST',
  url: '/api/register',
  access: 'public',
  schema: { summary: 'Register and log in', tags, body: RegisterBody, response: { 201: LoginAnswer } },
});

/** Returns a new token, since the change ends every session, the caller's included. */
export const changePassword = endpoint({
  method: 'POST',
  url: '/api/change-password',
  access: 'any',
  beforeOwnPassword: true,
  schema: {
    summary: 'Change the own password and end all other sessions',
    tags,
    body: ChangePasswordBody,
    response: { 200: Type.Object({ success: Type.Literal(true), token: Type.String() }) },
  },
});

/** A token that has no id, of an earlier version, stays good until it ends. */
export const logout = endpoint({
  method: 'POST',
  url: '/api/logout',
  access: 'any',
  beforeOwnPassword: true,
  schema: { summary: 'Log out: end the token of this call', tags, response: { 200: Done } },
});
