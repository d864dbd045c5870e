import t from 'tap';
import { startId, submissionId } from '../../../core/exam/attempt/exam-event.ts';
import type { Sitting } from '../world/exam-sittings.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { contentOf, type History, type Stored } from './fault-history.ts';
import { violationsOf } from './history-check.ts';
import { leakIn } from './leaks.ts';

const EXAM = 7;
const DEADLINE = Date.UTC(2026, 2, 1, 6);
const SECOND = 1_000;

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function review(partition: number, position: number, studentId: number, number: number): Stored {
  return {
    partition,
    position,
    id: id(number),
    studentId,
    type: 'CardReviewed',
    data: { card_id: 1, rating: 2, time_spent: number, tries: 1 },
    place: `${partition}-${position}-abc`,
    occurredAt: 0,
  };
}

function examEvent(
  position: number,
  studentId: number,
  type: 'ExamStarted' | 'ExamSubmitted',
  data = {},
): Stored {
  return {
    partition: 2,
    position,
    id: (type === 'ExamStarted' ? startId : submissionId)(EXAM, studentId),
    studentId,
    type,
    data: { exam_id: EXAM, ...data },
    place: `2-${position}-abc`,
    occurredAt: DEADLINE,
  };
}

/** A run in which all is well: two students who answer, one who hands in, one for whom the server does. */
function given(): History {
  const reviews = [review(1, 1, 1, 1), review(1, 2, 1, 2), review(1, 3, 2, 3), review(1, 4, 1, 4)];
  const first: Sitting = {
    studentId: 3,
    examId: EXAM,
    intention: 'in time',
    deadlineAt: DEADLINE,
    saves: [{ answers: { 1: 'A' }, isAcknowledged: true }],
    submission: {
      answers: { 1: 'A', 2: 'B' },
      told: { score: 1, total: 2, position: '2-2-abc', answers_counted: 'sent', late_seconds: 0 },
    },
    oddities: [],
  };
  const second: Sitting = {
    studentId: 4,
    examId: EXAM,
    intention: 'never',
    deadlineAt: DEADLINE,
    saves: [
      { answers: { 1: 'A' }, isAcknowledged: true },
      { answers: { 1: 'A', 2: 'C' }, isAcknowledged: true },
    ],
    oddities: [],
  };
  const handedIn = { answers: { 1: 'A', 2: 'B' }, late: 0, by: 'student' };
  return {
    told: reviews.map(({ studentId, place, type, data, ...one }) => ({
      id: one.id,
      studentId,
      place,
      content: contentOf(type, data),
    })),
    stored: [
      ...reviews,
      examEvent(1, 3, 'ExamStarted'),
      examEvent(2, 3, 'ExamSubmitted', handedIn),
      examEvent(3, 4, 'ExamStarted'),
      examEvent(4, 4, 'ExamSubmitted', { answers: { 1: 'A', 2: 'C' }, late: 0, by: 'server' }),
    ],
    order: new Map([
      [1, [id(1), id(2), id(4)]],
      [2, [id(3)]],
    ]),
    heads: new Map([
      [1, 4],
      [2, 4],
    ]),
    sittings: [first, second],
    keys: new Map([
      [
        EXAM,
        new Map([
          [1, 'A' as const],
          [2, 'C' as const],
        ]),
      ],
    ]),
    results: [
      { examId: EXAM, studentId: 3, answers: { 1: 'A', 2: 'B' }, score: 1, total: 2 },
      { examId: EXAM, studentId: 4, answers: { 1: 'A', 2: 'C' }, score: 2, total: 2 },
    ],
    exchanges: [
      { sentAt: 0, endedAt: 50, status: 200, retryAfter: null, port: 1 },
      { sentAt: 1_000, endedAt: 1_050, status: 503, retryAfter: '1', port: 1 },
      { sentAt: 1_000, endedAt: 1_050, status: 'ECONNRESET', retryAfter: null, port: 1 },
    ],
    windows: [{ row: 'F7', from: 900, until: 2_000, allows503: true, stallMs: 0 }],
    recoveries: [{ row: 'F1', what: 'another API serves', ms: 900, boundMs: 15_000, until: 20_000 }],
    slowness: [],
    leaks: [],
    noticed: [],
  };
}

t.test('a run in which all is well has no violation', async (t) => {
  t.same(violationsOf(given()), []);
});

