import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable, Timestamp } from '../contract/endpoint.ts';
import { Language, OwnSettings, User } from './account.schema.ts';
import { PERSON_NAME_MAX } from './account-limits.ts';

/** The own account, with what its owner may set. */
export const OwnAccount = Type.Object({
  ...User.properties,
  /** True until the email is answered that was sent to the address when they registered: others may have it. */
  claims_email: Type.Boolean(),
  /** Null until they have chosen one. */
  language: Nullable(Language),
  ...OwnSettings.properties,
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
    ...Type.Partial(OwnSettings).properties,
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

const { get, post, patch, del } = contracts('Accounts', 'any');

export const me = get('/api/me', {
  beforeOwnPassword: true,
  summary: 'The user behind the token',
  returns: OwnAccount,
});

export const changeMe = patch('/api/me', {
  summary: 'Change the own name, language, time zone, keys or sound of cards',
  body: OwnAccountChange,
  returns: OwnAccount,
});

export const listSessions = get('/api/me/sessions', {
  summary: 'Where the account is logged in: at most 100, those that were here last first',
  returns: Type.Array(OwnSession),
});

export const endSession = del('/api/me/sessions/:sessionId', {
  summary: 'End one session of the own account',
});

/** Returns a new token, since the caller's ends as well; also sessions end that are in no list. */
export const endOtherSessions = post('/api/me/sessions/end-others', {
  summary: 'End all sessions of the own account but this one',
  answers: Type.Object({ success: Type.Literal(true), token: Type.String() }),
});
