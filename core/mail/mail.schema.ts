import { type Static, Type } from '@sinclair/typebox';
import { LoginAnswer, NewPassword, PageLanguage, User } from '../account/account.schema.ts';
import { EMAIL_MAX, TYPED_PASSWORD_MAX } from '../account/account-limits.ts';
import { AsSeen, contracts, Nullable } from '../contract/endpoint.ts';

const { post } = contracts('Accounts', 'public');

const EmailAddress = AsSeen(Type.String({ format: 'email', maxLength: EMAIL_MAX }));

/** What stands behind `#` in an email's link. */
const LinkToken = Type.String({ minLength: 1, maxLength: 64 });

/** The same answer, as quickly, whether somebody has the address. */
export const forgottenPassword = post('/api/forgotten-password', {
  summary: 'Sends a link to a new password, if somebody has the address',
  body: Type.Object({ email: EmailAddress, language: PageLanguage }),
});

export const NewPasswordByMailBody = Type.Object({
  token: LinkToken,
  new_password: NewPassword,
  new_password_confirmation: Type.String({ maxLength: TYPED_PASSWORD_MAX }),
  device: Type.Optional(Type.String({ maxLength: 64 })),
});
export type NewPasswordByMailBody = Static<typeof NewPasswordByMailBody>;

export const newPasswordByMail = post('/api/new-password', {
  summary: 'Sets a new password by the link of an email, ends all sessions and logs in',
  body: NewPasswordByMailBody,
  answers: LoginAnswer,
});

export const OwnEmailBody = Type.Object({
  email: EmailAddress,
  current_password: Type.String({ maxLength: TYPED_PASSWORD_MAX }),
  language: PageLanguage,
});
export type OwnEmailBody = Static<typeof OwnEmailBody>;

export const OwnEmail = Type.Object({
  /** An email with a link is on its way; the address stands once that is opened. False: it stands already. */
  letter: Type.Boolean(),
  user: User,
});

export const changeOwnEmail = post('/api/me/email', {
  access: 'any',
  summary: 'Gives the own account another email address, once it is confirmed',
  body: OwnEmailBody,
  returns: OwnEmail,
});

export const confirmEmail = post('/api/confirm-email', {
  summary:
    'Confirms an email address by its link; the first time, all sessions of the account end but the caller’s',
  body: Type.Object({ token: LinkToken, language: PageLanguage }),
  returns: Type.Object({
    email: Type.String(),
    /** In the place of the caller's, when it has ended with the others. */
    token: Nullable(Type.String()),
  }),
});
