import type { Pool } from 'pg';
import { recordAudit } from '../../audit/audit-log.ts';
import { isoTime } from '../../contract/clock.ts';
import { AppError } from '../../contract/errors.ts';
import { administers, type Role } from '../../contract/roles.ts';
import { type Db, inTransaction, type Tx } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { Account } from '../account.entity.ts';
import {
  accountById,
  accountsByLogin,
  addressOf,
  createAccount,
  followZone,
  isPasswordOf,
  users,
  zoneOr,
} from '../account.ts';
import { confirmAddress } from '../address-proof.ts';
import type { Caller, LoginGuard } from '../login-guard.ts';
import type { SchoolIdentity } from './school-identity.ts';
import type { SchoolLogin } from './school-login.entity.ts';
import type { OwnSchoolLogin, SchoolLoginBody, SchoolQuestion } from './school-login.schema.ts';
import { allowTime, consume, identityOf, type VisitKey } from './school-visit.ts';

/**
 * Uses up the proof that the owner of an account has just logged in at the school once more: it counts as the password does.
 * Throws `school_login_gone`, or `school_login_other` for an account of the school that is not connected with this one.
 */
export async function proveBySchool(pool: Pool, accountId: number, key: VisitKey): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const identity = await identityOf(tx, key, { userId: accountId, confirms: true });
    await consume(tx, key);
    if ((await connectedAccount(tx, identity)) !== accountId) throw new AppError('school_login_other');
  });
}

/** Plain SQL: an account with what is connected, if anything is. */
export async function ownSchoolLogin(db: Db, accountId: number): Promise<OwnSchoolLogin> {
  const { rows } = await db.query<{ email: string | null; since: string | null; has_password: boolean }>(
    `/* ownSchoolLogin */ select s.email, s.connected_at as since, u.password_hash is not null as has_password
     from users u left join school_logins s on s.user_id = u.id where u.id = $1`,
    [accountId],
  );
  const { email, since, has_password } = rows[0]!;
  return { connected: since === null ? null : { email, since: isoTime(since) }, has_password };
}

/** Throws `school_login_connected` for an account that is connected: nothing is replaced silently. */
export async function requireUnconnected(pool: Pool, accountId: number): Promise<void> {
  if (await isConnected(pool, accountId)) throw new AppError('school_login_connected');
}

/** Throws `school_login_only_way` for an account without a password. */
export async function requireOtherWay(pool: Pool, accountId: number): Promise<void> {
  const { has_password } = await ownSchoolLogin(pool, accountId);
  if (!has_password) throw new AppError('school_login_only_way');
}

/** Puts a letter to a confirmed address where the workers find it. */
type Inform = (tx: Tx, address: string) => Promise<void>;

/**
 * Disconnects what is connected, and informs the account's confirmed address. The caller has proved by the password who
 * it is.
 */
export const disconnectAccount = (
  pool: Pool,
  accountId: number,
  { inform }: { inform: Inform },
): Promise<void> =>
  inTransaction(pool, async (tx) => {
    const gone = await logins(tx)
      .deleteFrom('school_logins')
      .where('user_id', '=', accountId)
      .executeTakeFirst();
    if (!gone.numDeletedRows) return;
    await recordAudit(tx, [{ actorId: accountId, act: 'person.school_disconnected', personId: accountId }]);
    const { email, email_confirmed_at: confirmedAt } = await accountById(tx, accountId);
    if (email !== null && confirmedAt !== null) await inform(tx, email);
  });

/** The account that somebody comes in with, or what they have to say first. */
export type Entry = { account: Account; question?: never } | { question: SchoolQuestion; account?: never };

interface Entering {
  body: SchoolLoginBody;
  /** The browser's cookie. */
  browser: string;
  defaultZone: string;
  guard: LoginGuard;
  caller: Caller;
  /** Decides whether a new account may be made, and throws why not. */
  admit(role: Role): { awaitsApproval: boolean };
}

/**
 * Lets in a person who has come back from the school's login: with the account that is connected, with the one that has
 * the same confirmed address, or with a new one. An address that nobody has confirmed here takes the password once.
 * Throws `school_login_gone`, `account_disabled`, `school_login_administrator`, `school_address_unconfirmed`,
 * `school_address_taken`, `wrong_credentials`, what `admit` throws for a new account, and what the guard throws.
 */
export async function enterBySchool(pool: Pool, entering: Entering): Promise<Entry> {
  const { admit, body, browser, defaultZone } = entering;
  const key = { code: body.code, browser };
  // Before the transaction: nothing is locked while a password is hashed.
  const proved = await provedByPassword(pool, key, entering);
  return inTransaction(pool, async (tx): Promise<Entry> => {
    const identity = await lockedIdentity(tx, key, null);
    const found = await findAccount(tx, identity);
    const isTheirs = found?.isTheirs || (found && found.account.id === proved);
    const role = identity.role ?? body.role;
    if (found ? !isTheirs : !role) {
      await allowTime(tx, key);
      const { name, email } = identity;
      return { question: { wanted: found ? 'password' : 'role', name, email: email! } };
    }
    await consume(tx, key);
    const account =
      found?.account ??
      (await createAccount(tx, {
        name: identity.name,
        email: identity.email!,
        passwordHash: null,
        role: role!,
        timeZone: zoneOr(body.time_zone, defaultZone),
        // A teacher waits until somebody has looked whether they are one: here the school has said so.
        awaitsApproval: admit(role!).awaitsApproval && identity.role === null,
      }));
    const connected = found?.isConnected ? account : (await connect(tx, account, identity)).account;
    return { account: await followZone(tx, connected, body.time_zone) };
  });
}

