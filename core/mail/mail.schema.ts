import { type Static, Type } from '@sinclair/typebox';
import { LoginAnswer, NewPassword, PageLanguage, User } from '../account/account.schema.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '../account/account-limits.ts';
import { Done, endpoint, success } from '../endpoint.ts';

const tags = ['Accounts'];

const Email = Type.String({ format: 'email', maxLength: EMAIL_MAX });

/** What stands behind `#` in a letter's link. */
const LinkToken = Type.String({ minLength: 1, maxLength: 64 });

/** The same answer, as quickly, whether somebody has the address. */
export const forgottenPassword = endpoint({
  method: 'POST',
  url: '/api/forgotten-password',
  access: 'public',
  schema: {
    summary: 'Sends a link to a new password, if somebody has the address',
    tags,
    body: Type.Object({ email: Email, language: PageLanguage }),
    response: { 200: Done },
  },
});

export const NewPasswordByMailBody = Type.Object({
  token: LinkToken,
  new_password: NewPassword,
  new_password_confirmation: Type.String({ maxLength: PASSWORD_MAX }),
  device: Type.Optional(Type.String({ maxLength: 64 })),
});
export type NewPasswordByMailBody = Static<typeof NewPasswordByMailBody>;

export const newPasswordByMail = endpoint({
  method: 'POST',
  url: '/api/new-password',
  access: 'public',
  schema: {
    summary: 'Sets a new password by the link of a letter, ends all sessions and logs in',
    tags,
    body: NewPasswordByMailBody,
    response: { 200: LoginAnswer },
  },
});

export const OwnEmailBody = Type.Object({
  email: Email,
  current_password: Type.String({ maxLength: PASSWORD_MAX }),
  language: PageLanguage,
});
export type OwnEmailBody = Static<typeof OwnEmailBody>;

export const OwnEmail = Type.Object({
  /** A letter with a link is on its way; the address stands once that is opened. False: it stands already. */
  letter: Type.Boolean(),
  user: User,
});
export type OwnEmail = Static<typeof OwnEmail>;

export const changeOwnEmail = endpoint({
  method: 'POST',
  url: '/api/me/email',
  access: 'any',
  schema: {
    summary: 'Gives the own account another email address, once it is confirmed',
    tags,
    body: OwnEmailBody,
    response: { 200: success(OwnEmail) },
  },
});

export const confirmEmail = endpoint({
  method: 'POST',
  url: '/api/confirm-email',
  access: 'public',
  schema: {
    summary: 'Confirms an email address by the link of a letter',
    tags,
    body: Type.Object({ token: LinkToken, language: PageLanguage }),
    response: { 200: success(Type.Object({ email: Type.String() })) },
  },
});
