import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { toldToWait } from '../../harness/refused.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });
const [card, another] = deck.cards as [number, number];

const student = async () => {
  const account = await api.register();
  const calls = studyCalls(account);
  const answer = async (id: number) => {
    const review = randomUUID();
    await calls.progress(id, { status: 2, time_spent: 5 }, { 'Idempotency-Key': review });
    await api.project();
    return review;
  };
  const undo = async (review: string) => {
    const answer = await account.call('POST /api/reviews/:reviewId/undo', { params: { reviewId: review } });
    await api.project();
    return answer;
  };
  return { ...account, ...calls, answer, undo };
};

t.test('an answer that is taken back leaves counts, stats and cards as they were', async (t) => {
  const { answer, undo, counts, stats, set } = await student();
  await answer(another);
  const numbers = async () => [await counts(deck.id), await stats(deck.id), (await set(deck.id)).body];
  const before = await numbers();
  const review = await answer(card);
  t.not((await stats(deck.id)).cards_studied, 1);
  t.equal((await undo(review)).status, 200);
  t.same(await numbers(), before);
});

t.test('an undo that is sent again is answered as the first time, and one event', async (t) => {
  const { id, answer, undo } = await student();
  const review = await answer(card);
  const first = await undo(review);
  const again = await undo(review.toUpperCase());
  t.same([again.status, again.body], [200, first.body]);
  const rows = await api.sql`select 1 from events where student_id = ${id}`;
  t.equal(rows.length, 2);
});

t.test('an answer that is not known, or is somebody else’s, cannot be taken back', async (t) => {
  const { undo } = await student();
  const review = await (await student()).answer(card);
  for (const id of [review, randomUUID()])
    t.match(await undo(id), { status: 404, body: { code: 'answer_not_found' } });
  t.match(await undo('5'), { status: 422, body: { code: 'validation_failed' } });
});

t.test('an answer of more than a day ago stays, unless it was taken back in time', async (t) => {
  const { answer, undo } = await student();
  const [old, undone] = [await answer(card), await answer(another)];
  await undo(undone);
  await api.sql`update events set recorded_at = recorded_at - interval '24 hours 1 second'
    where id = any (${[old, undone]})`;
  t.match(await undo(old), {
    status: 409,
    body: { code: 'answer_too_old', message: 'Only answers of the last 24 hours can be taken back' },
  });
  t.equal((await undo(undone)).status, 200);
});

t.test('SL-44 ERR-45 after 30 undos a minute a student is told to wait, and others are not', async (t) => {
  const [busy, other] = [await student(), await student()];
  const [review, others] = [await busy.answer(card), await other.answer(card)];
  const send = () =>
    api.call('POST /api/reviews/:reviewId/undo', { token: busy.token, params: { reviewId: review } });
  const undos = await Promise.all(Array.from({ length: 30 }, send));
  t.same(new Set(undos.map(({ status }) => status)), new Set([200]));
  toldToWait(t, await send());
  t.equal((await other.undo(others)).status, 200);
  t.equal((await busy.set(deck.id)).status, 200, 'reading goes on');
});
