import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import type { Pool } from 'pg';
import t from 'tap';
import { eventRegister } from '../../../core/events.ts';
import { examStarted, examSubmitted } from '../../../core/exam/attempt/exam-event.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import type { ExportedEvent } from '../../../core/log/export/exported-lines.ts';
import { importEvents } from '../../../core/log/export/import-events.ts';
import { Pseudonyms } from '../../../core/log/export/pseudonyms.ts';
import { studentErased } from '../../../core/log/log.events.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { givenClass, givenPeople } from '../../classroom/given-classes.ts';
import { inPieces as pieces } from '../../deck-import/formats/given-card-files.ts';
import { createTestDatabase } from '../../harness/database-harness.ts';
import { emptyLog, given, neighbours, projectAll, review } from '../given-events.ts';
import { projectedRows } from '../histories/plain-projections.ts';
import { eventsOf, exportText } from './export-harness.ts';

const [{ pool: old }, { pool: fresh }] = await Promise.all([createTestDatabase(t), createTestDatabase(t)]);
const { first, second, elsewhere } = neighbours();
const STUDENTS = [first, second, elsewhere];

/** What is not in the log: accounts, a deck, a class that studies it, an exam. */
for (const pool of [old, fresh]) {
  const { teacherId } = await givenPeople(pool, { students: Math.max(...STUDENTS), decks: 1 });
  await givenClass(pool, teacherId, { decks: [1], students: STUDENTS });
  await pool.query(`insert into exams (id, teacher_id, title, duration_minutes, main_content_type)
    overriding system value values (1, ${teacherId}, 'Test', 20, 'none');
    insert into exam_questions (id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d, correct_option)
    overriding system value select n, 1, n, 'Which?', 'a', 'b', 'c', 'd', 'A' from generate_series(5, 6) n`);
}

async function clear(...pools: Pool[]): Promise<void> {
  for (const pool of pools) await emptyLog(pool);
}
t.afterEach(() => clear(old, fresh));

const inPieces = (text: string, size = 1_000): AsyncIterable<Buffer> =>
  Readable.from(pieces(Buffer.from(text), [size]));

const count = async (pool: Pool): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::integer as count from events')).rows[0]!.count;

const someReview = fc
  .record({
    student: fc.constantFrom(...STUDENTS),
    card: fc.integer({ min: 1, max: 4 }),
    rating: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    card_type: fc.constantFrom<'new' | 'review' | 'learning'>('new', 'review', 'learning'),
    tries: fc.integer({ min: 1, max: 9 }),
    time_spent: fc.integer({ min: 0, max: 3_600 }),
    day: fc.integer({ min: 10, max: 28 }),
  })
  .map(({ student, card, day, ...data }) =>
    review(student, { ...data, card_id: card, day: `2026-03-${day}` }),
  );

const someSubmission = fc
  .record({
    student: fc.constantFrom(...STUDENTS),
    answers: fc.dictionary(fc.constantFrom('5', '6'), fc.constantFrom<OptionLetter>('A', 'B', 'C', 'D')),
    time_spent: fc.nat(4_000),
    late: fc.nat(100),
    by: fc.constantFrom<'student' | 'server'>('student', 'server'),
  })
  .map(({ student, ...data }) =>
    examSubmitted(
      { exam_id: 1, ...data },
      { studentId: student, key: '', at: Date.parse('2026-03-09T05:00:00Z') },
    ),
  );

const someLog = fc.record({
  reviews: fc.array(someReview, { maxLength: 60 }),
  submissions: fc.uniqueArray(someSubmission, { maxLength: 3, selector: ({ studentId }) => studentId }),
});

async function append(pool: Pool, events: NewEvent[]): Promise<void> {
  const appender = new Appender(pool);
  await Promise.all(events.map((event) => appender.append(event)));
}

t.test('what was exported and imported is the same log, and gives the same projections', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      someLog,
      fc.integer({ min: 50, max: 5_000 }),
      async ({ reviews, submissions }, pieces) => {
        await clear(old, fresh);
        await append(old, [...reviews, ...submissions]);
        await projectAll(old);
        const text = await exportText(old);
        const { events, unknownStudents } = await importEvents(fresh, eventRegister, inPieces(text, pieces));
        t.equal(events, reviews.length + submissions.length);
        t.equal(unknownStudents, 0);
        t.equal(await exportText(fresh), text);
        await projectAll(fresh);
        t.same(await projectedRows(fresh), await projectedRows(old));
      },
    ),
    { numRuns: 20 },
  );
});

t.test('the log goes on after an import where the exported one was', async (t) => {
  await given(old, [review(first), review(elsewhere)]);
  const outcome = await importEvents(fresh, eventRegister, inPieces(await exportText(old)));
  const places = [first, elsewhere].map((student) => ({ partition: partitionOf(student), position: 1 }));
  const ascending = places.sort((a, b) => a.partition - b.partition);
  t.same(outcome.reached, ascending);
  t.match(await new Appender(fresh).append(review(first)), { partition: partitionOf(first), position: 2 });
  const [known] = eventsOf(await exportText(old));
  const again: NewEvent = {
    ...review(Number(known!.student), known!.data as object),
    id: known!.id,
    hash: known!.hash!,
    occurredAt: new Date(known!.occurred_at),
  };
  t.match(again, { type: known!.type, version: known!.version, data: known!.data });
  t.equal((await new Appender(fresh).append(again)).position, 1, 'a repeated request is still known as one');
});