const moved = (history: History, from: number, to: number) => {
  const [event] = history.stored.splice(from, 1);
  history.stored.splice(to, 0, event!);
  for (const [index, one] of history.stored.slice(0, 4).entries()) one.position = index + 1;
};

/** What is made wrong, the invariant that must notice, and how. */
const tampered: [what: string, invariant: string, (history: History) => unknown][] = [
  ['an acknowledged event is lost', 'I1', ({ stored }) => stored.splice(3, 1)],
  [
    'an event is stored twice',
    'I1',
    ({ stored }) => stored.push({ ...stored[0]!, partition: 3, position: 1 }),
  ],
  ['an event says something else', 'I1', ({ stored }) => Object.assign(stored[0]!.data, { rating: 0 })],
  ['an event is of another student', 'I1', ({ stored }) => Object.assign(stored[0]!, { studentId: 9 })],
  [
    'an event lies elsewhere than was told',
    'I1',
    ({ stored }) => Object.assign(stored[0]!, { place: '1-9-abc' }),
  ],
  [
    'after a failover the log is another one',
    'I1',
    ({ stored }) => Object.assign(stored[0]!, { place: '1-1-def' }),
  ],
  ['an event was sent by nobody', 'I2', ({ stored }) => stored.push(review(3, 1, 1, 99))],
  ['an exam was begun by nobody', 'I2', ({ stored }) => stored.push(examEvent(5, 8, 'ExamStarted'))],
  ['a position is left out', 'I3', ({ stored }) => Object.assign(stored[3]!, { position: 5 })],
  ['a position is given twice', 'I3', ({ stored }) => Object.assign(stored[3]!, { position: 3 })],
  ['the head is ahead of the events', 'I3', ({ heads }) => heads.set(1, 5)],
  ['the head of an empty partition is not 0', 'I3', ({ heads }) => heads.set(9, 1)],
  ['two answers of a student changed places', 'I4', (history) => moved(history, 0, 1)],
  ['an answer overtook others', 'I4', (history) => moved(history, 3, 0)],
  [
    'an exam is handed in twice',
    'I8',
    (history) =>
      void history.stored.push(examEvent(5, 3, 'ExamSubmitted', { answers: {}, late: 0, by: 'server' })),
  ],
  ['an exam is handed in by nobody', 'I8', ({ stored }) => stored.pop()],
  ['an exam is begun twice', 'I8', ({ stored }) => stored.push(examEvent(5, 3, 'ExamStarted'))],
  [
    'late, and accepted',
    'I8',
    ({ stored }) => Object.assign(stored[5]!, { occurredAt: DEADLINE + 11 * SECOND }),
  ],
  ['in time, and late', 'I8', ({ stored }) => Object.assign(stored[5]!.data, { late: 11 })],
  [
    'other answers count than were sent',
    'I8',
    ({ stored }) => Object.assign(stored[5]!.data, { answers: { 1: 'A' } }),
  ],
  ['an older save counts', 'I8', ({ stored }) => Object.assign(stored[7]!.data, { answers: { 1: 'A' } })],
  [
    'the server handed in at another moment',
    'I8',
    ({ stored }) => Object.assign(stored[7]!, { occurredAt: DEADLINE + SECOND }),
  ],
  ['told other points', 'I8', ({ sittings }) => Object.assign(sittings[0]!.submission!.told!, { score: 2 })],
  ['the results say other points', 'I8', ({ results }) => Object.assign(results[1]!, { score: 1 })],
  ['the results lack one', 'I8', ({ results }) => results.pop()],
  ['something a student was told cannot be', 'I8', ({ sittings }) => sittings[0]!.oddities.push('again')],
  ['a request ended with 500', 'I9', ({ exchanges }) => Object.assign(exchanges[0]!, { status: 500 })],
  [
    'a request ended with 500 while the database was away',
    'I9',
    ({ exchanges }) => Object.assign(exchanges[1]!, { status: 500 }),
  ],
  ['503 while all was well', 'I9', ({ windows }) => Object.assign(windows[0]!, { until: 950 })],
  [
    '503 in a fault that excuses none',
    'I9',
    ({ windows }) => Object.assign(windows[0]!, { allows503: false }),
  ],
  ['503 without Retry-After', 'I9', ({ exchanges }) => Object.assign(exchanges[1]!, { retryAfter: null })],
  [
    'a request that lasted too long',
    'I9',
    ({ exchanges }) => Object.assign(exchanges[0]!, { endedAt: 10_100 }),
  ],
  ['back too late', 'I10', ({ recoveries }) => Object.assign(recoveries[0]!, { ms: 15_001 })],
  ['an answer told a secret', 'I12', ({ leaks }) => leaks.push('correct_option')],
  ['the statistics differ', 'I7', ({ noticed }) => noticed.push({ invariant: 'I7', what: 'differs' })],
];

