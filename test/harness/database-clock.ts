import { Client, type Pool } from 'pg';

/** Of a database that lies on several servers, those beside the one that programs connect to. */
export const FURTHER_SERVERS: readonly string[] = JSON.parse(process.env.TEST_FURTHER_SERVERS ?? '[]');

/** Sends a statement to a database of this name on each of these servers. */
async function onServers(servers: readonly string[], name: string, statement: string): Promise<void> {
  for (const server of servers) {
    const client = new Client(Object.assign(new URL(server), { pathname: `/${name}` }).href);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
}

/**
 * Gives a database, which has to be a test's own, a clock that the test can stop and move. The product asks for
 * `clock_timestamp()` and `statement_timestamp()` as ever: by the search path, which counts for connections made from now
 * on, it finds this one.
 */
export async function installClock(url: string): Promise<void> {
  await onServers(
    [url, ...FURTHER_SERVERS],
    new URL(url).pathname.slice(1),
    `
      set citus.enable_ddl_propagation = off;
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
      end $$`,
  );
}

/** The clock of a database that has been given one: right, until a test stops it at a moment or moves it. */
export class DatabaseClock {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Stops at a moment: milliseconds since 1970, or a text such as `2026-03-08T08:59:00Z`. */
  async stopAt(moment: number | string): Promise<void> {
    await this.#change(`stopped = '${new Date(moment).toISOString()}', ahead = '0'`);
  }

  /** Moves by so many milliseconds; goes on, or stands, as before. */
  async advance(milliseconds: number): Promise<void> {
    await this.#change(`ahead = ahead + ${milliseconds} * interval '1 millisecond'`);
  }

  async #change(values: string): Promise<void> {
    const statement = `update test_clock.clock set ${values}`;
    await this.#pool.query(statement);
    if (FURTHER_SERVERS.length === 0) return;
    const { rows } = await this.#pool.query<{ name: string }>('select current_database() as name');
    await onServers(FURTHER_SERVERS, rows[0]!.name, statement);
  }
}
