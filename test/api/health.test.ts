import t from 'tap';
import { partitionOf } from '../../core/log/position.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';

const api = await startApi(t);
const metrics = async () => (await api.raw<string>('GET', '/metrics')).body;
const value = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );

t.test('the process lives', async (t) => {
  t.same(
    [(await api.raw('GET', '/healthz')).status, (await api.raw('GET', '/healthz')).body],
    [200, { status: 'ok' }],
  );
});

/** Resolves to what `/readyz` answers once it holds: it tells for a second what it has found. */
async function readyz<T extends object>(holds: (status: number, body: T) => boolean): Promise<T> {
  let answer: { status: number; body: T } | undefined;
  await until(async () => {
    answer = await api.raw<T>('GET', '/readyz');
    return holds(answer.status, answer.body);
  }, `/readyz answers so: ${holds}`);
  return answer!.body;
}

t.test('it is ready when its database can be reached and is migrated', async (t) => {
  const ready = await api.raw('GET', '/readyz');
  t.same([ready.status, ready.body], [200, { status: 'ready', database: 'ok', changes: 'ok' }]);
  const rows = await api.sql`delete from migrations where name = (select max(name) from migrations)
    returning *`;
  const unready = await readyz((status) => status === 503);
  t.same(unready, { status: 'not ready', database: 'migrations are missing', changes: 'ok' });
  await api.sql`insert into migrations select * from json_populate_record(null::migrations, ${rows[0]})`;
  await readyz((status) => status === 200);
});

t.test('it is not ready when a newer version has migrated its database', async (t) => {
  await api.sql`insert into migrations (name) values ('9999-of-a-newer-version')`;
  const unready = await readyz((status) => status === 503);
  t.same(unready, { status: 'not ready', database: 'was migrated by a newer version of Nhớ', changes: 'ok' });
  await api.sql`delete from migrations where name = '9999-of-a-newer-version'`;
  await readyz((status) => status === 200);
});

