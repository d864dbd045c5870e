import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import t from 'tap';
import { ownDataRun } from '../../core/own-data/own-data.run.ts';
import { eraseAccount } from '../../core/person/erase-account.ts';
import { loadConfig } from '../../core/process/config.ts';
import { performRun } from '../../core/run/perform-run.ts';
import { waitingRuns } from '../../core/run/run-rows.ts';
import { newClass } from '../classroom/class-calls.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { addressesOf } from '../harness/database-harness.ts';
import { given, review } from '../log/given-events.ts';
import { taking } from '../log/rebuilding/given-rebuilding.ts';

const api = await startApi(t);
const { config, storage } = api.services;
const place = {
  config: loadConfig({ DATA_DIR: config.DATA_DIR }),
  now: () => Date.now(),
  storage: async () => storage,
};

/** Performs a run, after what happens before it is begun. */
async function performOne(runId: number, before: () => Promise<unknown> = async () => {}) {
  const client = new Client(addressesOf(api.databaseUrl).DATABASE_URL);
  await client.connect();
  await before();
  const run = performRun(ownDataRun, { ...place, client, log: pino({ level: 'silent' }), runId });
  return run.finally(() => client.end());
}

async function perform(): Promise<void> {
  for (const runId of await waitingRuns(api.pool, ownDataRun)) await performOne(runId);
}

const request = (account: TestAccount) => account.call('POST /api/me/data');
const latest = (account: TestAccount) => account.data('GET /api/me/data');
const file = (account: TestAccount) => account.raw<never>('GET', '/api/me/data/export');
const pathOf = async ({ id }: TestAccount) => {
  const rows = await api.sql<{ file_key: string }>`select file_key from own_data_files
    where user_id = ${id} order by id desc limit 1`;
  return join(storage.folder!, rows[0]!.file_key);
};

t.test('OWN-01 OWD-08 the file has all of the person, events in order, nothing of others', async (t) => {
  const teacher = await api.register('teacher', { name: 'Cô Hà' });
  const deck = await api.addDeck(teacher.id, [{ front: 'quả táo' }, { front: 'quả cam' }]);
  const student = await api.registerByCall('student', { name: 'Nguyễn Lan' });
  const other = await api.register('student', { name: 'Trần Minh' });
  const classId = await newClass(teacher, deck.id, { students: [student, other] });
  const exam = await givenExam(teacher, [classId], examBody('AB'));

  for (const card of deck.cards) await taking.answer(student, card);
  await taking.answer(other, deck.cards[0]!);
  await taking.submit(student, exam);
  await api.addDeck(student.id, [{ front: 'của riêng tôi' }], { title: 'Riêng' });
  await given(
    api.pool,
    Array.from({ length: 2_500 }, (_, card) => review(student.id, { card_id: card + 1 })),
  );
  await api.project();

  await student.call('PATCH /api/me', { body: { plays_sound: true, sound_speed: 0.75 } });
  t.equal(await latest(student), null);
  t.match(await file(student), { status: 404, body: { code: 'own_data_not_ready' } });
  const asked = await request(student);
  t.match(asked, { status: 202, body: { data: { status: 'queued', percent: 0, bytes: null } } });
  await perform();
  t.match(await latest(student), { status: 'completed', percent: 100, kept_until: /^20/ });
  const answer = await file(student);
  t.match(answer.headers, {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': /my-data\.json/,
    'cache-control': 'no-store',
  });
  const data = answer.body as unknown as Record<string, Record<string, unknown>[]> & {
    account: Record<string, unknown>;
  };
  t.match(data.account, { id: student.id, name: 'Nguyễn Lan', email: student.email, role: 'student' });
  t.match(data.account, { letter_keys: true, plays_sound: true, sound_speed: 0.75 }, 'SL-275');
  t.match(data.decks, [{ title: 'Riêng' }]);
  t.match(data.cards, [{ front: 'của riêng tôi' }]);
  t.match(data.class_memberships, [{ teacher: 'Cô Hà', status: 'approved' }]);
  t.match(data.exam_results, [{ exam: 'Unit 1', score: 1, total: 2 }]);
  t.equal(data.exam_attempts!.length, 1);
  t.equal(data.login_places!.length, 2);
  t.ok(data.acts!.some(({ act: name }) => name === 'class.member_approved'));
  t.equal(data.events!.length, 2 + 2 + 2_500);
  const moments = data.events!.map(({ recorded_at }) => Date.parse(String(recorded_at)));
  t.same(
    moments,
    moments.toSorted((a, b) => a - b),
  );
  const text = JSON.stringify(data);
  t.notMatch(text, /Trần Minh/);
  t.notMatch(text, /argon2/, 'no hash of a password');

  await request(teacher);
  await perform();
  const taught = (await file(teacher)).body as unknown as typeof data;
  t.match(taught.classes, [{ id: classId }]);
  t.match(taught.decks, [{ title: 'Words' }]);
  t.match(taught.cards, [{ front: 'quả táo' }, { front: 'quả cam' }]);
  t.match(taught.exams, [{ title: 'Unit 1' }]);
  t.match(taught.exam_questions, [{ correct_option: 'A' }, { correct_option: 'B' }]);
});

