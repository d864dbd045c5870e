import { type Static, Type } from '@sinclair/typebox';
import { isLoopback } from './network-address.ts';

const Text = Type.Optional(Type.String({ minLength: 1 }));

/** The settings of the school's login, which are a part of the configuration. */
export const SCHOOL_SETTINGS = {
  /** What logs people in: the address under which `/.well-known/openid-configuration` is. */
  OIDC_ISSUER: Type.Optional(
    Type.String({ pattern: '^https?://.+', description: 'a URL such as https://accounts.google.com' }),
  ),
  OIDC_CLIENT_ID: Text,
  OIDC_CLIENT_SECRET: Text,
  /** What people call it. */
  OIDC_NAME: Type.String({ minLength: 1, maxLength: 40, default: 'OpenID', description: '1 to 40 letters' }),
  OIDC_SCOPES: Type.String({
    pattern: '(^|\\s)openid(\\s|$)',
    default: 'openid email profile',
    description: 'scopes with blanks between, openid among them',
  }),
  /** Such as `select_account`, where the last person may still be logged in at the school's login. */
  OIDC_PROMPT: Text,
  /** The claim that says what somebody is; absent, new people say so themselves. */
  OIDC_ROLE_CLAIM: Text,
  /** Its values, comma-separated. */
  OIDC_TEACHERS: Text,
  /** Likewise; absent, everybody else is a student. */
  OIDC_STUDENTS: Text,
  /** The domains of addresses that may log in, comma-separated; absent, everybody whom the issuer knows. */
  OIDC_ALLOWED_DOMAINS: Type.Optional(
    Type.String({
      pattern: '^[\\w.-]+(\\s*,\\s*[\\w.-]+)*$',
      description: 'domains such as school.edu.vn, students.school.edu.vn',
    }),
  ),
  /** The issuer gives addresses itself and does not say of each that it is confirmed. */
  OIDC_EMAIL_TRUSTED: Type.Boolean({ default: false, description: '1 or 0' }),
  /** Whether logging out here ends the school's session as well. */
  OIDC_LOGOUT: Type.Boolean({ default: false, description: '1 or 0' }),
};

const Settings = Type.Object({ PUBLIC_URL: Text, ...SCHOOL_SETTINGS });
type Settings = Static<typeof Settings>;

/** The school's login as it is set up. */
export interface SchoolSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  name: string;
  scopes: string;
  prompt: string | undefined;
  /** Where the school's login leads back to. */
  callback: URL;
  role: { claim: string; teachers: string[]; students: string[] | undefined } | undefined;
  domains: string[] | undefined;
  emailTrusted: boolean;
  logout: boolean;
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Microsoft's addresses for accounts of any organisation: what an address in such a token says proves nothing. */
const OF_ANYBODY = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/** What is wrong with these settings, a sentence each. */
export function schoolProblems(settings: Settings): string[] {
  const problems: string[] = [];
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL } = settings;
  const isWanted = OIDC_ISSUER ?? OIDC_CLIENT_ID ?? OIDC_CLIENT_SECRET;
  if (isWanted && !(OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET && PUBLIC_URL))
    problems.push(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL belong together: set all or none of the first three',
    );
  const issuer = OIDC_ISSUER === undefined ? undefined : URL.parse(OIDC_ISSUER);
  if (issuer === null || (issuer?.protocol === 'http:' && !isLoopback(hostOf(issuer))))
    problems.push('OIDC_ISSUER is wrong: it must be a URL of https, such as https://accounts.google.com');
  if (issuer && OF_ANYBODY.test(issuer.href))
    problems.push(
      'OIDC_ISSUER is for anybody with a Microsoft account: use https://login.microsoftonline.com/TENANT/v2.0 of your own tenant',
    );
  if (!settings.OIDC_ROLE_CLAIM !== !(settings.OIDC_TEACHERS ?? settings.OIDC_STUDENTS))
    problems.push('OIDC_ROLE_CLAIM belongs to OIDC_TEACHERS or OIDC_STUDENTS: set both or neither');
  return problems;
}

/** The host without the brackets that IPv6 has in an address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The school's login, or undefined when there is none. */
export function schoolSettings(settings: Settings): SchoolSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PUBLIC_URL, OIDC_ROLE_CLAIM } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !PUBLIC_URL) return undefined;
  return {
    issuer: new URL(OIDC_ISSUER),
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME,
    scopes: settings.OIDC_SCOPES,
    prompt: settings.OIDC_PROMPT,
    callback: new URL('/api/login/school/callback', PUBLIC_URL),
    role:
      OIDC_ROLE_CLAIM === undefined
        ? undefined
        : {
            claim: OIDC_ROLE_CLAIM,
            teachers: listOf(settings.OIDC_TEACHERS ?? ''),
            students: settings.OIDC_STUDENTS === undefined ? undefined : listOf(settings.OIDC_STUDENTS),
          },
    domains:
      settings.OIDC_ALLOWED_DOMAINS === undefined
        ? undefined
        : listOf(settings.OIDC_ALLOWED_DOMAINS.toLowerCase()),
    emailTrusted: settings.OIDC_EMAIL_TRUSTED,
    logout: settings.OIDC_LOGOUT,
  };
}
