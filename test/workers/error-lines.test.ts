import { spawn } from 'node:child_process';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runKinds } from '../../core/run-kinds.ts';
import { JWT_SECRET } from '../harness/api-harness.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';

const ROOT = join(import.meta.dirname, '../..');

const { url, pool } = await createTestDatabase(t);
// What makes each of the processes fail, as under a program that is older than its database.
const tables = runKinds.map(({ table }) => table);
for (const table of [...tables, 'exam_attempts', 'site_settings', 'projection_checkpoints'])
  await pool.query(`alter table ${table} rename to ${table}_elsewhere`);

interface ErrorLine {
  msg: string;
  err?: { message?: string; stack?: string };
}

/** A process of the product, and the lines of errors that it has written. */
function run(t: Test, script: string, args: string[] = []) {
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Without NODE_OPTIONS: a process as it runs in use, not one that the test runner watches.
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: url,
      REDIS_URL: '',
      LOG_LEVEL: 'info',
      PORT: '0',
      JWT_SECRET,
      DATA_DIR: t.testdir(),
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = (): (ErrorLine & { level: number })[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { all: lines, errors: () => lines().filter(({ level }) => level >= 50) };
}

function isWhole(t: Test, { err, msg }: ErrorLine, message: RegExp): void {
  t.match(err?.message, message, msg);
  t.match(err?.stack, /\n +at /, msg);
}

for (const { name, table } of runKinds)
  t.test(`a line of an error says what is wrong, and where: workers/run-child.ts ${name}`, async (t) => {
    const { errors } = run(t, 'workers/run-child.ts', [name, '1']);
    await until(() => errors().length > 0, 'it writes that it failed');
    isWhole(t, errors()[0]!, new RegExp(`relation "${table}" does not exist`));
  });

t.test('a line of an error says what is wrong, and where: workers/main.ts', async (t) => {
  const { errors } = run(t, 'workers/main.ts');
  const all = ['handing in exams failed', 'importing failed', 'verifying or rebuilding projections failed'];
  const found = (text: string) => errors().find(({ msg }) => msg === text);
  await until(() => all.every((text) => found(text)), 'it writes of each that it failed');
  for (const text of all) isWhole(t, found(text)!, /relation "\w+" does not exist/);
  for (const line of errors()) isWhole(t, line, /\w/);
});

t.test('a line of an error says what is wrong, and where: api/server.ts', async (t) => {
  const { all, errors } = run(t, 'api/server.ts');
  const listening = /listening at (http:\S+)/i;
  await until(() => all().some(({ msg }) => listening.test(msg)), 'it listens');
  const address = listening.exec(all().find(({ msg }) => listening.test(msg))!.msg)![1]!;
  const answer = await fetch(`${address}/api/site-settings`);
  t.equal(answer.status, 500);
  await until(() => errors().length > 0, 'it writes that it failed');
  isWhole(t, errors()[0]!, /relation "site_settings" does not exist/);
});
