import { type Static, Type } from '@sinclair/typebox';
import { AsSeen, contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { isOpenRole, ROLE_NAMES } from '../contract/roles.ts';
import { LOCALES } from '../text/locale.ts';
import {
  EMAIL_MAX,
  PASSWORD_MIN,
  PERSON_NAME_MAX,
  SOUND_SPEEDS,
  TYPED_PASSWORD_MAX,
} from './account-limits.ts';

const RoleName = OneOf(ROLE_NAMES);
export const OpenRoleName = OneOf(ROLE_NAMES.filter(isOpenRole));

export const Language = OneOf(LOCALES);

/** How fast cards are heard; 1 is as fast as they were spoken. */
export const SoundSpeed = OneOf(SOUND_SPEEDS);
export type SoundSpeed = Static<typeof SoundSpeed>;

/** What people choose for themselves by a press each; columns of `users` have these names. */
export const OwnSettings = Type.Object({
  /** False when keys that are a letter, digit or mark alone are to do nothing. */
  letter_keys: Type.Boolean(),
  /** True when each card is to be heard without a button being pressed. */
  plays_sound: Type.Boolean(),
  sound_speed: SoundSpeed,
});
export type OwnSettings = Static<typeof OwnSettings>;

/** As they are at first. */
export const FIRST_SETTINGS: OwnSettings = { letter_keys: true, plays_sound: false, sound_speed: 1 };
export const OWN_SETTINGS = Object.keys(FIRST_SETTINGS) as (keyof OwnSettings)[];

/**
 * The reasons for which accounts are deleted: the owner's or the administrator's wish, or a rule of how long they are
 * kept.
 */
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
  delete_reason: Type.Optional(OneOf(DELETE_REASONS)),
  /** Absent until they have chosen one. */
  language: Type.Optional(Language),
  /** Those that are not as they are at first. */
  ...Type.Partial(OwnSettings).properties,
  /** True for a teacher whom the administrator has not let in yet: only what is for every role is answered. */
  awaits_approval: Type.Optional(Type.Boolean()),
});
export type User = Static<typeof User>;

const Email = AsSeen(Type.String({ format: 'email', maxLength: EMAIL_MAX }));
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: TYPED_PASSWORD_MAX });
/** A stored password may be of any age: only its length is bounded here. */
const Password = Type.String({ minLength: 1, maxLength: TYPED_PASSWORD_MAX });
/** Once more, to be sure who it is. */
export const OwnPassword = Type.Object({ password: Password });
/** IANA name such as `Asia/Ho_Chi_Minh`; an unknown one is replaced by the server's own. */
const TimeZone = Type.Optional(Type.String({ maxLength: 64 }));

/** Of the page, for emails to a user who has not chosen a language. */
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
  /** Base64 of 32 bytes, the account's own: seals what it leaves in a browser, and opens it at the next login. */
  seal_key: Type.String(),
  role: RoleName,
  user: User,
});
export type LoginAnswer = Static<typeof LoginAnswer>;

export const LoginBody = Type.Object({
  /** The email address, or the user name. */
  email: AsSeen(Type.String({ minLength: 1, maxLength: EMAIL_MAX, pattern: '^\\S+$' })),
  password: Password,
  time_zone: TimeZone,
  device: Device,
});
export type LoginBody = Static<typeof LoginBody>;

export const RegisterBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: PERSON_NAME_MAX, pattern: '\\S' }),
  email: Email,
  password: NewPassword,
  password_confirmation: Type.String({ maxLength: TYPED_PASSWORD_MAX }),
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
  new_password_confirmation: Type.String({ maxLength: TYPED_PASSWORD_MAX }),
});
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

const { post } = contracts('Accounts', 'public');

export const login = post('/api/login', {
  summary: 'Log in',
  body: LoginBody,
  answers: LoginAnswer,
});

export const adminLogin = post('/api/admin/login', {
  summary: 'Log in as the administrator',
  body: LoginBody,
  answers: LoginAnswer,
});

export const register = post('/api/register', {
  summary: 'Register and log in',
  body: RegisterBody,
  status: 201,
  answers: LoginAnswer,
});

/** Returns a new token, since the change ends every session, the caller's included. */
export const changePassword = post('/api/change-password', {
  access: 'any',
  beforeOwnPassword: true,
  summary: 'Change the own password and end all other sessions',
  body: ChangePasswordBody,
  answers: Type.Object({ success: Type.Literal(true), token: Type.String() }),
});

/** A token that has no id, of an earlier version, stays good until it ends. */
export const logout = post('/api/logout', {
  access: 'any',
  beforeOwnPassword: true,
  summary: 'Log out: end the token of this call',
});
