import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { isTimeZone } from '../config.ts';
import { AppError, type FieldErrors } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { tidyText } from '../tidy-text.ts';
import { Account } from './account.entity.ts';
import type { ChangePasswordBody, LoginBody, RegisterBody, User } from './account.schema.ts';
import type { Caller, LoginGuard } from './login-guard.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import { assertGoodPassword } from './password-rules.ts';
import type { Role } from './roles.ts';

/** What may leave the server of an account. */
export const toUser = ({ id, name, email, userName, role, ...rest }: Account): User => ({
  id,
  name,
  email: email ?? null,
  user_name: userName ?? null,
  role,
  ...(rest.mustChangePassword && { must_change_password: true }),
  ...(rest.awaitsApproval && { awaits_approval: true }),
  ...(rest.language && { language: rest.language }),
  ...(!rest.letterKeys && { letter_keys: false }),
  ...(rest.deleteAt &&
    rest.deleteReason && { delete_at: isoTime(rest.deleteAt), delete_reason: rest.deleteReason }),
});

/** The account of an address, or of a user name, in which no @ is. */
function findByLogin(em: EntityManager, login: string): Promise<Account | null> {
  const text = login.trim().toLowerCase();
  return em.findOne(Account, { [raw(text.includes('@') ? 'lower(email)' : 'lower(user_name)')]: text });
}

