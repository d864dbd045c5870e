import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { Db } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import type { SchoolIdentity } from './school-identity.ts';
import type { SchoolVisit } from './school-login.entity.ts';
import type { VisitSecret } from './school-provider.ts';

/** Somebody's way to the school's login and back. */
export interface Visit {
  /** The account that is logged in and connects or confirms; null for a login. */
  userId: number | null;
  /** The account confirms who it is, and connects nothing. */
  confirms: boolean;
  /** Where to go on afterwards. */
  next: string | null;
}

/** A visit that has come back from the school's login; `begunAt` in seconds since 1970. */
type EndedVisit = Visit & { begunAt: number };

/** What opens a visit that has come back: the code from the address, and the browser's cookie. */
export interface VisitKey {
  code: string;
  browser: string;
}

const digest = (what: 'away' | 'back', outer: string, browser: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([what, outer, browser]))
    .digest();

const digestOf = ({ code, browser }: VisitKey): Buffer => digest('back', code, browser);

/** Remembers for ten minutes that a browser has gone to the school's login. */
export async function beginVisit(pool: Pool, { state, browser }: VisitSecret, visit: Visit): Promise<void> {
  await visits(pool)
    .insertInto('school_visits')
    .values({
      secret: digest('away', state, browser),
      user_id: visit.userId,
      next: visit.next,
      confirms: visit.confirms,
      ends_at: sql<Date>`clock_timestamp() + interval '10 minutes'`,
    })
    .execute();
}

/** Returns the visit of a browser that comes back, once; undefined when it has none, or too old a one. */
export async function endVisit(pool: Pool, { state, browser }: VisitSecret): Promise<EndedVisit | undefined> {
  const { rows } = await pool.query<EndedVisit & { open: boolean }>(
    `/* endVisit */ with ended as (
       delete from school_visits where secret = $1 returning user_id, next, confirms, ends_at
     )
     select user_id as "userId", next, confirms, extract(epoch from ends_at - interval '10 minutes')::float8 as "begunAt",
       ends_at > clock_timestamp() as open from ended`,
    [digest('away', state, browser)],
  );
  return rows[0]?.open ? rows[0] : undefined;
}

/** Keeps who came back, for a minute, in which the client fetches it with the code. */
export async function keepIdentity(
  pool: Pool,
  key: VisitKey,
  visit: Visit,
  identity: SchoolIdentity,
): Promise<void> {
  await visits(pool)
    .insertInto('school_visits')
    .values({
      secret: digestOf(key),
      user_id: visit.userId,
      confirms: visit.confirms,
      identity: sql`${JSON.stringify(identity)}`,
      ends_at: sql<Date>`clock_timestamp() + interval '1 minute'`,
    })
    .execute();
}

const visits = (db: Db) => tables<typeof SchoolVisit>(db);

/** Returns who came back for this account and this purpose, or for a login with null. Throws `school_login_gone`. */
export async function identityOf(
  db: Db,
  key: VisitKey,
  { userId, confirms }: Pick<Visit, 'userId' | 'confirms'>,
): Promise<SchoolIdentity> {
  const row = await visits(db)
    .selectFrom('school_visits')
    .select('identity')
    .where('secret', '=', digestOf(key))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('confirms', '=', confirms)
    .where('ends_at', '>', sql<Date>`(select clock_timestamp())`)
    .executeTakeFirst();
  if (!row?.identity) throw new AppError('school_login_gone');
  return row.identity;
}

/** Uses the code up, in the transaction of what it was for. Throws `school_login_gone` when another call has. */
export async function consume(db: Db, key: VisitKey): Promise<void> {
  await visits(db)
    .deleteFrom('school_visits')
    .where('secret', '=', digestOf(key))
    .returning('secret')
    .executeTakeFirstOrThrow(() => new AppError('school_login_gone'));
}

/** Gives ten minutes to answer a question. The first time only: asking again makes it no longer. */
export async function allowTime(db: Db, key: VisitKey): Promise<void> {
  await visits(db)
    .updateTable('school_visits')
    .set({ asked: true, ends_at: sql<Date>`(select clock_timestamp()) + interval '10 minutes'` })
    .where('secret', '=', digestOf(key))
    .where('asked', '=', false)
    .execute();
}
