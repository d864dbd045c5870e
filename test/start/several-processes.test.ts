import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { freePort } from '../../bin/command/free-port.ts';
import { isAlive } from '../../bin/command/processes.ts';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { column } from '../harness/columns.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { type LaunchedProduct, launch, processesOf } from './launched-product.ts';
import { call, newAccount } from './product-calls.ts';

/** Each call on a connection of its own, so that the processes share them. */
const ALONE = { connection: 'close' };
/** Requests a second of one address without a token; five times as many may come at once. */
const RATE = 20;

const ENV = {
  API_PROCESSES: '2',
  WORKER_PROCESSES: '2',
  ADDRESS_REQUESTS_PER_SECOND: String(RATE),
};

const numbers = (text: string, name: string): Map<string, number> =>
  new Map(
    [...text.matchAll(new RegExp(`^${name}\\{process="([\\w-]+)"\\} (\\d+)$`, 'gm'))].map((found) => [
      found[1]!,
      Number(found[2]),
    ]),
  );

const measures = async (product: LaunchedProduct, process = ''): Promise<string> =>
  (await fetch(`${product.url}/metrics${process && `?process=${process}`}`, { headers: ALONE })).text();

/** How many events a process, or all together, say that they have appended. */
const appended = (text: string): number => Number(/^nho_events_appended_total (\d+)$/m.exec(text)?.[1]);

/** The status of an answer on a connection of its own; undefined when there is none. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on('error', () => resolve(undefined));
  });

/** Returns a free port after one that is free as well. */
async function secondOfTwoPorts(): Promise<number> {
  let [first, second] = [await freePort(), await freePort()];
  while (second !== first + 1) [first, second] = [second, await freePort()];
  return second;
}

