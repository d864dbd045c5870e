import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Test } from 'tap';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import type { StudentsProgress } from '../../core/classroom/class-progress.schema.ts';
import type { JoinRequest } from '../../core/classroom/classroom.schema.ts';
import { startTestServer, type TestServer } from '../browser/harness/test-server.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { call, newAccount } from './product-calls.ts';

const ROOT = join(import.meta.dirname, '../..');
/** People's seconds are thirtieths of one here. */
const QUICK = ['--pace', '30', '--minutes', '0.1'];

function simulate(t: Test, args: string[]) {
  const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, 'bin/simulate.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (said.stdout += text));
  child.stderr.on('data', (text) => (said.stderr += text));
  const closed = once(child, 'close');
  t.teardown(async () => {
    child.kill('SIGKILL');
    await within(closed, 'the simulation ends');
  });
  const ended = async () => {
    const [code] = await within(closed, 'the simulation ends');
    return { ...said, code };
  };
  return { said, ended, interrupt: () => child.kill('SIGINT') };
}

async function startProduct(t: Test): Promise<TestServer> {
  const product = await startTestServer({ content: true });
  t.teardown(product.close);
  return product;
}

const answersSaid = (stdout: string): number => Number(/gave (\d+) answers/.exec(stdout)?.[1]);

/** Those that say how their card was asked are the ones counted. */
async function eventsOf(product: TestServer) {
  const { rows } = await product.db.query<{ events: number; students: number; ids: number }>(
    `select count(*)::integer as events, count(distinct student_id)::integer as students,
       count(distinct id)::integer as ids from events where version = 2 and data ? 'think_ms'`,
  );
  return rows[0]!;
}

t.test('a simulated class is made and studies; its teacher sees every answer on the board', async (t) => {
  const product = await startProduct(t);
  const run = await simulate(t, ['--url', product.baseUrl, '--students', '3', ...QUICK]).ended();
  t.equal(run.code, 0, run.stderr);
  t.match(run.stdout, /\d\d:\d\d {2}3 of 3 students {2}\d+ answers {2}\d+\/s {2}0 errors {2}p95 \d+ ms/);

  const answers = answersSaid(run.stdout);
  t.ok(answers > 10, `${answers} answers`);
  const events = await eventsOf(product);
  t.same(events, { events: answers, students: 3, ids: answers });

  const email = /email +(\S+)/.exec(run.stdout)?.[1];
  const password = /password +(\S+)/.exec(run.stdout)?.[1];
  const login = await call<LoginAnswer>(product.baseUrl, '/api/login', { body: { email, password } });
  t.equal(login.status, 200, 'the teacher can log in');
  const classId = /Class (\d+) is there/.exec(run.stdout)?.[1];
  await until(async () => {
    const { rows } = await product.db.query(
      'select from projection_checkpoints c join log_partitions p using (partition) where p.head > c.position',
    );
    return rows.length === 0;
  });
  const board = await call<StudentsProgress>(product.baseUrl, `/api/classes/${classId}/students-progress`, {
    token: login.body.token,
  });
  const studied = board.body.data.map((student) => student.cards_studied);
  t.equal(studied.length, 3);
  t.ok(
    studied.every((cards) => cards > 0),
    String(studied),
  );
});

t.test('students of a class wait for its teacher, and a Ctrl-C ends the run cleanly', async (t) => {
  const product = await startProduct(t);
  const teacher = await call<LoginAnswer>(product.baseUrl, '/api/register', {
    body: newAccount(undefined, 'teacher'),
  });
  const { token } = teacher.body;
  const decks = await call<{ data: { id: number }[] }>(product.baseUrl, '/api/official-decks');
  const made = await call<{ data: { id: number } }>(product.baseUrl, '/api/classes', {
    token,
    body: { name: '9A', deck_id: decks.body.data[0]!.id },
  });
  const classId = made.body.data.id;
  const args = ['--url', product.baseUrl, '--students', '2', '--class', String(classId), '--pace', '30'];
  const run = simulate(t, args);
  await until(() => run.said.stdout.includes('waiting for its teacher to approve them'));
  t.equal((await eventsOf(product)).events, 0);
  const path = `/api/classes/${classId}/join-requests`;
  const requests = await call<{ data: JoinRequest[] }>(product.baseUrl, path, { token });
  t.equal(requests.body.data.length, 2);
  for (const { student_id } of requests.body.data)
    await call(product.baseUrl, `/api/classes/${classId}/approve/${student_id}`, { token, body: {} });
  await until(async () => (await eventsOf(product)).events > 3);
  run.interrupt();
  const { code, stdout } = await run.ended();
  t.equal(code, 0);
  t.equal((await eventsOf(product)).events, answersSaid(stdout), 'nothing was left behind');
});

t.test('a simulation that cannot be ends with one sentence and the exit code 1', async (t) => {
  const product = await startProduct(t);
  const nobody = `http://localhost:${await freePort()}`;
  const wrong: [string[], RegExp][] = [
    [['--url', nobody], /^Nothing answers at http:\/\/localhost:\d+: start Nhớ with npm start, or .+\n$/],
    [['--url', product.baseUrl, '--class', '99999'], /^There is no class 99999\.\n$/],
    [['--url', 'nowhere'], /^--url must be an address such as .+\n$/],
    [['--students', 'many'], /^--students must be a whole number from 1 to 5000, not "many"\.\n$/],
    [['--pace', '0'], /^--pace must be a number above 0, not "0"\.\n$/],
    [['--speed', '2'], /^Unknown option '--speed'\. .*Usage: npm run simulate.+\n$/],
  ];
  for (const [args, sentence] of wrong) {
    const { code, stderr } = await simulate(t, args).ended();
    t.match(stderr, sentence);
    t.equal(code, 1, args.join(' '));
  }
});
