import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { isoTime } from '../contract/clock.ts';
import { AppError, orThrow } from '../contract/errors.ts';
import type { Role } from '../contract/roles.ts';
import { lockedAsTheyAre } from '../postgres/several-servers.ts';
import { type Db, inTransaction } from '../postgres/transaction.ts';
import type { OwnSession } from './own-account.schema.ts';

/** Ended tokens of one account that are kept one by one; every request of the account looks through them. */
const ENDED_MAX = 100;

/**
 * Ends one token of an account, in every process. More than a hundred within a token's life are no person's logouts: all
 * tokens of the account end then. Plain SQL: the tokens are counted in the statement that ends them.
 */
export async function endToken(
  pool: Pool,
  accountId: number,
  token: { id: string; endsAt: number },
): Promise<void> {
  await pool.query(
    `/* endToken */ with session as (delete from sessions where user_id = $1 and token_id = $2)
     insert into ended_tokens (user_id, token_id, ends_at) values ($1, $2, to_timestamp($3))
     on conflict do nothing`,
    [accountId, token.id, token.endsAt / 1_000],
  );
  await pool.query(
    `/* endToken */ with old as (delete from ended_tokens where user_id = $1
       and (select count(*) from ended_tokens where user_id = $1 and ends_at > now()) > $2)
     update users set token_version = token_version + 1
     where id = $1 and (select count(*) from ended_tokens where user_id = $1 and ends_at > now()) > $2`,
    [accountId, ENDED_MAX],
  );
}

/** The first that is named counts: browsers also name those that they are made of, or pretend to be. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\bZalo\b/, 'Zalo'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biP(?:hone|od)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself is of any length; what is looked for stands early. */
const LOOKED_AT = 500;

/** Returns browser and system as people call them, without versions; null for what is not known. */
export function sessionDevice(userAgent: string | undefined) {
  const text = userAgent?.slice(0, LOOKED_AT) ?? '';
  const first = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(text))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}

/*
 * Where accounts are logged in. The rows only tell of it: a token is good or not by its version and by the ended ones,
 * so that no request looks here. Plain SQL: compared and timed by the database's clock.
 */

/** Sessions of one account that are listed, and kept: those that were here last. */
const LISTED_MAX = 100;

interface NewSession {
  token: { id: string; endsAt: number };
  userAgent: string | undefined;
}

/**
 * Writes down a session that begins. Throws `unauthenticated` when all sessions of the account were ended since it was
 * read: this one would be no good.
 */
export async function writeSession(
  db: Db,
  account: Pick<KnownAccount, 'id' | 'tokenVersion'>,
  { token, userAgent }: NewSession,
): Promise<void> {
  const { browser, system } = sessionDevice(userAgent);
  // The lock waits for a call that is ending all sessions, whose trigger would not see this row.
  const { rowCount } = await db.query(
    `/* writeSession */ with account as (select id from users where id = $1 and token_version = $2 ${lockedAsTheyAre()})
     insert into sessions (user_id, token_id, ends_at, browser, system)
     select id, $3, to_timestamp($4), $5, $6 from account`,
    [account.id, account.tokenVersion, token.id, token.endsAt / 1_000, browser, system],
  );
  if (!rowCount) throw new AppError('unauthenticated');
  await db.query(
    `/* writeSession */ delete from sessions where id in (
       select id from sessions where user_id = $1 order by seen_at desc, id desc offset $2)`,
    [account.id, LISTED_MAX],
  );
}

/** The sessions of an account that have not ended, those that were here last first; `tokenId` is the caller's. */
export async function ownSessions(pool: Pool, accountId: number, tokenId: string): Promise<OwnSession[]> {
  const { rows } = await pool.query<{
    id: number;
    browser: string | null;
    system: string | null;
    begun_at: Date;
    seen_at: Date;
    is_this: boolean;
  }>(
    `/* ownSessions */ select id, browser, system, begun_at, seen_at, token_id = $2 as is_this
     from sessions where user_id = $1 and ends_at > now()
     order by token_id = $2 desc, seen_at desc, id desc limit $3`,
    [accountId, tokenId, LISTED_MAX],
  );
  return rows.map(({ begun_at, seen_at, ...row }) => ({
    ...row,
    begun_at: isoTime(begun_at),
    seen_at: isoTime(seen_at),
  }));
}

/**
 * Ends one session of an account. Throws `session_not_found`, also for one that has ended, and `own_session` for the
 * caller's, which ends by a logout.
 */
export async function endSession(
  pool: Pool,
  { accountId, tokenId }: { accountId: number; tokenId: string },
  sessionId: number,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; ends_at: Date }>(
    `/* endSession */ select token_id as id, ends_at from sessions where id = $1 and user_id = $2 and ends_at > now()`,
    [sessionId, accountId],
  );
  const session = orThrow(rows[0], 'session_not_found');
  if (session.id === tokenId) throw new AppError('own_session');
  await endToken(pool, accountId, { id: session.id, endsAt: Date.parse(isoTime(session.ends_at)) });
}

/**
 * Ends every session of an account by its token version, also those without a row. Writes down a new one for the
 * caller. Returns the account as it is then. Throws `unauthenticated` when the caller's own was ended meanwhile.
 */
export function endOtherSessions(
  pool: Pool,
  caller: { accountId: number; tokenVersion: number; tokenId: string },
  newToken: (role: Role) => NewSession,
): Promise<Pick<KnownAccount, 'id' | 'tokenVersion' | 'role'> & Pick<NewSession, 'token'>> {
  return inTransaction(pool, async (tx) => {
    // Waits for a call that ends the caller's token at this moment: it holds the row for its foreign key.
    await tx.query('/* endOtherSessions */ select 1 from users where id = $1 for update', [caller.accountId]);
    const { rows } = await tx.query<Pick<KnownAccount, 'id' | 'tokenVersion' | 'role'>>(
      `/* endOtherSessions */ update users set token_version = token_version + 1 where id = $1 and token_version = $2
         and not exists (select 1 from ended_tokens where user_id = $1 and token_id = $3)
       returning id, role, token_version as "tokenVersion"`,
      [caller.accountId, caller.tokenVersion, caller.tokenId],
    );
    const account = orThrow(rows[0], 'unauthenticated');
    const session = newToken(account.role);
    await writeSession(tx, account, session);
    return { ...account, token: session.token };
  });
}
