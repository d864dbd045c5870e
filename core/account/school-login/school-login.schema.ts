import { type Static, Type } from '@sinclair/typebox';
import { Done, endpoint, Nullable, success, Timestamp } from '../../endpoint.ts';
import { LoginAnswer, OpenRoleName } from '../account.schema.ts';
import { PASSWORD_MAX } from '../account-limits.ts';

/** What the school's login is called, and where it is. */
const Away = success(Type.Object({ url: Type.String() }));

/** Brought back from the school's login; good once, in the browser that began. */
export const VisitCode = Type.String({ pattern: '^[\\w-]{43}$' });

export const BeginSchoolLogin = Type.Object({
  /** Where to go on afterwards: a path of the client. */
  next: Type.Optional(Type.String({ maxLength: 500, pattern: '^/' })),
});

/** What is still to be said by somebody whom the school's login knows. */
export const SchoolQuestion = Type.Object({
  /** The role of a new account, or the password of the account that has this address already. */
  wanted: Type.Union([Type.Literal('role'), Type.Literal('password')]),
  name: Type.String(),
  email: Type.String(),
});
export type SchoolQuestion = Static<typeof SchoolQuestion>;

export const SchoolLoginBody = Type.Object({
  code: VisitCode,
  role: Type.Optional(OpenRoleName),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: PASSWORD_MAX })),
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  device: Type.Optional(Type.String({ maxLength: 64 })),
});
export type SchoolLoginBody = Static<typeof SchoolLoginBody>;

/** An account of the school's that is connected with one here. */
export const ConnectedSchool = Type.Object({ email: Nullable(Type.String()), since: Timestamp });

export const OwnSchoolLogin = Type.Object({
  /** Null: not connected. */
  connected: Nullable(ConnectedSchool),
  has_password: Type.Boolean(),
});
export type OwnSchoolLogin = Static<typeof OwnSchoolLogin>;

const tags = ['Accounts'];

export const beginSchoolLogin = endpoint({
  method: 'POST',
  url: '/api/login/school/begin',
  access: 'public',
  schema: {
    summary: 'Where to log in at the school; what comes back is for this browser alone',
    tags,
    body: BeginSchoolLogin,
    response: { 200: Away },
  },
});

/** Leads to the client in any case, with a code or with what was refused behind the `#`. */
export const schoolLoginBack = endpoint({
  method: 'GET',
  url: '/api/login/school/callback',
  access: 'public',
  schema: {
    summary: 'Where the school’s login leads back to',
    tags,
    // A redirect.
    response: { 200: Type.Any() },
  },
});

/** Either `login`, or a question: then the same code is sent again with what was asked for, within ten minutes. */
export const schoolLogin = endpoint({
  method: 'POST',
  url: '/api/login/school',
  access: 'public',
  schema: {
    summary: 'Log in with what the school’s login has said',
    tags,
    body: SchoolLoginBody,
    response: {
      200: success(
        Type.Object({
          login: Nullable(LoginAnswer),
          question: Nullable(SchoolQuestion),
          /** Where the school's own session is ended, when the operator wants that. */
          logout_url: Nullable(Type.String()),
        }),
      ),
    },
  },
});

export const ownSchoolLogin = endpoint({
  method: 'GET',
  url: '/api/me/school-login',
  access: 'any',
  schema: {
    summary: 'The school’s account that is connected with the own one',
    tags,
    response: { 200: success(OwnSchoolLogin) },
  },
});

export const beginConnecting = endpoint({
  method: 'POST',
  url: '/api/me/school-login/begin',
  access: 'any',
  schema: {
    summary: 'Where to log in at the school to connect the own account',
    tags,
    response: { 200: Away },
  },
});

export const beginConfirming = endpoint({
  method: 'POST',
  url: '/api/me/school-login/confirm',
  access: 'any',
  schema: {
    summary: 'Where to log in at the school once more, to be sure who it is',
    tags,
    response: { 200: Away },
  },
});

export const connectSchoolLogin = endpoint({
  method: 'POST',
  url: '/api/me/school-login',
  access: 'any',
  schema: {
    summary: 'Connect the own account with what the school’s login has said',
    tags,
    body: Type.Object({ code: VisitCode }),
    response: { 200: success(OwnSchoolLogin) },
  },
});

export const disconnectSchoolLogin = endpoint({
  method: 'DELETE',
  url: '/api/me/school-login',
  access: 'any',
  schema: { summary: 'Disconnect the school’s account', tags, response: { 200: Done } },
});
