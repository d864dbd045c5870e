import { type Static, Type } from '@sinclair/typebox';
import { Done, endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { Language, User } from './account.schema.ts';
import { PERSON_NAME_MAX } from './account-limits.ts';

/** The own account, with what its owner may set. */
export const OwnAccount = Type.Object({
  ...User.properties,
  /** Null until they have chosen one. */
  language: Nullable(Language),
  letter_keys: Type.Boolean(),
  /** IANA name: the student's study day begins by it. */
  time_zone: Type.String(),
  /** False: each login brings the browser's. */
  time_zone_chosen: Type.Boolean(),
  /** True for an account that a teacher made, whose owner cannot change the name. */
  name_is_schools: Type.Boolean(),
});
export type OwnAccount = Static<typeof OwnAccount>;

/** What is absent stays as it is. */
export const OwnAccountChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: PERSON_NAME_MAX, pattern: '\\S' })),
    language: Type.Optional(Language),
    time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    time_zone_chosen: Type.Optional(Type.Boolean()),
    letter_keys: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);
export type OwnAccountChange = Static<typeof OwnAccountChange>;

export const OwnSession = Type.Object({
  id: Id,
  /** Null when the browser, or the system it is on, is none that is known here. */
  browser: Nullable(Type.String()),
  system: Nullable(Type.String()),
  begun_at: Timestamp,
  /** To the hour. */
  seen_at: Timestamp,
  /** True for the session of this call. */
  is_this: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

const tags = ['Accounts'];

export const me = endpoint({
  method: 'GET',
  url: '/api/me',
  access: 'any',
  beforeOwnPassword: true,
  schema: { summary: 'The user behind the token', tags, response: { 200: success(OwnAccount) } },
});

export const changeMe = endpoint({
  method: 'PATCH',
  url: '/api/me',
  access: 'any',
  schema: {
    summary: 'Change the own name, language, time zone or keys',
    tags,
    body: OwnAccountChange,
    response: { 200: success(OwnAccount) },
  },
});

export const listSessions = endpoint({
  method: 'GET',
  url: '/api/me/sessions',
  access: 'any',
  schema: {
    summary: 'Where the account is logged in: at most 100, those that were here last first',
    tags,
    response: { 200: success(Type.Array(OwnSession)) },
  },
});

export const endSession = endpoint({
  method: 'DELETE',
  url: '/api/me/sessions/:sessionId',
  access: 'any',
  schema: {
    summary: 'End one session of the own account',
    tags,
    params: Type.Object({ sessionId: Id }),
    response: { 200: Done },
  },
});

/** Returns a new token, since the caller's ends as well; also sessions end that are in no list. */
export const endOtherSessions = endpoint({
  method: 'POST',
  url: '/api/me/sessions/end-others',
  access: 'any',
  schema: {
    summary: 'End all sessions of the own account but this one',
    tags,
    response: { 200: Type.Object({ success: Type.Literal(true), token: Type.String() }) },
  },
});
