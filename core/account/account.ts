import { type EntityManager, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { isTimeZone } from '../config.ts';
import { AppError, type FieldErrors } from '../errors.ts';
import { tidyText } from '../tidy-text.ts';
import { Account } from './account.entity.ts';
import type { ChangePasswordBody, LoginBody, RegisterBody, Role, User } from './account.schema.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** What may leave the server of an account. */
export const toUser = ({ id, name, email, role }: Account): User => ({ id, name, email, role });

const findByEmail = (em: EntityManager, email: string): Promise<Account | null> =>
  em.findOne(Account, { [raw('lower(email)')]: email.trim().toLowerCase() });

const zoneOr = (zone: string | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  role: Role;
  timeZone: string;
}

/** Makes an account. Throws `email_taken`; upper and lower case make no other address. */
export async function createAccount(em: EntityManager, account: NewAccount): Promise<Account> {
  const created = em.create(Account, {
    name: tidyText(account.name),
    email: account.email.trim(),
    passwordHash: await hashPassword(account.password),
    role: account.role,
    timeZone: account.timeZone,
    tokenVersion: 0,
  });
  try {
    await em.persist(created).flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new AppError('email_taken', {
      errors: { email: ['An account with this e-mail address already exists'] },
    });
  }
  return created;
}

/** Registers a student or a teacher. Throws `validation_failed` or `email_taken`. */
export async function register(em: EntityManager, body: RegisterBody, defaultZone: string): Promise<Account> {
  assertConfirmed(body.password, body.password_confirmation, 'password_confirmation');
  if (tidyText(body.name) === '')
    throw new AppError('validation_failed', {
      params: { fields: 'name' },
      errors: { name: ['Expected a letter that can be seen'] },
    });
  return createAccount(em, { ...body, timeZone: zoneOr(body.time_zone, defaultZone) });
}

/**
 * The account of an address and password, its time zone brought up to date. Throws `wrong_credentials`, as slowly for
 * an unknown address as for a wrong password.
 */
export async function login(em: EntityManager, body: LoginBody): Promise<Account> {
  const account = await findByEmail(em, body.email);
  if (!(await verifyPassword(account?.passwordHash, body.password)) || !account)
    throw new AppError('wrong_credentials');
  account.timeZone = zoneOr(body.time_zone, account.timeZone);
  await em.flush();
  return account;
}

/** Changes a password and ends every session of the account. Throws `wrong_current_password`. */
export async function changePassword(
  em: EntityManager,
  accountId: number,
  body: ChangePasswordBody,
): Promise<Account> {
  assertConfirmed(body.new_password, body.new_password_confirmation, 'new_password_confirmation');
  const account = await em.findOneOrFail(Account, accountId);
  const { tokenVersion } = account;
  const isRight = await verifyPassword(account.passwordHash, body.current_password);
  // Only from the version that was checked: of two changes at once the later finds its current password gone.
  const changed = isRight
    ? await em.nativeUpdate(
        Account,
        { id: accountId, tokenVersion },
        { passwordHash: await hashPassword(body.new_password), tokenVersion: tokenVersion + 1 },
      )
    : 0;
  if (changed === 0)
    throw new AppError('wrong_current_password', {
      errors: { current_password: ['The current password is wrong'] },
    });
  return em.refreshOrFail(account);
}

function assertConfirmed(password: string, confirmation: string, field: string): void {
  if (password === confirmation) return;
  const errors: FieldErrors = { [field]: ['The confirmation differs from the password'] };
  throw new AppError('validation_failed', { params: { fields: field }, errors });
}
