import type { Pool } from 'pg';

const TODAY = `(clock_timestamp() at time zone 'UTC')::date`;

/**
 * Returns nothing when the day's bytes are used up. A new day is counted from nothing. Plain SQL, by the database's
 * clock.
 */
const RESERVE = `insert into upload_days as known (user_id, day, bytes) values ($1, ${TODAY}, $2)
  on conflict (user_id) do update
    set day = excluded.day, bytes = excluded.bytes + case when known.day = excluded.day then known.bytes else 0 end
    where known.day <> excluded.day or known.bytes < $3
  returning day::text`;

const SETTLE = `update upload_days set bytes = greatest(0, bytes + $3) where user_id = $1 and day = $2`;

const SECONDS_LEFT = `select ceil(extract(epoch from
  (${TODAY} + 1)::timestamp - clock_timestamp() at time zone 'UTC'))::integer as seconds`;

/** What an account has begun to send; call it with the number of bytes that came. */
export type Reservation = (bytes: number) => Promise<void>;

/**
 * Counts the bytes of files that an account sends in a day (UTC). The count is in the database, so that it holds for
 * all processes.
 */
export class UploadAllowance {
  readonly #pool: Pool;
  readonly #bytesPerDay: number;

  constructor(pool: Pool, bytesPerDay: number) {
    this.#pool = pool;
    this.#bytesPerDay = bytesPerDay;
  }

  /**
   * Counts `expected` bytes before they have come, so that uploads at the same moment see one another. Returns
   * undefined when the day's bytes are used up. The last one that is let in may exceed them.
   */
  async reserve(accountId: number, announced: number): Promise<Reservation | undefined> {
    // What is announced is the sender's word.
    const expected = Math.min(announced, this.#bytesPerDay);
    const { rows } = await this.#pool.query<{ day: string }>(RESERVE, [
      accountId,
      expected,
      this.#bytesPerDay,
    ]);
    const day = rows[0]?.day;
    if (day === undefined) return undefined;
    return async (bytes) => void (await this.#pool.query(SETTLE, [accountId, day, bytes - expected]));
  }

  /** Seconds until the next day. */
  async secondsLeft(): Promise<number> {
    const { rows } = await this.#pool.query<{ seconds: number }>(SECONDS_LEFT);
    return rows[0]!.seconds;
  }
}