for (const [what, invariant, tamper] of tampered)
  t.test(`${invariant} is violated when ${what}`, async (t) => {
    const history = given();
    tamper(history);
    t.ok(
      violationsOf(history).some((one) => one.invariant === invariant),
      JSON.stringify(violationsOf(history)),
    );
  });

t.test('what lasted too long is excused by as much as the machine was slow, and no more', async (t) => {
  const slow = (factor: number, from: number) => {
    const history = given();
    Object.assign(history.exchanges[0]!, { endedAt: 15_000 });
    history.slowness.push({ from, until: from + 1_000, factor });
    return violationsOf(history).length;
  };
  t.equal(slow(2, 5_000), 0);
  t.equal(slow(1.4, 5_000), 1);
  t.equal(slow(2, 16_000), 1, 'at another time');
});

t.test('503 without a fault is excused only by an overloaded machine', async (t) => {
  const slow = (factor: number, until = 1_100) => {
    const history = given();
    Object.assign(history.windows[0]!, { allows503: false });
    history.slowness.push({ from: until - 200, until, factor });
    return violationsOf(history).length;
  };
  t.equal(slow(1.9), 1);
  t.equal(slow(2), 0);
  t.equal(slow(2, -5_000), 0, 'it waits for what came shortly before');
  t.equal(slow(2, -12_000), 1, 'at another time');
});

t.test('beside others all may last longer, and an answer that never comes is found', async (t) => {
  for (const [kind, change, violations] of [
    ['exchanges', { endedAt: 49_000 }, 0],
    ['exchanges', { endedAt: 51_000 }, 1],
    ['windows', { allows503: false }, 0],
    ['recoveries', { ms: 74_000 }, 0],
    ['recoveries', { ms: 76_000 }, 1],
  ] as const) {
    const history = given();
    Object.assign(history[kind][0]!, change);
    t.equal(violationsOf(history, 5).length, violations, JSON.stringify(change));
  }
});

t.test('many violations of a kind are counted, not listed', async (t) => {
  const history = given();
  for (let count = 0; count < 20; count++) history.leaks.push(`leak ${count}`);
  const found = violationsOf(history);
  t.equal(found.length, 6);
  t.equal(found.at(-1)!.what, 'and 15 more');
});

/** Sees the head of a partition and a checkpoint there, one time after the other; a crash comes before the last. */
const watched = (seen: [head: number, checkpoint: number][], crashes = false) => {
  const watch = new CheckpointWatch(t, undefined as never);
  for (const [index, [head, checkpoint]] of seen.entries()) {
    if (crashes && index === seen.length - 1) watch.crash();
    watch.see([
      ['head 1', head],
      ['deck_stats 1', checkpoint],
    ]);
  }
  return watch.violations;
};

t.test('I6 heads and checkpoints that fall are noticed; a crash takes back checkpoints alone', async (t) => {
  t.same(watched([[5, 5]]), []);
  const fallen = ['deck_stats 1 fell from 5 to 4', 'head 1 fell from 5 to 4'];
  const seen: [number, number][] = [
    [5, 5],
    [5, 4],
    [4, 6],
  ];
  t.same(watched(seen), [...fallen, 'deck_stats 1 is at 6, its head at 4']);
  t.same(
    watched(
      [
        [5, 5],
        [4, 3],
      ],
      true,
    ),
    ['head 1 fell from 5 to 4'],
  );
});

t.test('I12 an answer that holds a key, a hash or an address is noticed', async (t) => {
  for (const body of ['{"correct_option":"A"}', '{"password_hash":"…"}', '{"email":"lan@example.org"}'])
    t.ok(leakIn(body), body);
  t.notOk(leakIn('{"success":true,"data":{"position":"3-120-5f0c2a91"}}'));
});