/**
 * Connects an account that is logged in with the person who has come back, and informs its confirmed address. An
 * address that nobody has confirmed may be somebody else's, who would then find a stranger connected: it must be the
 * school's as well, and is confirmed by that. Returns the account when its sessions have ended with it. Throws
 * `school_login_gone`, `school_login_administrator`, `school_login_taken`, `school_login_connected`,
 * `address_unconfirmed`, or `email_taken` for an address that was only claimed and is somebody else's.
 */
export async function connectAccount(
  pool: Pool,
  accountId: number,
  { key, inform }: { key: VisitKey; inform: Inform },
): Promise<Account | null> {
  return inTransaction(pool, async (tx) => {
    const identity = await lockedIdentity(tx, key, accountId);
    // The account before its connection, in the order of the administrator's changes.
    const row = users(tx).selectFrom('users').selectAll().where('id', '=', accountId).forUpdate();
    const account = await row.executeTakeFirstOrThrow();
    requireMayEnter(account);
    const connected = await connectedAccount(tx, identity);
    if (connected !== undefined && connected !== accountId) throw new AppError('school_login_taken');
    await consume(tx, key);
    if (connected !== undefined) return null;
    const { email_confirmed_at: confirmedAt } = account;
    const address = addressOf(account);
    if (address !== null && confirmedAt === null && !hasAddress(account, identity))
      throw new AppError('address_unconfirmed');
    if (await isConnected(tx, accountId)) throw new AppError('school_login_connected');
    const { account: after, isFirst } = await connect(tx, account, identity);
    await recordAudit(tx, [{ actorId: accountId, act: 'person.school_connected', personId: accountId }]);
    if (address !== null && confirmedAt !== null) await inform(tx, address);
    return isFirst ? after : null;
  });
}

/** Returns the person who came back, while no other call decides about the same person of the school. */
async function lockedIdentity(tx: Tx, key: VisitKey, accountId: number | null): Promise<SchoolIdentity> {
  const identity = await identityOf(tx, key, { userId: accountId, confirms: false });
  const { issuer, subject } = identity;
  const who = `school login ${JSON.stringify([issuer, subject])}`;
  await tx.query('/* lockedIdentity */ select pg_advisory_xact_lock(hashtextextended($1, 0))', [who]);
  return identity;
}

const logins = (db: Db) => tables<typeof SchoolLogin>(db);

const isConnected = async (db: Db, accountId: number): Promise<boolean> =>
  (await ownSchoolLogin(db, accountId)).connected !== null;

/** Returns the id of the account that is connected with a person of the school. */
async function connectedAccount(db: Db, { issuer, subject }: SchoolIdentity): Promise<number | undefined> {
  const connected = await logins(db)
    .selectFrom('school_logins')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return connected?.user_id;
}

/**
 * The account that is connected, or that has the address, and whether it is shown that this person has it. Throws why it may
 * not be entered so.
 */
async function findAccount(
  db: Db,
  identity: SchoolIdentity,
): Promise<{ account: Account; isConnected: boolean; isTheirs: boolean } | null> {
  const connected = await connectedAccount(db, identity);
  if (connected !== undefined) {
    const account = await accountById(db, connected);
    requireMayEnter(account);
    return { account, isConnected: true, isTheirs: true };
  }
  const { email } = identity;
  if (email === null) throw new AppError('school_address_unconfirmed');
  // What somebody only claims is nobody's: the school says whose the address is.
  const { own: account } = await accountsByLogin(db, email, []);
  if (!account) return null;
  requireMayEnter(account);
  // An address that the school has given to somebody else is no way into its earlier owner's account.
  if (await isConnected(db, account.id)) throw new AppError('school_address_taken');
  const isTheirs = account.email_confirmed_at !== null;
  return { account, isConnected: false, isTheirs };
}

function requireMayEnter({ role, disabled_at }: Account): void {
  if (administers(role)) throw new AppError('school_login_administrator');
  if (disabled_at) throw new AppError('account_disabled');
}

/** Returns the account of the address if the password that was sent is its own; undefined when none was sent. */
async function provedByPassword(
  pool: Pool,
  key: VisitKey,
  { body: { password }, guard, caller }: Entering,
): Promise<number | undefined> {
  if (password === undefined) return undefined;
  const identity = await identityOf(pool, key, { userId: null, confirms: false });
  const found = await findAccount(pool, identity);
  if (!found || found.isTheirs) return undefined;
  const { account } = found;
  return guard.login({ own: account, claim: undefined }, identity.email!, caller, async () => {
    if (!(await isPasswordOf(account, password))) throw new AppError('wrong_credentials');
    return account.id;
  });
}

const hasAddress = (account: Account, { email }: SchoolIdentity): boolean =>
  email !== null && addressOf(account)?.toLowerCase() === email.toLowerCase();

/** Both are the same person's now, and so is the address, which is confirmed by that when nobody had before. */
async function connect(
  tx: Tx,
  account: Account,
  identity: SchoolIdentity,
): Promise<{ account: Account; isFirst: boolean }> {
  const { issuer, subject, email } = identity;
  const isFirst = account.email_confirmed_at === null && hasAddress(account, identity);
  // Before the connection is made, which would end with those of before.
  const after = isFirst ? (await confirmAddress(tx, account.id, email!)).account : account;
  const connection = { issuer, subject, user_id: account.id, email };
  await logins(tx).insertInto('school_logins').values(connection).execute();
  return { account: after, isFirst };
}
