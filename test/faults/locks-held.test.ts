import pg from 'pg';
import t from 'tap';
import { classCalls, newClass } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { until } from '../harness/until.ts';
import { studyCalls } from '../learning/study-calls.ts';

const APPROVALS = 12;

const database = await createTestDatabase(t);
const api = await startApi(t, { databaseUrl: database.url });
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 2);
const classId = await newClass(teacher, deck.id, { name: '10A' });
const students = await Promise.all(Array.from({ length: APPROVALS }, () => api.register()));
for (const student of students) await classCalls(student).join(classId);
const teachers = classCalls(teacher);

const waiting = async () => {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where datname = current_database() and application_name like 'nho api %' and wait_event_type = 'Lock'`,
  );
  return rows[0]!.waiting;
};
// Of no pool of the API's: as a rebuild, or a psql, may hold them.
const holder = new pg.Client(api.databaseUrl);
await holder.connect();
t.teardown(() => holder.end());

t.test('checkpoints are held: who needs them is told to come back, and nobody else notices', async (t) => {
  const learner = await api.register();
  const official = await api.addDeck(teacher.id, 2, { official: true });
  const study = studyCalls(learner);
  await holder.query('begin');
  await holder.query(`select from projection_checkpoints where projection = 'class_progress' for update`);

  const approvals = Promise.all(students.map(({ id }) => teachers.approve(classId, id)));
  await until(async () => (await waiting()) >= 3, 'approvals wait for the checkpoints');
  const others = await Promise.all([
    ...Array.from({ length: 10 }, () =>
      learner.call('GET /api/decks/:deckId/counts', { params: { deckId: official.id } }),
    ),
    study.progress(official.cards[0]!, { status: 2, time_spent: 1 }),
    api.raw('GET', '/readyz'),
    teacher.call('GET /api/classes/:classId', { params: { classId } }),
  ]);
  t.same(new Set(others.map(({ status }) => status)), new Set([200]), 'reads, answers and /readyz go on');

  for (const { status, body, headers } of await approvals) {
    t.equal(status, 503);
    t.match(body, { success: false, code: /^(overloaded|database_unavailable)$/ });
    t.ok([1, 2, 3].includes(Number(headers['retry-after'])), 'with the seconds after which to try again');
  }
  await holder.query('rollback');
  for (const { id } of students) t.equal((await teachers.approve(classId, id)).status, 200);
});
