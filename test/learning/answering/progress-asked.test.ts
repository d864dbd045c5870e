import { hash, randomUUID } from 'node:crypto';
import t from 'tap';
import { cardReviewed } from '../../../core/learning/answering/answer.ts';
import type { ProgressBody } from '../../../core/learning/learning.schema.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { startApi } from '../../harness/api-harness.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 2, { official: true });
const card = deck.cards[0]!;

const student = async () => {
  const account = await api.register();
  return Object.assign(account, studyCalls(account));
};
const withKey = (key: string) => ({ 'Idempotency-Key': key });

async function stored(studentId: number) {
  const rows = await api.sql<{
    version: number;
    data: Record<string, unknown>;
    hash: string;
  }>`select version, data, encode(data_hash, 'hex') as hash from events
    where partition = ${partitionOf(studentId)} and student_id = ${studentId} order by position`;
  return rows;
}

/** What every answer has. */
const BEFORE = { status: 2, time_spent: 5, card_type: 'new', first_status: 0, tries: 3 } as const;
const ASKED = { typed: 'accent', asked: 'back', mode: 'session', think_ms: 2_345 } as const;
const CONTEXT = {
  studentId: 3,
  deckId: 1,
  cardId: 7,
  timeZone: 'UTC',
  id: randomUUID(),
  now: 1_767_225_600_000,
};

t.test('CX-14 an answer that says nothing of how its card was asked is the event it was', async (t) => {
  const body: ProgressBody = { ...BEFORE, answered_at: 1_767_225_590_000 };
  t.match(cardReviewed(body, CONTEXT), {
    version: 1,
    hash: hash('sha256', '[7,2,5,"new",0,3,1767225590000]', 'hex'),
  });
  const [short] = [cardReviewed({ status: 0, time_spent: 9 }, CONTEXT)];
  t.equal(short.hash, hash('sha256', '[7,0,9,null,null,null,null]', 'hex'));
  t.same(Object.keys(short.data), [
    'deck_id',
    'card_id',
    'rating',
    'card_type',
    'first_status',
    'tries',
    'time_spent',
    'day',
  ]);
});

t.test('CX-14 how the card was asked is kept in version 2, without what is meant when absent', async (t) => {
  const { id, progress } = await student();
  const cases: [said: object, kept: object][] = [
    [ASKED, { typed: 'accent', asked: 'back', think_ms: 2_345 }],
    [{ typed: 'none', asked: 'front', mode: 'session', think_ms: 0 }, { think_ms: 0 }],
    [{ typed: 'none' }, {}],
    [{ asked: 'front' }, {}],
    [{ mode: 'session' }, {}],
    [
      { mode: 'dictation', typed: 'wrong' },
      { mode: 'dictation', typed: 'wrong' },
    ],
    [{ card_version: 12 }, { card_version: 12 }],
    [
      { think_ms: 3_600_000, typed: 'right' },
      { think_ms: 3_600_000, typed: 'right' },
    ],
  ];
  for (const [said] of cases) t.equal((await progress(card, { ...BEFORE, ...said })).status, 200);
  const events = await stored(id);
  const { status: rating, ...told } = BEFORE;
  const always = { ...told, rating, deck_id: deck.id, card_id: card };
  for (const [index, [said, kept]] of cases.entries()) {
    const { day, ...data } = events[index]!.data;
    t.equal(events[index]!.version, 2);
    t.same(data, { ...always, ...kept }, JSON.stringify(said));
  }
});

t.test('CX-14 SL-01 what cannot be is refused', async (t) => {
  const { id, progress } = await student();
  const bad: Record<string, unknown[]> = {
    typed: [null, '', 'Right', 1, true],
    asked: [null, 'both', 0],
    mode: [null, 'game'],
    card_version: [null, 0, -1, 1.5, '1', 2_147_483_648],
    think_ms: [null, -1, 0.5, '5', 3_600_001, 1e300],
  };
  for (const [field, values] of Object.entries(bad))
    for (const value of values) {
      const { status, body } = await progress(card, { ...BEFORE, [field]: value });
      t.same([status, Object.keys(body.errors ?? {})], [422, [field]], `${field}: ${value}`);
    }
  t.same(await stored(id), []);
});

t.test('LRN-42 an answer that an older server has kept is no conflict when more comes with it', async (t) => {
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  const first = await progress(card, BEFORE, key);
  const again = await progress(card, { ...BEFORE, ...ASKED }, key);
  t.same([again.status, again.body], [200, first.body]);
  t.match(await stored(id), [{ version: 1 }], 'and nothing is added');
});

t.test('LRN-42 an answer with all it says is the same only as itself', async (t) => {
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  const body = { ...BEFORE, ...ASKED };
  const first = await progress(card, body, key);
  t.same((await progress(card, body, key)).body, first.body);
  for (const other of [
    { ...body, think_ms: 1 },
    { ...body, typed: 'none' },
    { ...body, status: 0 },
    { ...body, mode: undefined },
    BEFORE,
  ])
    t.equal((await progress(card, other, key)).status, 409, JSON.stringify(other));
  const older = withKey(randomUUID());
  await progress(card, BEFORE, older);
  t.equal((await progress(card, { ...BEFORE, time_spent: 6, ...ASKED }, older)).status, 409);
  t.equal((await stored(id)).length, 2);
});
