import { AppError } from '../../contract/errors.ts';
import type { OpenRole } from '../../contract/roles.ts';
import type { SchoolSettings } from '../../process/school-settings.ts';
import { tidyLine, tidyText } from '../../text/tidy-text.ts';
import { EMAIL_MAX, EMAIL_PATTERN, PERSON_NAME_MAX } from '../account-limits.ts';

/** A person, as the school's login says. */
export interface SchoolIdentity {
  issuer: string;
  subject: string;
  /** An address that is theirs for certain; null: none is. */
  email: string | null;
  name: string;
  /** Null: they say themselves what they are. */
  role: OpenRole | null;
}

/** What a token says of somebody, of which nothing but issuer and subject is certain to be there. */
export type Claims = { readonly iss: string; readonly sub: string } & { readonly [name: string]: unknown };

const textOf = (value: unknown): string => (typeof value === 'string' ? tidyText(value) : '');

/** Google says by `hd` whose organisation's an account is: a private account may have any confirmed address. */
const GOOGLE = 'https://accounts.google.com';

type Rules = Pick<SchoolSettings, 'role' | 'domains' | 'emailTrusted'>;

/** Reads the claims of a token that was verified. Throws `school_domain_refused` or `school_role_refused`. */
export function schoolIdentity(claims: Claims, rules: Rules): SchoolIdentity {
  const email = confirmedEmail(claims, rules);
  const domain = claims.iss === GOOGLE ? textOf(claims.hd) : email?.split('@')[1];
  if (rules.domains && !rules.domains.includes((domain ?? '').toLowerCase()))
    throw new AppError('school_domain_refused');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    name: nameOf(claims) || (email?.split('@')[0] ?? ''),
    role: roleOf(claims, rules),
  };
}

function confirmedEmail({ email, email_verified }: Claims, { emailTrusted }: Rules): string | null {
  const text = textOf(email);
  const isConfirmed = email_verified === true || (emailTrusted && email_verified === undefined);
  return isConfirmed && text.length <= EMAIL_MAX && EMAIL_PATTERN.test(text) ? text : null;
}

function nameOf({ name, given_name, family_name }: Claims): string {
  const whole = textOf(name) || `${textOf(family_name)} ${textOf(given_name)}`.trim();
  return tidyLine(whole.replace(/\p{Cc}/gu, ' ').slice(0, PERSON_NAME_MAX));
}

function roleOf(claims: Claims, { role }: Rules): OpenRole | null {
  if (!role) return null;
  const value = claims[role.claim];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (values.some((one) => role.teachers.includes(one))) return 'teacher';
  if (!role.students || values.some((one) => role.students?.includes(one))) return 'student';
  throw new AppError('school_role_refused');
}
