import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { type ExamServices, openExam, standingOf } from '../../../core/exam/attempt/attempt.ts';
import { saveAnswers } from '../../../core/exam/attempt/save-answers.ts';
import { alreadySubmitted, submitExam } from '../../../core/exam/attempt/submit.ts';
import { cardReviewUndone } from '../../../core/learning/answering/undo.ts';
import { compareSchedulers } from '../../../core/learning/what-if/compare-schedulers.ts';
import { Appender } from '../../../core/log/append/appender.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { replayParked } from '../../../core/log/projecting/replay-parked.ts';
import { projections } from '../../../core/projections.ts';
import { column } from '../../harness/columns.ts';
import { createTestDatabase, openTestPool } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { undo } from '../../learning/answering/given-undo.ts';
import { given, projectAll, review } from '../given-events.ts';

const STUDENTS = 400;
const EVENTS_EACH = 100;
const STUDENT = 7;

const { pool, url } = await createTestDatabase(t);

t.before(async () => {
  await pool.query(
    `insert into users (id, name, email, password_hash, role, time_zone) overriding system value
       select n, 'Lan', n || '@example.org', '', case n when 1000 then 'teacher' else 'student' end, 'UTC'
       from unnest(array[${STUDENT}, 1000]) n;
     insert into classes (id, teacher_id, name) overriding system value values (1, 1000, '10A');
     insert into class_members (class_id, student_id, status, joined_at) values (1, ${STUDENT}, 'approved', now());
     insert into exams (id, teacher_id, title, duration_minutes, main_content_type) overriding system value
       values (1, 1000, 'Unit 1', 30, 'none');
     insert into exam_classes values (1, 1);
     insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
       select partition_of(s), row_number() over (partition by partition_of(s) order by n, s), gen_random_uuid(), s,
         'CardReviewed', 1, jsonb_build_object('deck_id', 1, 'card_id', n, 'rating', 2, 'card_type', 'new',
           'first_status', 2, 'tries', 1, 'time_spent', 5, 'day', '2026-03-01'), '', now(), now()
       from generate_series(1, ${STUDENTS}) s, generate_series(1, ${EVENTS_EACH}) n;
     update log_partitions p set head = e.head
       from (select partition, max(position) as head from events group by partition) e
       where e.partition = p.partition;
     update projection_checkpoints c set position = p.head from log_partitions p where p.partition = c.partition`,
  );
  await pool.query('vacuum analyze events');
});

t.test("a partition's number is the same in SQL as in the program", async (t) => {
  const students = [1, 2, 3, 17, 4_096, 99_999, 1_000_003, 2_147_483_646, 2_147_483_647];
  const rows = await sql(pool)<{ partition: number }>`select partition_of(student) as partition
    from unnest(${students}::integer[]) student`;
  t.same(column(rows, 'partition'), students.map(partitionOf));
});

interface Reads {
  /** Scans of the whole table. */
  scans: number;
  /** Searches in the events' key. A look-up without the partition would be one for each partition. */
  searches: number;
  /** Entries read of all indexes, and of them those of the events' key. */
  entries: number;
  ofKey: number;
}

/** What is read of the events while something is done on one connection. */
async function readsOf(work: (pool: Pool) => Promise<unknown>): Promise<Reads> {
  const own = openTestPool(t, { connectionString: url, max: 1 });
  const reads = async (): Promise<Reads> => {
    await own.query('select pg_stat_force_next_flush()');
    const { rows } = await own.query<Reads>(
      `select (select seq_scan from pg_stat_user_tables where relname = 'events')::integer as scans,
         sum(idx_scan) filter (where indexrelname = 'events_key')::integer as searches,
         sum(idx_tup_read)::integer as entries,
         sum(idx_tup_read) filter (where indexrelname = 'events_key')::integer as "ofKey"
       from pg_stat_user_indexes where relname = 'events'`,
    );
    return rows[0]!;
  };
  try {
    // Statements that are prepared are planned for any values from the sixth time on.
    for (let time = 0; time < 6; time++) await work(own);
    // What the test's own connection has read before would be counted whenever it happens to be reported.
    await pool.query('select pg_stat_force_next_flush()');
    const before = await reads();
    await work(own);
    const after = await reads();
    const names = ['scans', 'searches', 'entries', 'ofKey'] as const;
    return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as Reads;
  } finally {
    await own.end();
  }
}

