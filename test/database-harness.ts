import { randomUUID } from 'node:crypto';
import { Client, Pool, type PoolConfig } from 'pg';
import { installClock } from './database-clock.ts';
import type { Lifetime } from './lifetime.ts';

/** A service that `npm test` has started for the tests, by its variable's name. */
export function testService(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run this test with its services, as "npm test -- path/to/file.test.ts".`,
    );
  return value;
}

/** A pool that says nothing when its connections are ended for it: a test takes databases away. */
function quietPool(options: PoolConfig): Pool {
  const pool = new Pool(options);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** More connections to a database than its own pool has; they are closed with the test, if not before. */
export function openTestPool(t: Lifetime, options: PoolConfig): Pool {
  const pool = quietPool(options);
  t.teardown(() => pool.ended || pool.end());
  return pool;
}

/**
 * A migrated database of the test's own, dropped with it; `content` adds the administrator ADMIN_EMAIL and the official
 * decks, whose audio is in the data folder TEST_CONTENT_DIR; `ownClock` a clock that a DatabaseClock moves.
 */
export async function createTestDatabase(
  t: Lifetime,
  options: { content?: boolean; ownClock?: boolean } = {},
): Promise<{ url: string; pool: Pool; drop(): Promise<void> }> {
  const server = testService('TEST_DATABASE_URL');
  const template = testService(options.content ? 'TEST_TEMPLATE_WITH_CONTENT' : 'TEST_TEMPLATE');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string) => {
    const client = new Client(server);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  // Without fsync, copying files is several times quicker than writing the copy through the log.
  await admin(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (options.ownClock) await installClock(url.href);
  const pool = quietPool({ connectionString: url.href, max: 5 });
  let dropped: Promise<void> | undefined;
  const drop = () => {
    dropped ??= pool.end().then(() => admin(`drop database ${name} with (force)`));
    return dropped;
  };
  t.teardown(drop);
  return { url: url.href, pool, drop };
}