/** `zone`, if it is one. */
export const zoneOr = (zone: string | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;

/** A row as it is written; the database gives the number. */
interface UserRow {
  id?: number;
  name: string;
  email: string;
  password_hash: string | null;
  email_confirmed_at?: RawBuilder<Date>;
  role: Role;
  time_zone: string;
  token_version?: number;
  must_change_password?: boolean;
  awaits_approval?: boolean;
}

/**
 * The table for statements with a hash. Its values are bound: the ORM writes values into the text of a statement,
 * which a database may write down.
 */
const usersOf = (em: EntityManager) => em.getKysely<{ users: UserRow }>();

export interface NewAccount {
  name: string;
  email: string;
  /** Null for who logs in at the school, which has confirmed the address. */
  password: string | null;
  role: Role;
  timeZone: string;
  /** A teacher whom the administrator lets in later. */
  awaitsApproval?: boolean;
}

/** Does work that hashes when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const atOnce: InTurn = (work) => work();

/**
 * Makes an account, and in the same transaction what belongs to it. Throws `email_taken`; upper and lower case make no other
 * address.
 */
export async function createAccount(
  em: EntityManager,
  account: NewAccount,
  inTurn: InTurn = atOnce,
  alongWith?: (tx: EntityManager, userId: number) => Promise<void>,
): Promise<Account> {
  const { password } = account;
  const passwordHash = password === null ? null : await inTurn(() => hashPassword(password));
  return em.transactional(async (tx) => {
    const created = await usersOf(tx)
      .insertInto('users')
      .values({
        name: tidyText(account.name),
        email: account.email.trim(),
        password_hash: passwordHash,
        ...(password === null && { email_confirmed_at: sql<Date>`now()` }),
        role: account.role,
        time_zone: account.timeZone,
        awaits_approval: account.awaitsApproval ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created)
      throw new AppError('email_taken', {
        errors: { email: ['An account with this email address already exists'] },
      });
    await alongWith?.(tx, created.id!);
    return tx.findOneOrFail(Account, created.id!);
  });
}

/**
 * Registers a student or a teacher. `admit` says how somebody comes in who may, and throws for who may not. Throws
 * `validation_failed`, `common_password` or `email_taken`.
 */
export async function register(
  em: EntityManager,
  body: RegisterBody,
  options: {
    defaultZone: string;
    inTurn: InTurn;
    admit(body: RegisterBody): Promise<{ awaitsApproval: boolean }>;
    alongWith?: ((tx: EntityManager, userId: number) => Promise<void>) | undefined;
  },
): Promise<Account> {
  assertConfirmed(body.password, body.password_confirmation, 'password_confirmation');
  if (tidyText(body.name) === '')
    throw new AppError('validation_failed', {
      params: { fields: 'name' },
      errors: { name: ['Expected a letter that can be seen'] },
    });
  await assertGoodPassword(body.password, body, 'password');
  const timeZone = zoneOr(body.time_zone, options.defaultZone);
  const { awaitsApproval } = await options.admit(body);
  return createAccount(em, { ...body, timeZone, awaitsApproval }, options.inTurn, options.alongWith);
}

/**
 * The account of an address or user name and a password, its time zone brought up to date unless it was chosen. Throws `wrong_credentials`,
 * as slowly for an unknown address as for a wrong password, `account_disabled`, and what the guard throws.
 */
export async function login(
  em: EntityManager,
  body: LoginBody,
  { guard, caller, mayEnter }: { guard: LoginGuard; caller: Caller; mayEnter(account: Account): boolean },
): Promise<Account> {
  const found = await findByLogin(em, body.email);
  const account = await guard.login(found, body.email, caller, async () => {
    const isRight = await verifyPassword(found?.passwordHash ?? undefined, body.password);
    if (!isRight || !found?.passwordHash || !mayEnter(found)) throw new AppError('wrong_credentials');
    // Only to who knows the password: others learn nothing of the account.
    if (found.disabledAt) throw new AppError('account_disabled');
    if (isOutdated(found.passwordHash)) await renewHash(em, found.id, found.passwordHash, body.password);
    return found;
  });
  if (!account.timeZoneChosen) account.timeZone = zoneOr(body.time_zone, account.timeZone);
  await em.flush();
  return account;
}

/** Hashes with today's parameters; a change of the password meanwhile wins. */
async function renewHash(
  em: EntityManager,
  id: number,
  passwordHash: string,
  password: string,
): Promise<void> {
  await usersOf(em)
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .execute();
}

/**
 * Changes a password and ends every session of the account. Throws `common_password`, `wrong_current_password`,
 * `no_password`, or `unauthenticated` when somebody else has ended the sessions meanwhile.
 */
export async function changePassword(
  em: EntityManager,
  accountId: number,
  body: ChangePasswordBody,
  inTurn: InTurn,
): Promise<Account> {
  assertConfirmed(body.new_password, body.new_password_confirmation, 'new_password_confirmation');
  const account = await em.findOneOrFail(Account, accountId);
  const { passwordHash } = account;
  if (passwordHash === null) throw new AppError('no_password');
  await assertGoodPassword(
    body.new_password,
    { name: account.name, email: account.email ?? account.userName ?? '' },
    'new_password',
  );
  if (account.mustChangePassword && body.new_password === body.current_password)
    throw new AppError('validation_failed', {
      params: { fields: 'new_password' },
      errors: { new_password: ['Expected another password than the one that was given'] },
    });
  const { tokenVersion } = account;
  await inTurn(async () => {
    const isRight = await verifyPassword(passwordHash, body.current_password);
    // Only from the version that was checked: of two changes at once the later finds its current password gone.
    const changed =
      isRight &&
      (await usersOf(em)
        .updateTable('users')
        .set({
          password_hash: await hashPassword(body.new_password),
          token_version: tokenVersion + 1,
          must_change_password: false,
        })
        .where('id', '=', accountId)
        .where('token_version', '=', tokenVersion)
        .returning('id')
        .executeTakeFirst());
    if (!changed)
      throw new AppError('wrong_current_password', {
        errors: { current_password: ['The current password is wrong'] },
      });
  });
  const changed = await em.refreshOrFail(account);
  // Disabled in this moment, perhaps: a token of the version that is read here would be good all the same.
  if (changed.tokenVersion !== tokenVersion + 1) throw new AppError('unauthenticated');
  return changed;
}

/** Throws `validation_failed` when a password was typed differently the second time. */
export function assertConfirmed(password: string, confirmation: string, field: string): void {
  if (password === confirmation) return;
  const errors: FieldErrors = { [field]: ['The confirmation differs from the password'] };
  throw new AppError('validation_failed', { params: { fields: field }, errors });
}
