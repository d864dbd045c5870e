import { type Static, Type } from '@sinclair/typebox';
import { contracts, Nullable, OneOf, success, Timestamp } from '../../contract/endpoint.ts';
import { LoginAnswer, OpenRoleName, OwnPassword } from '../account.schema.ts';
import { PASSWORD_MAX } from '../account-limits.ts';

/** What the school's login is called, and where it is. */
const Away = success(Type.Object({ url: Type.String() }));

/** Brought back from the school's login; good once, in the browser that began. */
export const VisitCode = Type.String({ pattern: '^[\\w-]{43}$' });

export const BeginSchoolLogin = Type.Object({
  /** Where to go on afterwards: a path of the client. Browsers read `//` and `/\` as another site, and leave out tabs. */
  next: Type.Optional(Type.String({ maxLength: 500, pattern: '^/(?![/\\\\])[^\\\\\\x00-\\x1f]*$' })),
});

/** What is still to be said by somebody whom the school's login knows. */
export const SchoolQuestion = Type.Object({
  /** The role of a new account, or the password of the account that has this address already. */
  wanted: OneOf(['role', 'password']),
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

const { get, post } = contracts('Accounts', 'any');

export const beginSchoolLogin = post('/api/login/school/begin', {
  access: 'public',
  summary: 'Where to log in at the school; what comes back is for this browser alone',
  body: BeginSchoolLogin,
  answers: Away,
});

/** Leads to the client in any case, with a code or with what was refused behind the `#`. */
export const schoolLoginBack = get('/api/login/school/callback', {
  access: 'public',
  summary: 'Where the school’s login leads back to',
  // A redirect.
  answers: Type.Any(),
});

/** Either `login`, or a question: then the same code is sent again with what was asked for, within ten minutes. */
export const schoolLogin = post('/api/login/school', {
  access: 'public',
  summary: 'Log in with what the school’s login has said',
  body: SchoolLoginBody,
  returns: Type.Object({
    login: Nullable(LoginAnswer),
    question: Nullable(SchoolQuestion),
    /** Where the school's own session is ended, when the operator wants that. */
    logout_url: Nullable(Type.String()),
  }),
});

export const ownSchoolLogin = get('/api/me/school-login', {
  summary: 'The school’s account that is connected with the own one',
  returns: OwnSchoolLogin,
});

export const beginConnecting = post('/api/me/school-login/begin', {
  summary: 'Where to log in at the school to connect the own account',
  body: OwnPassword,
  answers: Away,
});

export const beginConfirming = post('/api/me/school-login/confirm', {
  summary: 'Where to log in at the school once more, to be sure who it is',
  answers: Away,
});

export const connectSchoolLogin = post('/api/me/school-login', {
  summary: 'Connect the own account with what the school’s login has said',
  body: Type.Object({ code: VisitCode }),
  returns: Type.Object({
    ...OwnSchoolLogin.properties,
    /** In the place of the caller's, when it has ended with all others: the address is confirmed for the first time. */
    token: Nullable(Type.String()),
  }),
});

export const disconnectSchoolLogin = post('/api/me/school-login/disconnect', {
  summary: 'Disconnect the school’s account',
  body: OwnPassword,
  returns: OwnSchoolLogin,
});
