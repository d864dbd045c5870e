import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isoTime } from '../contract/clock.ts';
import { AppError, invalidField } from '../contract/errors.ts';
import type { Role } from '../contract/roles.ts';
import { type Db, inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { isTimeZone } from '../process/config.ts';
import { levelled } from '../text/normal-form.ts';
import { tidyLine } from '../text/tidy-text.ts';
import type { Account } from './account.entity.ts';
import {
  type ChangePasswordBody,
  FIRST_SETTINGS,
  type LoginBody,
  OWN_SETTINGS,
  type OwnSettings,
  type RegisterBody,
  type User,
} from './account.schema.ts';
import { comparedWith } from './first-password.ts';
import type { Caller, LoginAccounts, LoginGuard } from './login-guard.ts';
import { comparePassword, hashPassword, verifyPassword } from './password.ts';
import { isSamePassword } from './password-form.ts';
import { assertGoodPassword } from './password-rules.ts';

/** Of the administrator whose address was not configured. */
const DEFAULT_EMAIL = 'admin@localhost';

/**
 * Makes the administrator when there is none; returns undefined when there is one. A password that was made here is known at
 * this moment only.
 */
export async function ensureAdministrator(
  tx: Tx,
  options: { email?: string | undefined; password?: string | undefined; timeZone: string },
): Promise<{ account: Account; generatedPassword: string | undefined } | undefined> {
  const known = await users(tx)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .execute();
  if (known.length) return undefined;
  const generatedPassword = options.password ? undefined : randomBytes(12).toString('base64url');
  const account = await createAccount(tx, {
    name: 'Admin',
    email: options.email ?? DEFAULT_EMAIL,
    passwordHash: await hashPassword(options.password ?? generatedPassword!),
    role: 'admin',
    timeZone: options.timeZone,
  });
  return { account, generatedPassword };
}

/** The address that an account has, or claims, which nobody has confirmed then. */
export const addressOf = ({
  email,
  claimed_email,
}: Pick<Account, 'email' | 'claimed_email'>): string | null => email ?? claimed_email;

/** What may leave the server of an account. */
export const toUser = ({ id, name, user_name, role, ...rest }: Account): User => ({
  ...{ id, name, email: addressOf(rest), user_name, role },
  ...(rest.must_change_password && { must_change_password: true }),
  ...(rest.awaits_approval && { awaits_approval: true }),
  ...(rest.language && { language: rest.language }),
  ...(Object.fromEntries(
    OWN_SETTINGS.flatMap((key) => (rest[key] === FIRST_SETTINGS[key] ? [] : [[key, rest[key]]])),
  ) as Partial<OwnSettings>),
  ...(rest.delete_at &&
    rest.delete_reason && { delete_at: isoTime(rest.delete_at), delete_reason: rest.delete_reason }),
});

/** The accounts, for statements on their rows. */
export const users = (db: Db) => tables<typeof Account>(db);

/** Returns the account of an id. Throws when there is none any more. */
export const accountById = (db: Db, id: number): Promise<Account> =>
  users(db).selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Returns the account of an address, or of a user name, in which no @ is. Of those that only claim the address one comes with
 * it: that of the browser, then of its network (`places`), else one that is not disabled, the newest. So nobody is kept out
 * by a later claim: the account that has the address is looked at as well, and a claim on its own device.
 */
export async function accountsByLogin(
  db: Db,
  login: string,
  places: readonly Buffer[],
): Promise<LoginAccounts> {
  const text = levelled(login).toLowerCase();
  const isAddress = text.includes('@');
  const column = isAddress ? sql<string>`lower(email)` : sql<string>`lower(user_name)`;
  const own = await users(db).selectFrom('users').selectAll().where(column, '=', text).executeTakeFirst();
  if (!isAddress) return { own, claim: undefined };
  // Plain SQL: the places stand in their order.
  const { rows } = await db.query<Account>(
    `/* accountsByLogin */ select u.* from users u where lower(u.claimed_email) = $1 and u.email is null
     order by (select min(array_position($2::bytea[], p.place)) from login_places p
               where p.user_id = u.id and p.place = any ($2::bytea[])) nulls last,
       u.disabled_at is not null, u.id desc
     limit 1`,
    [text, places],
  );
  return { own, claim: rows[0] };
}

/** `zone`, if it is one. */
export const zoneOr = (zone: string | undefined, fallback: string): string =>
  zone && isTimeZone(zone) ? zone : fallback;

export interface NewAccount {
  name: string;
  email: string;
  /** True: the address is not theirs until it is confirmed. The account has it if nobody else does. */
  isClaim?: boolean;
  /** Null for a user who logs in at the school, which has confirmed the address. */
  passwordHash: string | null;
  role: Role;
  timeZone: string;
  /** A teacher whom the administrator lets in later. */
  awaitsApproval?: boolean;
}

/** Does work that hashes when its turn has come. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes an account. Throws `email_taken`, unless the address is only claimed; upper and lower case make no other one. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<Account> {
  const address = account.email.trim();
  const insert = (email: string | null) =>
    users(tx)
      .insertInto('users')
      .values({
        name: tidyLine(account.name),
        email,
        ...(account.isClaim && { claimed_email: address }),
        password_hash: account.passwordHash,
        ...(account.passwordHash === null && { email_confirmed_at: sql<Date>`now()` }),
        role: account.role,
        time_zone: account.timeZone,
        awaits_approval: account.awaitsApproval ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
  const created = await insert(account.isClaim && (await hasOwner(tx, address)) ? null : address);
  // Somebody has taken the address in this moment.
  const claimed = created ?? (account.isClaim ? await insert(null) : undefined);
  if (claimed) return claimed;
  throw new AppError('email_taken', {
    errors: { email: ['An account with this email address already exists'] },
  });
}

/** Whether an account has this address. */
const hasOwner = async (tx: Tx, address: string): Promise<boolean> =>
  (await tx.query('/* hasOwner */ select 1 from users where lower(email) = lower($1)', [address]))
    .rowCount === 1;

/**
 * Registers a student or a teacher. `admit` says how a person comes in, and throws for a person who may not. Throws
 * `validation_failed`, `common_password` or `email_taken`.
 */
export async function register(
  pool: Pool,
  body: RegisterBody,
  options: {
    defaultZone: string;
    inTurn: InTurn;
    admit(body: RegisterBody): Promise<{ awaitsApproval: boolean }>;
    /** True where emails are sent: the address is claimed, and `email_taken` is never thrown. */
    claims: boolean;
    /** What belongs to the account, in the same transaction. */
    alongWith?: ((tx: Tx, userId: number) => Promise<void>) | undefined;
  },
): Promise<Account> {
  assertConfirmed(body.password, body.password_confirmation, 'password_confirmation');
  if (tidyLine(body.name) === '') throw invalidField('name', 'Expected a letter that can be seen');
  await assertGoodPassword(body.password, body, 'password');
  const timeZone = zoneOr(body.time_zone, options.defaultZone);
  const { awaitsApproval } = await options.admit(body);
  const passwordHash = await options.inTurn(() => hashPassword(body.password));
  return inTransaction(pool, async (tx) => {
    const { name, email, role } = body;
    const account = await createAccount(tx, {
      ...{ name, email, role, passwordHash, timeZone, awaitsApproval },
      isClaim: options.claims,
    });
    await options.alongWith?.(tx, account.id);
    return account;
  });
}

/** Compares a password with that of an account, as `comparePassword` does; without one it takes as long. */
const comparedPassword = (account: Account | undefined, typed: string) =>
  comparePassword(account?.password_hash ?? undefined, account ? comparedWith(account, typed) : typed, {
    typed,
  });

/** Whether a password is that of an account; without one it takes as long, and is not. */
export const isPasswordOf = async (account: Account | undefined, typed: string): Promise<boolean> =>
  (await comparedPassword(account, typed)).isRight;

interface LoginOptions {
  guard: LoginGuard;
  caller: Caller;
  mayEnter(account: Account): boolean;
  /** As `register` has it: an address then costs two hashes, so that nobody learns whether one has it or claims it. */
  claims: boolean;
}

/**
 * Returns the account of an address or user name and a password. Brings its time zone up to date unless it was chosen.
 * Throws `wrong_credentials`, as slowly for an unknown address as for a wrong password, `account_disabled`, and what
 * the guard throws.
 */
export async function login(
  pool: Pool,
  body: LoginBody,
  { guard, caller, mayEnter, claims }: LoginOptions,
): Promise<Account> {
  const { email, password } = body;
  const found = await accountsByLogin(pool, email, guard.placesOf(caller));
  const asksTwo = found.claim !== undefined || (claims && email.includes('@'));
  const account = await guard.login(found, email, caller, async ({ own, claim }) => {
    const enter = async (one: Account | undefined) => {
      const { isRight, isOutdated } = await comparedPassword(one, password);
      return isRight && one && mayEnter(one) ? { account: one, isOutdated } : undefined;
    };
    const asOwner = await enter(own);
    // An owner who has not confirmed the address may be a stranger: no hash fewer says that nobody had it.
    const asksClaim = asksTwo && (!asOwner || asOwner.account.claimed_email !== null);
    const asClaim = asksClaim ? await enter(claim) : undefined;
    const entered = asOwner ?? asClaim;
    if (!entered) throw new AppError('wrong_credentials');
    const { account, isOutdated } = entered;
    // Only to a user who knows the password: others learn nothing of the account.
    if (account.disabled_at) throw new AppError('account_disabled');
    if (isOutdated) await renewHash(pool, account, comparedWith(account, password));
    return account;
  });
  return followZone(pool, account, body.time_zone);
}

/** Returns an account with the time zone of the browser, which each login brings, unless one was chosen. */
export async function followZone(db: Db, account: Account, zone: string | undefined): Promise<Account> {
  const time_zone = account.time_zone_chosen ? account.time_zone : zoneOr(zone, account.time_zone);
  if (time_zone === account.time_zone) return account;
  await users(db).updateTable('users').set({ time_zone }).where('id', '=', account.id).execute();
  return { ...account, time_zone };
}

/** Hashes as it is done today; a change of the password meanwhile wins. */
async function renewHash(pool: Pool, { id, password_hash }: Account, password: string): Promise<void> {
  await users(pool)
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}

/**
 * Changes a password and ends every session of the account. Throws `common_password`, `wrong_current_password`,
 * `no_password`, or `unauthenticated` when somebody else has ended the sessions meanwhile.
 */
export async function changePassword(
  pool: Pool,
  accountId: number,
  body: ChangePasswordBody,
  inTurn: InTurn,
): Promise<Account> {
  assertConfirmed(body.new_password, body.new_password_confirmation, 'new_password_confirmation');
  const account = await accountById(pool, accountId);
  const { password_hash, token_version } = account;
  if (password_hash === null) throw new AppError('no_password');
  await assertGoodPassword(
    body.new_password,
    { name: account.name, email: addressOf(account) ?? account.user_name ?? '' },
    'new_password',
  );
  const current = comparedWith(account, body.current_password);
  if (account.must_change_password && isSamePassword(comparedWith(account, body.new_password), current))
    throw invalidField('new_password', 'Expected another password than the one that was given');
  await inTurn(async () => {
    const isRight = await verifyPassword(password_hash, current);
    // Only from the version that was checked: of two changes at once the later finds its current password gone.
    const changed =
      isRight &&
      (await users(pool)
        .updateTable('users')
        .set({
          password_hash: await hashPassword(body.new_password),
          token_version: token_version + 1,
          must_change_password: false,
        })
        .where('id', '=', accountId)
        .where('token_version', '=', token_version)
        .returning('id')
        .executeTakeFirst());
    if (!changed)
      throw new AppError('wrong_current_password', {
        errors: { current_password: ['The current password is wrong'] },
      });
  });
  const changed = await accountById(pool, accountId);
  // Disabled in this moment, perhaps: a token of the version that is read here would be good all the same.
  if (changed.token_version !== token_version + 1) throw new AppError('unauthenticated');
  return changed;
}

/** Throws `validation_failed` when a password was typed differently the second time. */
export function assertConfirmed(password: string, confirmation: string, field: string): void {
  if (!isSamePassword(password, confirmation))
    throw invalidField(field, 'The confirmation differs from the password');
}
