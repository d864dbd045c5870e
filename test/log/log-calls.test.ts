import t from 'tap';
import { WakeUp } from '../../api/wake-up.ts';
import type { LogOverview, LogRun, ParkedStudent } from '../../core/log/log.schema.ts';
import { partitionOf } from '../../core/log/position.ts';
import { migrateQueues, openQueues, QueueClient, WAKE_UP_QUEUE } from '../../core/process/queue.ts';
import { projections } from '../../core/projections.ts';
import { logRun } from '../../core/run-kinds.ts';
import { enrol } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { invalid } from '../harness/refused.ts';
import { sql } from '../harness/sql.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { performWaiting } from '../run/perform-waiting.ts';
import { studentOf } from './given-events.ts';
import { taking } from './rebuilding/given-rebuilding.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const students = [await api.register(), await api.register()] as const;
const deck = await api.addDeck(admin.id, 3, { official: true });
const other = await api.addDeck(admin.id, 1, { official: true });
for (const student of students) for (const card of deck.cards) await taking.answer(student, card);
await taking.answer(students[0], other.cards[0]!);
await api.project();

const LOG = '/api/admin/log';
const EVENTS = 7;
const NAMES = projections.map(({ name }) => name);

type Data<T> = { data: T };
const get = <T>(path: string) => admin.raw<Data<T>>('GET', LOG + path);
const overview = async (): Promise<LogOverview> => (await get<LogOverview>('')).body.data;
const post = <T>(path: string, body?: object) =>
  admin.raw<Data<T>>('POST', LOG + path, { ...(body && { body }) });

t.test('the page tells how the log and its projections are', async (t) => {
  const told = await overview();
  t.same(told.processes, { api: 1, worker: 0 }, 'PRO-05 the page says how many processes run');
  t.match(told, { events: EVENTS, last_verification: null, current_run: null });
  t.same(
    told.projections.map(({ name, lag, parked }) => [name, lag, parked]),
    NAMES.map((name) => [name, 0, 0]),
  );
  t.equal(told.minutes.length, 30);
  t.equal(told.partitions.length, 16);
});

t.test('a verification is asked for, done and told, also by the metrics', async (t) => {
  const metrics = async (): Promise<string> => (await api.raw<string>('GET', '/metrics')).body;
  t.notMatch(await metrics(), /^nho_verification/m);
  const asked = await post<LogRun>('/runs', { kind: 'verify' });
  t.match(asked, { status: 202, body: { data: { kind: 'verify', status: 'queued', projections: NAMES } } });
  const { id } = asked.body.data;
  t.match(await overview(), { current_run: { id } });
  t.match(await post('/runs', { kind: 'rebuild' }), coded(409, 'log_run_waits'));

  await api.sql`update deck_stats set reviews = reviews + 1 where student_id = ${students[0].id}
    and deck_id = ${deck.id}`;
  await performWaiting(api, logRun);
  const told = await overview();
  t.match(told, { current_run: null, last_verification: { id, status: 'completed', differences: 2 } });
  t.match(await metrics(), /^nho_verification_differences 2$/m);
  t.match(await metrics(), /^nho_verification_age_seconds \d/m);
  const rebuild = await post<LogRun>('/runs', { kind: 'rebuild', projections: ['deck_stats'] });
  t.same(rebuild.body.data.projections, ['deck_stats', 'class_progress']);
  await performWaiting(api, logRun);
  const { body } = await get<LogRun[]>('/runs');
  t.match(body.data, [
    { kind: 'rebuild', status: 'completed', percent: 100, differences: 2 },
    { id, kind: 'verify', rows: [{ table: 'deck_stats' }, { table: 'deck_stats' }] },
  ]);
  t.equal(body.data.length, 2);
});

t.test('a run that waits is cancelled; a wrong one is refused', async (t) => {
  const { body } = await post<LogRun>('/runs', { kind: 'verify' });
  const cancel = () => post<LogRun>(`/runs/${body.data.id}/cancel`);
  t.match(await cancel(), { status: 200, body: { data: { status: 'cancelled' } } });
  t.match(await cancel(), coded(409, 'log_run_has_ended'));
  t.match(await post('/runs/999999/cancel'), coded(404, 'log_run_not_found'));
  const unknown = { kind: 'verify', projections: ['nothing'] };
  t.match(await post('/runs', unknown), coded(422, 'validation_failed'));
});

t.test('parked events are told and applied again, of one student, of one projection', async (t) => {
  for (const [index, { id }] of students.entries())
    for (const projection of ['deck_stats', 'review_schedule'])
      await api.sql`insert into parked_events (projection, partition, position, student_id, reason)
        select ${projection}, partition, max(position), student_id, ${`reason ${index}`} from events
        where student_id = ${id}
        group by partition, student_id`;
  const parked = async () => (await get<ParkedStudent[]>('/parked')).body.data;
  const told = await parked();
  t.equal(told.length, 4);
  t.match(
    told.find(({ student_id, projection }) => student_id === students[1].id && projection === 'deck_stats'),
    { partition: partitionOf(students[1].id), events: 1, reason: 'reason 1' },
  );
  invalid(
    t,
    await post('/parked/replay', { projection: 'nothing' }),
    'projection',
    `There is no projection "nothing": there are ${NAMES.join(', ')}`,
  );
  const replay = async (body: object) => (await post('/parked/replay', body)).body.data;
  t.same(await replay({ student_id: students[0].id }), { applied: 2, remaining: 0 });
  t.same(await replay({ projection: 'deck_stats' }), { applied: 1, remaining: 0 });
  t.match(await parked(), [{ projection: 'review_schedule', student_id: students[1].id }]);
  t.same(await replay({}), { applied: 1, remaining: 0 });
  t.same(await parked(), []);
});