t.test('a log that has events, now or before, takes none', async (t) => {
  await given(old, [review(first)]);
  const text = await exportText(old);
  const refused = { name: 'LogNotEmptyError' };
  await t.rejects(importEvents(old, eventRegister, inPieces(text)), refused);
  await fresh.query('update log_partitions set head = 1 where partition = 3');
  await t.rejects(importEvents(fresh, eventRegister, inPieces(text)), refused);
  t.equal(await count(fresh), 0);
});

t.test('a dry run finds the same and leaves the log empty', async (t) => {
  await given(old, [review(first), review(elsewhere)]);
  t.match(await importEvents(fresh, eventRegister, inPieces(await exportText(old)), { isDryRun: true }), {
    events: 2,
  });
  t.equal(await count(fresh), 0);
  t.equal((await importEvents(fresh, eventRegister, inPieces(await exportText(old)))).events, 2);
});

t.test('students without an account are counted, not refused', async (t) => {
  await given(old, [review(4_000), review(4_000), review(4_001)]);
  t.match(await importEvents(fresh, eventRegister, inPieces(await exportText(old))), {
    events: 3,
    unknownStudents: 2,
  });
});

t.test('a damaged line stops it with its number, and nothing is appended', async (t) => {
  await given(old, [review(first), review(first), review(first)]);
  const lines = (await exportText(old)).trimEnd().split('\n');
  const last = JSON.parse(lines[2]!) as ExportedEvent & Record<string, unknown>;
  const change = (values: object) => JSON.stringify({ ...last, ...values });
  const cases: [what: string, line: string | Buffer, problem: RegExp][] = [
    ['cut off', lines[2]!.slice(0, 90), /is not JSON/],
    ['empty', '', /is not JSON/],
    ['not UTF-8', Buffer.from([0xc3, 0x28]), /is not UTF-8/],
    ['no object', '[]', /object/i],
    ['no id', change({ id: undefined }), /id: /],
    ['a partition that there is not', change({ partition: 16 }), /belong to partition/],
    ['the partition of others', change({ partition: partitionOf(elsewhere) }), /belong to partition/],
    ['a gap', change({ position: 4 }), /goes on with position 4 where 3 was expected/],
    ['a repetition', lines[1]!, /goes on with position 2 where 3 was expected/],
    ['an unknown type', change({ type: 'CardEaten' }), /unknown event type: CardEaten version 1/],
    ['a future version', change({ version: 99 }), /unknown event type: CardReviewed version 99/],
    [
      'data against its schema',
      change({ data: { ...(last.data as object), deck_id: 'one' } }),
      /data\/deck_id/,
    ],
    ['an id that was used', change({ id: JSON.parse(lines[0]!).id }), /another event of the same id/],
    ['a day that there is not', change({ recorded_at: '2026-02-30T00:00:00Z' }), /out of range/],
    ['half a letter', lines[2]!.replace('"data":{', '"data":{"more": "\\ud800", '), /surrogate|unicode/i],
    ['no hash', change({ hash: undefined }), /has no hash/],
  ];
  for (const [what, line, problem] of cases) {
    const text = Readable.from(
      [`${lines[0]}\n${lines[1]}\n`, line, '\n'].map((one) => Buffer.from(one as string)),
    );
    const failure = { name: 'DamagedLineError', line: 3, message: problem };
    await t.rejects(importEvents(fresh, eventRegister, text), failure, what);
    t.equal(await count(fresh), 0, what);
  }
  const { events } = await importEvents(fresh, eventRegister, inPieces(lines.join('\r\n')));
  t.equal(events, 3, 'the last line break may be missing');
});

t.test('what comes after a student’s last event is refused, of others it is taken', async (t) => {
  await given(old, [review(first), studentErased(first, new Date('2026-03-01T06:00:00Z')), review(second)]);
  const lines = (await exportText(old)).trimEnd().split('\n');
  const after = { ...JSON.parse(lines[0]!), id: randomUUID(), position: 4 };
  await t.rejects(
    importEvents(fresh, eventRegister, inPieces([...lines, JSON.stringify(after)].join('\n'))),
    {
      name: 'DamagedLineError',
      line: 4,
      message: /after the last event of student/,
    },
  );
  t.equal(await count(fresh), 0);
  t.equal((await importEvents(fresh, eventRegister, inPieces(lines.join('\n')))).events, 3);
});

t.test('a line without an end is refused before it fills the memory', async (t) => {
  const endless = function* () {
    for (let megabyte = 0; megabyte < 100; megabyte++) yield Buffer.alloc(1_000_000, 'a');
  };
  await t.rejects(importEvents(fresh, eventRegister, Readable.from(endless())), {
    name: 'DamagedLineError',
    line: 1,
  });
});

t.test('a part of a log and a pseudonymous one are refused', async (t) => {
  await given(old, [
    review(first),
    review(first),
    examStarted({ exam_id: 1, duration_minutes: 20 }, first, 0),
  ]);
  const after = [{ partition: partitionOf(first), position: 1 }];
  await t.rejects(
    importEvents(fresh, eventRegister, inPieces(await exportText(old, { after }))),
    /line 1: .*position 2 where 1/,
  );
  const named = await exportText(old, {}, 'ndjson', new Pseudonyms('k'.repeat(32)));
  await t.rejects(importEvents(fresh, eventRegister, inPieces(named)), /line 1: has a pseudonym/);
});

t.test('an interruption leaves the log empty', async (t) => {
  await given(old, [review(first)]);
  const text = await exportText(old);
  await t.rejects(importEvents(fresh, eventRegister, inPieces(text), { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
  t.equal(await count(fresh), 0);
});
