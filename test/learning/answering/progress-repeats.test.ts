import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });
const [card, another] = deck.cards as [number, number];
const ANSWER = {
  status: 2,
  time_spent: 5,
  card_type: 'new',
  first_status: 0,
  tries: 3,
  answered_at: Date.now() - 5_000,
};

const student = async () => {
  const account = await api.register();
  return Object.assign(account, studyCalls(account), { there: studyCalls(account.as({ api: elsewhere })) });
};
const withKey = (key: string) => ({ 'Idempotency-Key': key });

const countEvents = async (studentId: number) => {
  const rows = await api.sql<{ count: number }>`select count(*)::integer as count from events
    where student_id = ${studentId}`;
  return rows[0]!.count;
};

t.test('LRN-42 an answer that is sent again with its key counts once, answered as at first', async (t) => {
  const { id, progress, there, answer, stats } = await student();
  const key = withKey(randomUUID());
  const first = await progress(card, ANSWER, key);
  t.equal(first.status, 200);
  await answer(another);
  for (const again of [await progress(card, ANSWER, key), await there.progress(card, ANSWER, key)])
    t.same([again.status, again.body], [200, first.body], 'also after others, also from another process');
  await api.project();
  t.equal(await countEvents(id), 2);
  t.match(await stats(deck.id), { cards_studied: 2, today_stats: { cards_studied: 2, time_spent: 10 } });
});

t.test('LRN-42 a key sent many times at once, to two processes, is one event', async (t) => {
  const { id, progress, there } = await student();
  for (let round = 0; round < 5; round++) {
    const key = withKey(randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 ? there : { progress }).progress(card, ANSWER, key),
      ),
    );
    t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
    t.equal(new Set(answers.map(({ body }) => body.data.position)).size, 1);
    t.equal(await countEvents(id), round + 1);
  }
});

t.test('LRN-42 the same key with other content is 409 and changes nothing', async (t) => {
  const { id, progress, there } = await student();
  const key = withKey(randomUUID());
  await progress(card, ANSWER, key);
  const others: [number, object][] = [
    [another, ANSWER],
    [card, { ...ANSWER, status: 0 }],
    [card, { ...ANSWER, time_spent: 6 }],
    [card, { ...ANSWER, card_type: 'review' }],
    [card, { ...ANSWER, first_status: 1 }],
    [card, { ...ANSWER, tries: 4 }],
    [card, { ...ANSWER, answered_at: ANSWER.answered_at + 1 }],
    [card, { status: 2, time_spent: 5 }],
  ];
  for (const [which, body] of others)
    for (const calls of [{ progress }, there]) {
      const answer = await calls.progress(which, body, key);
      t.same([answer.status, answer.body.code], [409, 'idempotency_conflict'], JSON.stringify(body));
    }
  t.equal(await countEvents(id), 1);
  t.equal((await progress(card, ANSWER, key)).status, 200);
});

t.test('LRN-42 of two contents with one key at the same time one is kept and the other told', async (t) => {
  const { id, progress, there } = await student();
  for (let round = 0; round < 5; round++) {
    const key = withKey(randomUUID());
    const answers = await Promise.all([
      progress(card, { ...ANSWER, tries: 1 }, key),
      there.progress(card, { ...ANSWER, tries: 2 }, key),
      progress(card, { ...ANSWER, tries: 3 }, key),
    ]);
    t.same(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    t.equal(await countEvents(id), round + 1);
  }
});

t.test('SL-03 another student’s key tells nothing: it is as good as new', async (t) => {
  const [one, other] = [await student(), await student()];
  const key = withKey(randomUUID());
  await one.progress(card, ANSWER, key);
  const { status, body } = await other.progress(another, { ...ANSWER, status: 0 }, key);
  t.equal(status, 200);
  t.match(body, { success: true, data: { position: /^\d+-\d+-[0-9a-f]{8}$/ } });
  t.same([await countEvents(one.id), await countEvents(other.id)], [1, 1]);
});

t.test('LRN-42 a key is one whatever its case', async (t) => {
  const { id, progress } = await student();
  const key = randomUUID();
  const first = await progress(card, ANSWER, withKey(key));
  t.same((await progress(card, ANSWER, withKey(key.toUpperCase()))).body, first.body);
  t.equal(await countEvents(id), 1);
});

t.test('SL-01 a key that is no UUID is 422', async (t) => {
  const { id, progress } = await student();
  const key = randomUUID();
  for (const wrong of [
    '',
    'abc',
    key.slice(1),
    `${key}0`,
    `{${key}}`,
    key.replaceAll('-', ''),
    `${key}, ${key}`,
  ]) {
    const { status, body } = await progress(card, ANSWER, withKey(wrong));
    t.same([status, Object.keys(body.errors ?? {})], [422, ['idempotency-key']], wrong);
  }
  t.equal(await countEvents(id), 0);
});

t.test('API-44 without a key every call is an answer of its own', async (t) => {
  const { id, progress } = await student();
  const positions = [await progress(card, ANSWER), await progress(card, ANSWER)].map(
    ({ body }) => body.data.position,
  );
  t.not(positions[0], positions[1]);
  t.equal(await countEvents(id), 2);
});

t.test('LRN-42 an answer given before midnight and sent again the next day is still the same', async (t) => {
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  const body = { ...ANSWER, answered_at: undefined };
  const first = await progress(card, body, key);
  api.clock.advance(86_400_000);
  t.same((await progress(card, body, key)).body, first.body);
  t.equal(await countEvents(id), 1);
});

t.test('LRN-42 a deck that is no longer official takes no answer, be it a repetition', async (t) => {
  const passing = await api.addDeck(teacher.id, 1, { official: true });
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  t.equal((await progress(passing.cards[0]!, ANSWER, key)).status, 200);
  await api.sql`update decks set is_official = false where id = ${passing.id}`;
  await until(async () => (await progress(passing.cards[0]!, ANSWER, key)).status === 403);
  t.equal(await countEvents(id), 1);
});
