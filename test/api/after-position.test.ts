import t from 'tap';
import { startApi } from '../api-harness.ts';
import { studyCalls } from '../learning/study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });

interface Stats {
  data: { cards_studied: number };
}

const student = async () => {
  const account = await api.register();
  const { progress } = studyCalls(api, account);
  return {
    async answer(card: number) {
      return (await progress(card, { status: 2, time_spent: 5 })).body.data.position;
    },
    stats: (afterPosition?: string) =>
      api.call<Stats>('GET', `/api/decks/${deck.id}/stats`, {
        token: account.token,
        headers: afterPosition === undefined ? {} : { 'After-Position': afterPosition },
      }),
  };
};

t.test('LRN-43 a reader that names its position waits until the projections have passed it', async (t) => {
  const { answer, stats } = await student();
  const position = await answer(deck.cards[0]!);
  const [read] = await Promise.all([stats(position), api.project()]);
  t.equal(read.body.data.cards_studied, 1);
  t.equal(read.headers['projection-lag'], undefined);
  t.equal((await stats(position)).body.data.cards_studied, 1, 'and does not wait when they have');
});

t.test('LRN-43 after a second the answer is what there is, with how many events are missing', async (t) => {
  const { answer, stats } = await student();
  await answer(deck.cards[0]!);
  const position = await answer(deck.cards[1]!);
  const start = performance.now();
  const read = await stats(position);
  const waited = performance.now() - start;
  t.same([read.status, read.body.data.cards_studied], [200, 0]);
  t.equal(read.headers['projection-lag'], '2');
  t.ok(waited >= 990 && waited < 30_000, `${Math.round(waited)} ms`);
});

t.test('LRN-43 without a position nobody waits', async (t) => {
  const { answer, stats } = await student();
  await answer(deck.cards[0]!);
  const read = await stats();
  t.same([read.body.data.cards_studied, read.headers['projection-lag']], [0, undefined]);
});

t.test('LRN-43 several positions are all waited for', async (t) => {
  const { stats } = await student();
  await api.project();
  // Two partitions in which nobody has answered anything.
  const { rows } = await api.pool.query<{ partition: number }>(
    'select partition from log_partitions where head = 0 limit 2',
  );
  const [one, two] = rows.map(({ partition }) => partition);
  t.equal((await stats(`${one}-1, ${two}-2`)).headers['projection-lag'], '3');
  t.equal((await stats(`${one}-0,${two}-0`)).headers['projection-lag'], undefined);
});

t.test('SL-01 what is no position is 422 and named', async (t) => {
  const { stats } = await student();
  const many = Array.from({ length: 17 }, () => '1-1').join(',');
  for (const wrong of [
    '',
    '3',
    '3-',
    '-3',
    '16-1',
    '3--1',
    '3-1.5',
    'a-b',
    '3-1,',
    '3-9999999999999999',
    many,
  ]) {
    const { status, body } = await stats(wrong);
    t.equal(status, 422, wrong);
    t.match(body, {
      success: false,
      code: 'validation_failed',
      errors: { 'After-Position': [/positions such as 3-120/] },
    });
  }
});