const services = (own: Pool): ExamServices => ({ pool: own, appender: new Appender(own) });

t.test('who looks for an event by its id reads the entry of the key, and no more', async (t) => {
  const [answer] = await sql(pool)`select id from events where student_id = ${STUDENT} limit 1`;
  const lookUps: Record<string, (own: Pool) => Promise<unknown>> = {
    'an undo': (own) => cardReviewUndone(own, { studentId: STUDENT, reviewId: answer!.id, now: Date.now() }),
    'the beginning of an attempt': async (own) => {
      await pool.query('delete from exam_attempts');
      await openExam(services(own), 1, STUDENT);
    },
    'an attempt': (own) => standingOf(own, 1, STUDENT),
    'a save': async (own) => {
      const { version } = (await standingOf(own, 1, STUDENT)).attempt!;
      await saveAnswers(services(own), 1, STUDENT, { version, answers: {}, skipped: [] });
    },
    'handing in': (own) =>
      submitExam(services(own), { examId: 1, studentId: STUDENT, answers: {}, key: 'one' }),
    'a second submission': (own) => alreadySubmitted(own, 1, STUDENT),
  };
  for (const [name, lookUp] of Object.entries(lookUps)) {
    const reads = await readsOf(lookUp);
    t.equal(reads.scans, 0, `${name} does not read the whole log`);
    t.ok(reads.searches > 0 && reads.searches < 8, `${name} searches the key ${reads.searches} times`);
    t.ok(reads.entries === reads.ofKey && reads.entries < 8, `${name} reads ${reads.entries} entries`);
  }
});

t.test('a repetition, and an append beside it, read entries of the key only', async (t) => {
  const known = review(STUDENT);
  await given(pool, [known]);
  const reads = await readsOf(async (own) => {
    const appender = new Appender(own);
    await Promise.all([known, review(STUDENT), review(STUDENT + 1)].map((event) => appender.append(event)));
  });
  t.equal(reads.scans, 0);
  t.ok(reads.searches > 0 && reads.searches < 8, `${reads.searches} searches`);
  t.ok(reads.entries === reads.ofKey && reads.entries < 8, `${reads.entries} entries`);
});

t.test('an answer taken back is computed anew from its student’s events', async (t) => {
  const reads = await readsOf(async (own) => {
    const event = review(STUDENT, { card_id: 5 });
    await given(own, [event]);
    await projectAll(own);
    await given(own, [undo(STUDENT, event)]);
    await projectAll(own);
  });
  t.equal(reads.scans, 0);
  // Three projections read the student's hundred answers and what they have just given.
  t.ok(reads.entries < 4 * (EVENTS_EACH + 50), `${reads.entries} entries`);
});

t.test('the days of answers taken back are found by their key', async (t) => {
  const reads = await readsOf((own) =>
    compareSchedulers(own, {}, { register: eventRegister, studentId: STUDENT, timeZone: 'UTC' }),
  );
  t.equal(reads.scans, 0);
  const whole = (await pool.query('select 1 from events where partition = $1', [partitionOf(STUDENT)]))
    .rowCount!;
  t.ok(reads.entries < 6 * whole, `${reads.entries} entries, the partition has ${whole}`);
});

t.test('parked events are found by their place', async (t) => {
  await sql(pool)`insert into parked_events (projection, partition, position, student_id, reason)
    values ('deck_stats', ${partitionOf(STUDENT)}, 1, ${STUDENT}, 'none')`;
  t.equal((await readsOf((own) => replayParked(own, { projections, isDryRun: true }))).scans, 0);
});

t.test('the same id is an event of each student, and of a student once', async (t) => {
  const id = randomUUID();
  const [own, another] = [STUDENT, STUDENT + 1].map((student) => ({ ...review(student), id }));
  const appender = new Appender(pool);
  const first = await appender.append(own!);
  t.same(await appender.append(own!), first);
  t.not((await appender.append(another!)).partition, first.partition);
  await t.rejects(appender.append({ ...own!, hash: '11'.repeat(32) }), { code: 'idempotency_conflict' });
});