t.test('two API processes and two workers serve as one', async (t) => {
  const product = await launch(t, { env: ENV });
  await product.ready();
  t.teardown(() => product.stop());
  const register = async (role = 'student') =>
    (await call<LoginAnswer>(product.url, '/api/register', { body: newAccount(undefined, role) })).body;
  const { token } = await register();
  const ids = async (path: string) =>
    column((await call<{ data: { id: number }[] }>(product.url, path, { token })).body.data, 'id');
  const [deck] = await ids('/api/official-decks');
  const [card] = await ids(`/api/decks/${deck}/cards/set`);
  const answer = async (by = token): Promise<number> =>
    (
      await call(product.url, `/api/cards/${card}/progress`, {
        body: { status: 2, time_spent: 3, card_type: 'new' },
        token: by,
        headers: ALONE,
      })
    ).status;

  await t.test(
    'PRO-03 120 answers a minute are one student’s, however many processes take them',
    async (t) => {
      const statuses: number[] = [];
      for (let at = 0; at < 160; at += 16)
        statuses.push(...(await Promise.all(Array.from({ length: 16 }, () => answer()))));
      const taken = statuses.filter((status) => status === 200).length;
      t.ok(taken >= 120 && taken <= 132, `${taken} were taken`);
      t.equal(statuses.filter((status) => status === 429).length, statuses.length - taken);
    },
  );

  await t.test('PRO-05 the measures of each process add up to those of all together', async (t) => {
    const parts = await Promise.all(['api-1', 'api-2'].map((name) => measures(product, name)));
    const all = await measures(product);
    t.ok(
      parts.every((part) => appended(part) > 0),
      'both have taken answers',
    );
    t.equal(appended(all), appended(parts[0]!) + appended(parts[1]!));
    t.match(all, 'nho_projection_lag_events{projection="deck_stats"}');
    t.notMatch(parts[0], 'nho_projection_lag_events', 'the database is nobody’s part');
    t.match(await measures(product, 'worker-2'), /^nho_worker_silent_seconds \d/m);
    const { stdout } = await promisify(execFile)(process.execPath, ['bin/nho.ts', 'processes', '--json'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', DATA_DIR: product.folder },
    });
    const running = JSON.parse(stdout) as { kind: string }[];
    t.same(column(running, 'kind'), ['api', 'api', 'worker', 'worker'], 'the operator’s command lists them');
    t.equal((await fetch(`${product.url}/metrics?process=api-3`)).status, 404);
    t.same([...numbers(all, 'nho_process_up').keys()].sort(), ['api-1', 'api-2', 'worker-1', 'worker-2']);
  });

  await t.test('PRO-06 a live stream hears of what another process has taken in', async (t) => {
    const teacher = await register('teacher');
    const made = await call<{ data: { id: number } }>(product.url, '/api/classes', {
      body: { name: 'Class', deck_id: deck },
      token: teacher.token,
    });
    const heard: string[] = [];
    const ends: (() => void)[] = [];
    for (let stream = 0; stream < 4; stream++) {
      const request = get(`${product.url}/api/classes/${made.body.data.id}/live`, {
        agent: false,
        headers: { authorization: `Bearer ${teacher.token}` },
      });
      request.on('response', (response) => {
        response.setEncoding('utf8').on('data', (text: string) => heard.push(`${stream} ${text}`));
      });
      request.on('error', () => {});
      ends.push(() => request.destroy());
    }
    t.teardown(() => {
      for (const end of ends) end();
    });
    const heardByAll = (event: string) =>
      until(() =>
        [0, 1, 2, 3].every((stream) =>
          heard.some((one) => one.startsWith(`${stream} `) && one.includes(event)),
        ),
      );
    await heardByAll('ready');
    const student = await register();
    const classUrl = `/api/classes/${made.body.data.id}`;
    const send = (path: string, by: string) =>
      call(product.url, `${classUrl}/${path}`, { body: {}, token: by, headers: ALONE });
    t.equal((await send('join', student.token)).status, 201);
    t.equal((await send(`approve/${student.user.id}`, teacher.token)).status, 200);
    for (let count = 0; count < 4; count++) t.equal(await answer(student.token), 200);
    await heardByAll('changed');
  });

  await t.test('PRO-03 a limit by address holds within a tenth', async (t) => {
    const begun = performance.now();
    const status = () => statusOf(`${product.url}/api/site-settings`);
    const statuses: (number | undefined)[] = [];
    while (performance.now() - begun < 3_000)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, status))));
    const most = RATE * 5 + (RATE * (performance.now() - begun)) / 1_000;
    const taken = statuses.filter((one) => one === 200).length;
    t.ok(taken <= 1.1 * most && taken >= 0.7 * most, `${taken} were taken, and ${most.toFixed()} may be`);
    t.ok(statuses.length > 2 * taken, 'many more were asked');
  });

  await t.test('PRO-02 one that is killed is replaced, ever later, while the other serves', async (t) => {
    const kill = async (): Promise<void> => {
      const pid = await product.process('api-2 ');
      process.kill(pid, 'SIGKILL');
      // What is sent to it until then is lost with it.
      await until(() => !isAlive(pid));
      const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(`${product.url}/readyz`)));
      t.same(new Set(statuses), new Set([200]), 'the other one serves');
      await product.process('api-2 ', pid);
      await until(async () => numbers(await measures(product), 'nho_process_up').get('api-2') === 1);
    };
    await kill();
    await kill();
    t.match(product.stdout, 'The API (api-2) was ended by SIGKILL; starting it again in 0.5 s.');
    t.match(product.stdout, 'The API (api-2) was ended by SIGKILL; starting it again in 1 s.');
    t.equal(numbers(await measures(product), 'nho_process_starts_total').get('api-2'), 3);
    t.equal(numbers(await measures(product), 'nho_process_starts_total').get('api-1'), 1);
  });

  await t.test('PRO-02 one signal ends all of them', async (t) => {
    await product.stop();
    t.equal(await product.exitCode(), 0);
    t.same(processesOf(product.folder), []);
  });
});

t.test('PRO-02 one whose port is taken is tried again, ever later, while all others serve', async (t) => {
  const port = await secondOfTwoPorts();
  const server = createServer().listen(port, '127.0.0.1');
  t.teardown(() => server.close());
  await within(once(server, 'listening'), 'the port is taken');
  const product = await launch(t, {
    env: {
      API_PROCESSES: '1',
      WORKER_PROCESSES: '2',
      WORKER_HOST: '127.0.0.1',
      WORKER_PORT: String(port - 1),
    },
  });
  await product.ready();
  t.teardown(() => product.stop());
  const up = async () => numbers(await measures(product), 'nho_process_up');
  await until(() =>
    product.stdout.includes('The worker (worker-2) ended with exit code 1; starting it again in 1 s.'),
  );
  t.match(
    product.stderr,
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE): stop what uses it, or set PORT or WORKER_PORT`,
  );
  const { 'worker-1': first, 'worker-2': second } = Object.fromEntries(await up());
  t.same([first, second], [1, 0]);
  server.close();
  await until(async () => (await up()).get('worker-2') === 1);
});
