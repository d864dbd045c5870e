import { type EntityManager, raw } from '@mikro-orm/postgresql';
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

/** A row as it is written; the database gives the number. */
interface UserRow {
  id?: number;
  name: string;
  email: string;
  password_hash: string;
  role: Role;
  time_zone: string;
  token_version?: number;
}

/**
 * The table for statements with a hash. Its values are bound, while the ORM writes values into the text of a statement,
 * and a database may write that down.
 */
const usersOf = (em: EntityManager) => em.getKysely<{ users: UserRow }>();

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  role: Role;
  timeZone: string;
}

/** Makes an account. Throws `email_taken`; upper and lower case make no other address. */
export async function createAccount(em: EntityManager, account: NewAccount): Promise<Account> {
  const created = await usersOf(em)
    .insertInto('users')
    .values({
      name: tidyText(account.name),
      email: account.email.trim(),
      password_hash: await hashPassword(account.password),
      role: account.role,
      time_zone: account.timeZone,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created)
    throw new AppError('email_taken', {
      errors: { email: ['An account with this e-mail address already exists'] },
    });
  return em.findOneOrFail(Account, created.id!);
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
  const changed =
    isRight &&
    (await usersOf(em)
      .updateTable('users')
      .set({ password_hash: await hashPassword(body.new_password), token_version: tokenVersion + 1 })
      .where('id', '=', accountId)
      .where('token_version', '=', tokenVersion)
      .returning('id')
      .executeTakeFirst());
  if (!changed)
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