t.test("a clock that is not the database's is told, and the process stays ready", async (t) => {
  t.equal(value(await metrics(), 'nho_clock_skew_seconds'), 0);
  for (const [seconds, told] of [
    [600, /^\d+\.\d s ahead of the database's$/],
    [-600, /^\d+\.\d s behind the database's$/],
  ] as const) {
    api.clock.advance(seconds * 1_000);
    const body = await readyz<{ clock?: string }>((_, { clock }) => clock !== undefined && told.test(clock));
    t.match(body, { status: 'ready', database: 'ok' });
    const skew = value(await metrics(), 'nho_clock_skew_seconds');
    t.ok(Math.abs(skew - seconds) < 60, `${skew} s`);
    api.clock.advance(-seconds * 1_000);
  }
  const body = await readyz<{ clock?: string }>((_, { clock }) => clock === undefined);
  t.same(body, { status: 'ready', database: 'ok', changes: 'ok' });
});

t.test('measurements are for callers on this machine, not for those of its proxy', async (t) => {
  const status = async (address: string, headers = {}, of = api) =>
    (await of.raw('GET', '/metrics', { address, headers })).status;
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    t.equal(await status(address), 200, address);
  for (const address of ['192.0.2.7', '10.0.0.1', '2001:db8::1'])
    t.equal(await status(address), 404, address);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via'])
    t.equal(await status('127.0.0.1', { [name]: '127.0.0.1' }), 404, name);
  const { databaseUrl } = api;
  const trusting = await startApi(t, { databaseUrl, env: { TRUSTED_PROXIES: '10.0.0.1' } });
  t.equal(await status('10.0.0.1', { 'X-Forwarded-For': '127.0.0.1' }, trusting), 404);
});

t.test('with a token set, measurements are for those who show it, wherever they are', async (t) => {
  const token = 'only for the tests';
  const env = { METRICS_TOKEN: token, API_DOCS: '0' };
  const other = await startApi(t, { databaseUrl: api.databaseUrl, env });
  const status = async (authorization?: string, address = '192.0.2.7') => {
    const headers = { ...(authorization && { authorization }) };
    return (await other.raw('GET', '/metrics', { address, headers })).status;
  };
  t.equal(await status(`Bearer ${token}`), 200);
  for (const wrong of [
    undefined,
    '',
    'Bearer',
    `Bearer ${token} `,
    `bearer ${token}`,
    `Bearer ${token}x`,
    token,
  ])
    t.equal(await status(wrong), 404, String(wrong));
  t.equal(await status(undefined, '127.0.0.1'), 404, 'also on this machine');
  const teacher = await other.register('teacher');
  t.equal(await status(`Bearer ${teacher.token}`), 404);
  for (const path of ['/healthz', '/readyz'])
    t.equal((await other.raw('GET', path, { address: '192.0.2.7' })).status, 200, `${path} is open`);
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/index.html'])
    t.equal((await other.raw('GET', path)).status, 404, `${path} is taken away`);
});

t.test('the measurements are Prometheus text', async (t) => {
  const { status, headers } = await api.raw('GET', '/metrics');
  t.equal(status, 200);
  t.match(headers['content-type'], /^text\/plain; version=0\.0\.4/);
  for (const line of (await metrics()).split('\n').filter(Boolean))
    t.match(line, /^(# (HELP|TYPE) |[a-z_:][a-z0-9_:]*(\{.*\})? (-?[\d.e+-]+|[+-]Inf|NaN)$)/i, line);
});

t.test('appends, their batches, and how far behind each projection is, are measured', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const student = await api.register();
  let elsewhere = await api.register();
  while (partitionOf(elsewhere.id) === partitionOf(student.id)) elsewhere = await api.register();
  const before = await metrics();
  const answers = [student, student, elsewhere].map((account) =>
    studyCalls(account).progress(deck.cards[0]!, { status: 2, time_spent: 1 }),
  );
  await Promise.all(answers);
  const after = await metrics();
  const appended = 'nho_events_appended_total';
  t.equal(value(after, appended) - (value(before, appended) || 0), 3);
  t.equal(value(after, 'nho_append_batch_size_sum'), value(after, appended));
  for (const projection of ['review_schedule', 'deck_stats']) {
    const lag = `nho_projection_lag_events{projection="${projection}"}`;
    t.equal(value(before, lag), 0);
    t.equal(value(after, lag), 3, 'over all partitions');
    t.equal(value(after, `nho_parked_events{projection="${projection}"}`), 0);
  }
  await api.project();
  t.equal(value(await metrics(), 'nho_projection_lag_events{projection="deck_stats"}'), 0);
});

t.test('imports are counted by how they stand, and those that run tell how far they are', async (t) => {
  const admin = await api.register('admin');
  const rows = await api.sql`insert into deck_imports (user_id, check_only, request, files, status, percent)
    values (${admin.id}, false, '{}', '[]', 'running', 40), (${admin.id}, false, '{}', '[]', 'failed', 7)
    returning id`;
  const told = await metrics();
  t.equal(value(told, 'nho_imports{status="running"}'), 1);
  t.equal(value(told, 'nho_imports{status="failed"}'), 1);
  t.equal(value(told, `nho_import_percent{import="${rows[0]!.id}"}`), 40);
  await api.sql`delete from deck_imports`;
});

t.test('what could not be projected is measured, and stops no other student', async (t) => {
  const [student, other] = [await api.register(), await api.register()];
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const { answer, progress } = studyCalls(student);
  await answer(deck.cards[0]!);
  await progress(deck.cards[0]!, { status: 2, time_spent: 1 });
  await api.sql`update events set version = 99 where student_id = ${student.id} and position = (
    select max(position) from events where student_id = ${student.id})`;
  await api.project();
  t.equal(value(await metrics(), 'nho_parked_events{projection="deck_stats"}'), 1);
  await studyCalls(other).answer(deck.cards[0]!);
  t.equal((await studyCalls(other).stats(deck.id)).cards_studied, 1);
});
