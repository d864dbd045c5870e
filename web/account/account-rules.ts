import { EMAIL_MAX, PERSON_NAME_MAX } from '../../core/account/account-limits.ts';
import { isSamePassword, passwordLengthProblem } from '../../core/account/password-form.ts';
import { isOpenRole } from '../../core/contract/roles.ts';
import { isTypedInVietnamese } from '../../core/text/code-text.ts';
import { levelled } from '../../core/text/normal-form.ts';

export type FieldProblem =
  | 'required'
  | 'nameless'
  | 'unrepeated'
  | 'no-role'
  | 'taken'
  | 'wrong-code'
  | 'changed-code'
  | 'email'
  | 'login'
  | 'short'
  | 'long'
  | 'mismatch'
  | 'same'
  | 'guessable'
  | 'invalid';

export type Problems<Name extends string> = Partial<Record<Name, FieldProblem>>;

export type LoginField = 'email' | 'password';
export type RegisterField = 'name' | 'email' | 'password' | 'password_confirmation' | 'role' | 'code';
export type PasswordField = 'current_password' | 'new_password' | 'new_password_confirmation';

export type Values<Name extends string> = Record<Name, string>;

/** As the browser itself judges: the server may know better, and then says so. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** A new address is one of the internet: without a dot its end was not typed. */
const HAS_WHOLE_HOST = /@[^\s@]+\.[^\s@.]+$/;

function emailProblem(email: string): FieldProblem | undefined {
  if (!email) return 'required';
  if (email.length > EMAIL_MAX) return 'long';
  return EMAIL.test(email) ? undefined : 'email';
}

/** An address that others are to write to. */
export const newEmailProblem = (email: string): FieldProblem | undefined =>
  emailProblem(email) ?? (HAS_WHOLE_HOST.test(email) ? undefined : 'email');

/** An email address, or a user name, in which no @ is. */
function loginProblem(login: string): FieldProblem | undefined {
  if (login.includes('@')) return emailProblem(login);
  return login.length > EMAIL_MAX || /\s/.test(login) ? 'login' : login ? undefined : 'required';
}

const newPasswordProblem = (password: string): FieldProblem | undefined =>
  password ? passwordLengthProblem(password) : 'required';

function confirmationProblem(password: string, confirmation: string): FieldProblem | undefined {
  if (!confirmation) return 'unrepeated';
  return isSamePassword(confirmation, password) ? undefined : 'mismatch';
}

function nameProblem(name: string): FieldProblem | undefined {
  if (!name.trim()) return 'nameless';
  return name.length > PERSON_NAME_MAX ? 'long' : undefined;
}

function codeProblem(code: string): FieldProblem | undefined {
  if (!code.trim()) return 'required';
  return isTypedInVietnamese(code) ? 'changed-code' : undefined;
}

function present<Name extends string>(problems: Record<Name, FieldProblem | undefined>): Problems<Name> {
  const entries = Object.entries<FieldProblem | undefined>(problems);
  return Object.fromEntries(entries.filter(([, problem]) => problem !== undefined)) as Problems<Name>;
}

export const checkLogin = ({ email, password }: Values<LoginField>): Problems<LoginField> =>
  present({ email: loginProblem(levelled(email)), password: password ? undefined : 'required' });

/** The administrator's login asks for the address alone. */
export const checkAdminLogin = ({ email, password }: Values<LoginField>): Problems<LoginField> =>
  present({ email: emailProblem(levelled(email)), password: password ? undefined : 'required' });

export const checkPassword = ({ password }: Values<'password'>): Problems<'password'> =>
  password ? {} : { password: 'required' };

export const checkEmail = ({ email }: Values<'email'>): Problems<'email'> =>
  present({ email: emailProblem(levelled(email)) });

export const checkNewEmail = (
  values: Values<'email' | 'current_password'>,
): Problems<'email' | 'current_password'> =>
  present({
    email: emailProblem(levelled(values.email)),
    current_password: values.current_password ? undefined : 'required',
  });

export const checkNewPassword = (
  values: Values<'new_password' | 'new_password_confirmation'>,
): Problems<'new_password' | 'new_password_confirmation'> =>
  present({
    new_password: newPasswordProblem(values.new_password),
    new_password_confirmation: confirmationProblem(values.new_password, values.new_password_confirmation),
  });

/** `needsCode`: only who has the code of the school may register. */
export const checkRegistration = (
  values: Values<RegisterField>,
  needsCode: boolean,
): Problems<RegisterField> =>
  present({
    role: isOpenRole(values.role) ? undefined : 'no-role',
    name: nameProblem(values.name),
    email: newEmailProblem(levelled(values.email)),
    password: newPasswordProblem(values.password),
    password_confirmation: confirmationProblem(values.password, values.password_confirmation),
    code: needsCode ? codeProblem(values.code) : undefined,
  });

export const checkName = ({ name }: Values<'name'>): Problems<'name'> => present({ name: nameProblem(name) });

export const checkPasswordChange = (values: Values<PasswordField>): Problems<PasswordField> => ({
  ...present({ current_password: values.current_password ? undefined : ('required' as const) }),
  ...checkNewPassword(values),
});

/** Likewise in the place of a password that somebody else gave. */
export function checkOwnPassword(values: Values<PasswordField>): Problems<PasswordField> {
  const isSame = values.new_password !== '' && isSamePassword(values.new_password, values.current_password);
  return { ...checkPasswordChange(values), ...(isSame && { new_password: 'same' }) };
}