t.test('OWN-02 one at a time, three a day, and it can be stopped', async (t) => {
  const student = await api.register();
  await request(student);
  t.match(await request(student), { status: 409, body: { code: 'own_data_waits' } });
  const both = await api.register();
  const statuses = (await Promise.all([request(both), request(both)])).map(({ status }) => status);
  t.same(statuses.sort(), [202, 409]);
  t.match((await student.call('POST /api/me/data/cancel')).body.data, { status: 'cancelled' });
  t.match(await student.call('POST /api/me/data/cancel'), {
    status: 409,
    body: { code: 'own_data_has_ended' },
  });
  await request(student);
  await perform();
  t.equal((await request(student)).status, 202);
  await perform();
  t.match(await request(student), { status: 429, body: { code: 'too_much_own_data' } });
});

t.test('OWN-02 the file is its owner’s alone, and is removed after three days', async (t) => {
  const [student, other] = [await api.register(), await api.register()];
  await request(student);
  await perform();
  t.equal((await file(student)).status, 200);
  t.match(await file(other), { status: 404 });
  t.equal((await api.raw('GET', '/api/me/data/export', {})).status, 401);
  const path = await pathOf(student);
  t.ok(existsSync(path));
  const address = path.slice(storage.folder!.length);
  t.equal((await student.raw('GET', `/storage${address}`)).status, 404);
  await ownDataRun.tidyHourly!({ ...place, pool: api.pool });
  t.ok(existsSync(path));
  await api.sql`update own_data_files set finished_at = now() - interval '73 hours'
    where user_id = ${student.id}`;
  await ownDataRun.tidyHourly!({ ...place, pool: api.pool });
  t.notOk(existsSync(path));
  t.equal(await latest(student), null);
});

t.test('OWN-06 with the account its file goes, also one that waits to be made', async (t) => {
  const [admin, student] = [await api.register('admin'), await api.register()];
  await request(student);
  await perform();
  const path = await pathOf(student);
  const erased = await admin.data('POST /api/admin/people/changes', {
    body: { change: 'erase', person_ids: [student.id] },
  });
  t.match(erased, [{ refused: null }]);
  t.notOk(existsSync(path));

  const late = await api.register();
  await request(late);
  const [runId] = await waitingRuns(api.pool, ownDataRun);
  const erasure = { personId: late.id, actorId: admin.id, reason: 'administrator' } as const;
  t.equal(await performOne(runId!, () => eraseAccount(api.pool, erasure)), 'idle');
  t.equal((await api.pool.query('select from own_data_files where user_id = $1', [late.id])).rowCount, 0);
});

t.test('OWN-01 a key of an answer is in the file, so that one finds it again', async (t) => {
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const student = await api.register();
  const key = randomUUID();
  await student.data('POST /api/cards/:cardId/progress', {
    params: { cardId: deck.cards[0]! },
    body: { status: 2, time_spent: 1 },
    headers: { 'idempotency-key': key },
  });
  await request(student);
  await perform();
  const data = (await file(student)).body as unknown as { events: { id: string }[] };
  t.same(column(data.events, 'id'), [key]);
});
