import { randomUUID } from 'node:crypto';
import { Client, Pool, type PoolConfig } from 'pg';
import { readLogLayout } from '../../core/log/read.ts';
import { againAfterDeadlock } from '../../core/postgres/tried-again.ts';
import { FURTHER_SERVERS, installClock } from './database-clock.ts';
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

/**
 * A pool that says nothing when its connections are ended for it: a test takes databases away. As those of the product, it
 * sends a statement again that met the product's in a deadlock of several servers.
 */
function quietPool(options: PoolConfig): Pool {
  const pool = new Pool(options);
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = ((...args: unknown[]) => againAfterDeadlock(() => query(...args))) as typeof pool.query;
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

type DatabaseAddress = 'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'READ_DATABASE_URL';

/** Databases that API, workers and analysts use in roles of their own, as in production. */
const withRoles = new Set<string>();

/**
 * The settings by which programs of the product find a database, of which `url` is the owner's address. One made by
 * other means, or reached by a test's own line, has no role but the owner.
 */
export function addressesOf(url: string): Record<DatabaseAddress, string> {
  const [address, server] = [URL.parse(url), URL.parse(process.env.TEST_DATABASE_URL ?? '')];
  if (!address || address.host !== server?.host || !withRoles.has(address.pathname.slice(1)))
    return { DATABASE_URL: url, MIGRATE_DATABASE_URL: '', READ_DATABASE_URL: '' };
  const of = (user: string) =>
    `postgres://${user}:${testService('TEST_ROLE_PASSWORD')}@${address.host}${address.pathname}`;
  return {
    DATABASE_URL: of(testService('TEST_APP_USER')),
    MIGRATE_DATABASE_URL: url,
    READ_DATABASE_URL: of(testService('TEST_READ_USER')),
  };
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
  // A database that lies on several servers is a database of the same name on each.
  const servers = [server, ...FURTHER_SERVERS];
  const admin = async (sql: string) => {
    for (const address of servers) {
      const client = new Client(address);
      await client.connect();
      await client.query(sql).finally(() => client.end());
    }
  };
  // Without fsync, copying files is several times quicker than writing the copy through the log.
  await admin(`create database ${name} template ${template} strategy file_copy`);
  withRoles.add(name);
  if (servers.length > 1)
    await admin(`alter database ${name} set citus.multi_shard_modify_mode to 'sequential'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (options.ownClock) await installClock(url.href);
  const pool = quietPool({ connectionString: url.href, max: 5 });
  if (servers.length > 1) await readLogLayout(pool);
  let dropped: Promise<void> | undefined;
  const drop = () => {
    dropped ??= pool.end().then(() => admin(`drop database ${name} with (force)`));
    return dropped;
  };
  t.teardown(drop);
  return { url: url.href, pool, drop };
}
