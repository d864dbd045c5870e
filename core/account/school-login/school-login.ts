import { type EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { Account } from '../account.entity.ts';
import { createAccount, zoneOr } from '../account.ts';
import type { Caller, LoginGuard } from '../login-guard.ts';
import { verifyPassword } from '../password.ts';
import { ROLES, type Role } from '../roles.ts';
import type { SchoolIdentity } from './school-identity.ts';
import { SchoolLogin } from './school-login.entity.ts';
import type { SchoolLoginBody, SchoolQuestion } from './school-login.schema.ts';
import { allowTime, consume, identityOf, type VisitKey } from './school-visit.ts';

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
 * Lets in who has come back from the school's login: with the account that is connected, with the one that has the same
 * confirmed address, or with a new one. An address that nobody has confirmed here takes the password once. Throws
 * `school_login_gone`, `account_disabled`, `school_login_administrator`, `school_address_unconfirmed`,
 * `school_address_taken`, `wrong_credentials`, what `admit` throws for a new account, and what the guard throws.
 */
export async function enterBySchool(em: EntityManager, entering: Entering): Promise<Entry> {
  const { admit, body, browser, defaultZone } = entering;
  const key = { code: body.code, browser };
  // Before the transaction: nothing is locked while a password is hashed.
  const proved = await provedByPassword(em.fork(), key, entering);
  return em.transactional(async (tx) => {
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
        password: null,
        role: role!,
        timeZone: zoneOr(body.time_zone, defaultZone),
        ...admit(role!),
      }));
    if (!found?.isConnected) await connect(tx, account.id, identity);
    if (!account.timeZoneChosen) account.timeZone = zoneOr(body.time_zone, account.timeZone);
    return { account };
  });
}

/**
 * Connects an account that is logged in with who has come back, in the place of whom it was connected with. Throws
 * `school_login_gone`, `school_login_administrator` or `school_login_taken`.
 */
export async function connectAccount(em: EntityManager, accountId: number, key: VisitKey): Promise<void> {
  await em.transactional(async (tx) => {
    const identity = await lockedIdentity(tx, key, accountId);
    // The account before its connection, in the order of the administrator's changes.
    requireMayEnter(await tx.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE }));
    const connected = await tx.findOne(SchoolLogin, whoseIs(identity));
    if (connected && connected.userId !== accountId) throw new AppError('school_login_taken');
    await consume(tx, key);
    if (connected) return;
    await tx.nativeDelete(SchoolLogin, { userId: accountId });
    await connect(tx, accountId, identity);
  });
}

/** Returns the person who came back, while no other call decides about the same person of the school. */
async function lockedIdentity(
  tx: EntityManager,
  key: VisitKey,
  accountId: number | null,
): Promise<SchoolIdentity> {
  const identity = await identityOf(tx, key, { userId: accountId, confirms: false });
  const { issuer, subject } = identity;
  const who = `school login ${JSON.stringify([issuer, subject])}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${who}, 0))`.execute(tx.getKysely());
  return identity;
}

const whoseIs = ({ issuer, subject }: SchoolIdentity) => ({ issuer, subject });

interface Found {
  account: Account;
  isConnected: boolean;
  /** It is shown that this person has it. */
  isTheirs: boolean;
}

/** The account that is connected, or that has the address. Throws why it may not be entered so. */
async function findAccount(em: EntityManager, identity: SchoolIdentity): Promise<Found | null> {
  const connected = await em.findOne(SchoolLogin, whoseIs(identity));
  if (connected) {
    const account = await em.findOneOrFail(Account, connected.userId);
    requireMayEnter(account);
    return { account, isConnected: true, isTheirs: true };
  }
  const { email } = identity;
  if (email === null) throw new AppError('school_address_unconfirmed');
  const account = await em.findOne(Account, { [raw('lower(email)')]: email.toLowerCase() });
  if (!account) return null;
  requireMayEnter(account);
  // An address that was given to somebody else at the school is no way to who had it before.
  if (await em.count(SchoolLogin, { userId: account.id })) throw new AppError('school_address_taken');
  return { account, isConnected: false, isTheirs: account.emailConfirmedAt !== null };
}

function requireMayEnter({ role, disabledAt }: Account): void {
  if (ROLES[role].login === 'administration') throw new AppError('school_login_administrator');
  if (disabledAt) throw new AppError('account_disabled');
}

/** Returns the account of the address if the password that was sent is its own; undefined when none was sent. */
async function provedByPassword(
  em: EntityManager,
  key: VisitKey,
  { body: { password }, guard, caller }: Entering,
): Promise<number | undefined> {
  if (password === undefined) return undefined;
  const identity = await identityOf(em, key, { userId: null, confirms: false });
  const found = await findAccount(em, identity);
  if (!found || found.isTheirs) return undefined;
  return guard.login(found.account, identity.email!, caller, async () => {
    if (!(await verifyPassword(found.account.passwordHash ?? undefined, password)))
      throw new AppError('wrong_credentials');
    return found.account.id;
  });
}

/** Both are the same person's now, and so is the address. */
async function connect(tx: EntityManager, userId: number, identity: SchoolIdentity): Promise<void> {
  const { issuer, subject, email } = identity;
  await tx.insert(SchoolLogin, { issuer, subject, userId, email });
  if (email === null) return;
  await sql`update users set email_confirmed_at = now()
    where id = ${userId} and lower(email) = ${email.toLowerCase()} and email_confirmed_at is null`.execute(
    tx.getKysely(),
  );
}
