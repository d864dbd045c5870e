import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestEnvironment } from '../../../bin/check/test-services.ts';
import { runProgram } from '../../../bin/command/run-program.ts';
import type { CitusServers } from './citus-servers.ts';

const ROOT = join(import.meta.dirname, '../../..');

const ROLES = {
  TEST_APP_USER: 'nho_app',
  TEST_READ_USER: 'nho_read',
  TEST_ROLE_PASSWORD: 'only-for-the-tests',
};
const ADMINISTRATOR = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'only for the tests' };

/** Settings of a process of the product on this database, in the roles of owner, API and analysts. */
export const settingsOf = ({ coordinator, folder }: CitusServers, name: string) => ({
  MIGRATE_DATABASE_URL: coordinator.url(name),
  DATABASE_URL: coordinator.url(name, ROLES.TEST_APP_USER),
  READ_DATABASE_URL: coordinator.url(name, ROLES.TEST_READ_USER),
  DATA_DIR: folder,
  ADMIN_EMAIL: ADMINISTRATOR.ADMIN_EMAIL,
});

/** Runs a command of the product with these settings alone. Throws with its output when it fails. */
export const product = (env: Record<string, string>, script: string, ...args: string[]): Promise<void> =>
  runProgram(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    // Only what is given: a developer's own settings must not reach the database.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    failure: (output) => `${script} ${args.join(' ')} failed: ${output}`,
  });

/** Brings a database to the product's present shape, without content. */
export const migrateEmpty = (url: string, folder: string): Promise<void> =>
  product({ DATABASE_URL: url, DATA_DIR: folder }, 'bin/migrate.ts', '--no-content');

/** Makes a database that lies over the servers, in the product's present shape, for the roles of API and analysts. */
export async function distributedDatabase(
  servers: CitusServers,
  { name, content }: { name: string; content: string | undefined },
): Promise<void> {
  await servers.createDatabase(name);
  const env = { ...settingsOf(servers, name), ...(content && { DATA_DIR: content }) };
  await product(
    { ...env, ...(content && ADMINISTRATOR) },
    'bin/migrate.ts',
    ...(content ? [] : ['--no-content']),
  );
  await product(env, 'bin/nho.ts', 'distribute');
}

/** Makes the roles that databases of the product are used in, on every server. */
export async function makeRoles(servers: CitusServers): Promise<void> {
  for (const server of servers.all)
    for (const role of [ROLES.TEST_APP_USER, ROLES.TEST_READ_USER])
      await server.ask(`create role ${role} login password '${ROLES.TEST_ROLE_PASSWORD}'`);
}

/** Makes the two databases that each test file copies one of: a database of the same name is copied on each server. */
export async function makeTemplates(
  servers: CitusServers,
): Promise<Omit<TestEnvironment, 'REDIS_URL_FOR_TESTS'> & { TEST_FURTHER_SERVERS: string }> {
  const [content, temporary] = ['content', 'tmp'].map((name) => join(servers.folder, name)) as [
    string,
    string,
  ];
  for (const folder of [content, temporary]) mkdirSync(folder, { mode: 0o711 });
  const templates = {
    TEST_TEMPLATE: 'nho_template',
    TEST_TEMPLATE_WITH_CONTENT: 'nho_template_with_content',
  };
  for (const name of Object.values(templates)) {
    const isFull = name === templates.TEST_TEMPLATE_WITH_CONTENT;
    await distributedDatabase(servers, { name, content: isFull ? content : undefined });
    await servers.makeTemplate(name);
  }
  const { coordinator, workers } = servers;
  return {
    TEST_DATABASE_URL: coordinator.url(),
    TEST_FURTHER_SERVERS: JSON.stringify(workers.map((worker) => worker.url())),
    ...templates,
    ...ROLES,
    TEST_CONTENT_DIR: content,
    ...ADMINISTRATOR,
    TMPDIR: temporary,
  };
}
