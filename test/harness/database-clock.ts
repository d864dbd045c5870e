import { Client, type Pool } from 'pg';

/**
 * Gives a database, which has to be a test's own, a clock that the test can stop and move. The product asks for
 * `clock_timestamp()` and `statement_timestamp()` as ever: by the search path, which counts for connections made from now
 * on, it finds this one.
 */
export async function installClock(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client
    .query(`
      create schema test_clock;
      create table test_clock.clock (stopped timestamptz, ahead interval not null default '0');
      insert into test_clock.clock default values;
      grant usage on schema test_clock to public;
      grant select on test_clock.clock to public;
      create function test_clock.clock_timestamp() returns timestamptz language sql volatile
        return (select coalesce(stopped, pg_catalog.clock_timestamp()) + ahead from test_clock.clock);
      create function test_clock.statement_timestamp() returns timestamptz language sql stable
        return (select coalesce(stopped, pg_catalog.statement_timestamp()) + ahead from test_clock.clock);
      do $$ begin
        execute format('alter database %I set search_path to "$user", public, test_clock, pg_catalog',
          current_database());
      end $$`)
    .finally(() => client.end());
}

/** The clock of a database that has been given one: right, until a test stops it at a moment or moves it. */
export class DatabaseClock {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Stops at a moment: milliseconds since 1970, or a text such as `2026-03-08T08:59:00Z`. */
  async stopAt(moment: number | string): Promise<void> {
    await this.#pool.query(`update test_clock.clock set stopped = $1, ahead = '0'`, [
      new Date(moment).toISOString(),
    ]);
  }

  /** Moves by so many milliseconds; goes on, or stands, as before. */
  async advance(milliseconds: number): Promise<void> {
    await this.#pool.query(`update test_clock.clock set ahead = ahead + $1 * interval '1 millisecond'`, [
      milliseconds,
    ]);
  }
}
