import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ProductClient } from '../bin/simulate/product-client.ts';
import { ROSTER_PART_MAX } from '../core/account/account-limits.ts';
import { hashPassword } from '../core/account/password.ts';
import { percentile } from './load/kept-connections.ts';
import { startServer } from './load/server-process.ts';
import { openBenchDatabase } from './school/bench-database.ts';

/**
 * How long it takes until a list of 1,000 names has become accounts, as the browser makes them. Meanwhile 60 students
 * log in from one address. The baseline is to hash so many passwords, which is what such an account costs.
 */
const ACCOUNTS = 1_000;
const LOGINS = 60;
/** Logins come this far apart, so that all come while the list is made. */
const APART_MS = 250;

const { pool, ...bench } = await openBenchDatabase();
const { port } = await startServer(bench, 'api/server.ts');
const url = `http://127.0.0.1:${port}`;
const client = new ProductClient(url);
const password = 'quiet lamp by the lake';
client.logIn(
  await client.call('POST /api/register', {
    body: {
      name: 'Cô Hoa',
      email: 'hoa@example.org',
      password,
      password_confirmation: password,
      role: 'teacher',
    },
  }),
);
const { rows } = await pool.query<{ id: number }>('select id from decks order by id limit 1');
const made = await client.call('POST /api/classes', { body: { name: '10A', deck_id: rows[0]!.id } });
const params = { classId: made.data.id };

const namesOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, user_name: null, email: null }));

/** Makes accounts of a list, a part after the other, each of which is an answer that the screen shows. */
async function makeAccounts(list: ReturnType<typeof namesOf>) {
  const slips = [];
  for (let start = 0; start < list.length; start += ROSTER_PART_MAX) {
    const part = list.slice(start, start + ROSTER_PART_MAX);
    const { data } = await client.call('POST /api/classes/:classId/roster', {
      params,
      body: { key: randomUUID(), rows: part },
    });
    slips.push(...data);
  }
  return slips;
}

const seconds = (since: number): number => (performance.now() - since) / 1_000;

const hashing = performance.now();
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let n = 0; n < ACCOUNTS / 4; n++) await hashPassword('river-lemon-tiger-427');
  }),
);
const baseline = seconds(hashing);

const early = await makeAccounts(namesOf(LOGINS, 'Trần Thị Sớm'));
const list = namesOf(ACCOUNTS, 'Nguyễn Văn Số');
const start = performance.now();
await client.call('POST /api/classes/:classId/roster/check', { params, body: { rows: list } });
const checked = seconds(start);
let isDone = false;
const making = makeAccounts(list).finally(() => {
  isDone = true;
});
const logins = early.map(async ({ user_name, password: given }, index) => {
  await pause(index * APART_MS);
  const from = performance.now();
  const during = !isDone;
  await new ProductClient(url).call('POST /api/login', { body: { email: user_name, password: given! } });
  return { took: performance.now() - from, during };
});
const slips = await making;
const took = seconds(start);
const done = await Promise.all(logins);
const times = done
  .filter(({ during }) => during)
  .map(({ took: one }) => one)
  .sort((a, b) => a - b);

console.log(
  `${slips.length} accounts in ${took.toFixed(1)} s, of which ${checked.toFixed(1)} s to check the list`,
);
console.log(`${ACCOUNTS} hashes alone, four at a time: ${baseline.toFixed(1)} s`);
console.log(
  `${done.length} of ${LOGINS} logins from one address got in, ${times.length} meanwhile: ` +
    `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
);
await bench.close();