const lines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const exported = async (query: string) => {
  const answer = await admin.raw<string>('GET', `${LOG}/export?${query}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
};

t.test('the log is exported as a file of each format, called after the day', async (t) => {
  const day = new Date(api.clock.now()).toISOString().slice(0, 10);
  for (const [format, type, start] of [
    ['ndjson', 'application/x-ndjson', '{"partition":'],
    ['csv', 'text/csv; charset=utf-8', 'partition,position,'],
    ['parquet', 'application/vnd.apache.parquet', 'PAR1'],
  ] as const) {
    const { headers, body } = await exported(`format=${format}`);
    t.equal(headers['content-type'], type);
    t.equal(headers['content-disposition'], `attachment; filename="nho-log-${day}.${format}"`);
    t.equal(body.slice(0, start.length), start);
  }
  t.equal(lines((await exported('format=ndjson')).body).length, EVENTS);
});

t.test('an export is of a deck, a class, a time', async (t) => {
  const count = async (query: string) => lines((await exported(`format=ndjson&${query}`)).body).length;
  t.equal(await count(`deck_id=${other.id}`), 1);
  const teacher = await api.register('teacher');
  const body = { name: '10A', deck_id: deck.id };
  const made = await teacher.data('POST /api/classes', { body });
  await enrol(teacher, made.id, students[1]);
  t.equal(await count(`class_id=${made.id}`), 3);
  const { body: none } = await exported('format=csv&until=2026-01-01T00:00:00Z&since=2025-01-01T00:00:00Z');
  t.match(none, /^partition,[^\n]*\r\n$/, 'the header alone');
  t.equal(await count('since=2025-01-01T00:00:00Z'), EVENTS);
  const refused = async (query: string) => {
    const answer = await admin.raw('GET', `${LOG}/export?${query}`);
    return [answer.status, answer.body.code, answer.headers['content-disposition']];
  };
  t.same(await refused('format=ndjson&class_id=999999'), [404, 'class_not_found', undefined]);
  const noTimes = ['yesterday', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T24:01:00Z'];
  const wrong = ['', 'format=xlsx', ...noTimes.map((time) => `format=csv&since=${time}`)];
  for (const query of wrong) t.same(await refused(query), [422, 'validation_failed', undefined], query);
});

t.test('pseudonyms are the same in every export, and lead to nobody', async (t) => {
  const named = async () => lines((await exported('format=ndjson&pseudonymous=true')).body);
  const first = await named();
  t.equal(new Set(first.map(({ student }) => student)).size, 2);
  for (const { student, hash } of first) {
    t.match(student, /^[0-9a-f]{16}$/);
    t.equal(hash, undefined);
  }
  t.same(await named(), first);
  t.type(lines((await exported('format=ndjson&pseudonymous=false')).body)[0].student, 'number');

  // By the server's secret: another server has other names.
  const elsewhere = await startApi(t, {
    databaseUrl: api.databaseUrl,
    env: { JWT_SECRET: 'another installation '.repeat(2) },
  });
  const again: TestAccount = await elsewhere.register('admin');
  const { body } = await elsewhere.raw<string>('GET', `${LOG}/export?format=ndjson&pseudonymous=1`, again);
  t.equal(lines(body).length, first.length);
  t.notSame(column(lines(body), 'student'), column(first, 'student'));
});

t.test('a HEAD makes no export, and no batch gathers one', async (t) => {
  t.equal((await admin.raw('HEAD', `${LOG}/export?format=csv`)).status, 404);
  const data = await admin.data('POST /api/batch', {
    body: { requests: [{ method: 'GET', url: `${LOG}/export?format=csv` }] },
  });
  t.match(data, [{ status: 400, data: { code: 'malformed_request' } }]);
});

t.test('a reader that goes away in the middle ends its export', async (t) => {
  const { pool, url: databaseUrl } = await createTestDatabase(t);
  await sql(pool)`insert into events select 0, p, gen_random_uuid(), ${studentOf(0)}, 'CardReviewed', 1,
    jsonb_build_object('deck_id', 1, 'text', repeat(md5(p::text), 20)), '', now(), now()
    from generate_series(1, 60000) p`;
  await pool.query('update log_partitions set head = 60000 where partition = 0');
  const server = await startApi(t, { databaseUrl });
  const { token } = await server.register('admin');
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const left = new AbortController();
  const answer = await fetch(`${address}${LOG}/export?format=ndjson`, {
    headers: { authorization: `Bearer ${token}` },
    signal: left.signal,
  });
  const reader = answer.body!.getReader();
  t.ok((await within(reader.read(), 'the export begins to arrive')).value!.length > 0);
  left.abort();
  await until(async () => {
    const reading = await sql(pool)`select from pg_stat_activity
      where datname = current_database() and application_name like 'nho api %' and state <> 'idle'`;
    return reading.length === 0;
  });
  t.equal((await server.call('GET /api/admin/log', { token })).status, 200, 'connections are free again');
});

t.test('workers are woken for what is asked for', async (t) => {
  await migrateQueues({ databaseUrl: api.databaseUrl });
  const open = () => openQueues({ databaseUrl: api.databaseUrl });
  let woken = 0;
  const worker = new QueueClient(open, (queues) =>
    queues.consumer(
      WAKE_UP_QUEUE,
      async ({ data }) => {
        if ('runWaits' in data && data.runWaits === logRun.name) woken++;
      },
      { concurrency: 1 },
    ),
  );
  const wakeUp = new WakeUp(open);
  t.teardown(() => Promise.all([worker.close(), wakeUp.close()]));
  await until(() => {
    wakeUp.runWaits(logRun);
    return woken > 0;
  });
  t.ok(woken);
});
