import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

const at = (day: string, time = '09:00') => Date.parse(`${day}T${time}:00+07:00`);

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

async function activity(account: TestAccount) {
  const { status, body } = await account.call('GET /api/activity');
  if (status !== 200) throw new Error(`${status}`);
  return body.data;
}

t.test('ACT-01 who has not begun sees an empty year', async (t) => {
  t.same(await activity(await api.register()), {
    today: '2026-03-10',
    studied_today: { cards: 0, seconds: 0 },
    days: [],
    streak: { days: 0, since: null, forgiven: 0, forgivable: 2, longest: 0 },
    retention: { asked: 0, recalled: 0, aim: 0.9 },
  });
});

t.test('SL-31 ACT-01 days, streak and retention are of the study days, over all decks', async (t) => {
  const one = await api.addDeck(teacher.id, 4, { official: true });
  const student = await api.register();
  const { answer } = studyCalls(student);
  const give = (card: number, day: string, known: boolean, time_spent: number) =>
    answer(card, {
      card_type: 'review',
      answered_at: at(day),
      time_spent,
      ...(!known && { status: 0, first_status: 0 }),
    });
  await give(one.cards[0]!, '2026-03-07', true, 4);
  await give(one.cards[1]!, '2026-03-09', false, 5);
  await give(one.cards[1]!, '2026-03-09', true, 6);
  await answer(one.cards[2]!, { card_type: 'new', answered_at: at('2026-03-10', '03:30'), time_spent: 7 });
  t.same(await activity(student), {
    today: '2026-03-10',
    studied_today: { cards: 0, seconds: 0 },
    days: [
      { day: '2026-03-07', cards: 1, seconds: 4 },
      { day: '2026-03-09', cards: 2, seconds: 18 },
    ],
    streak: { days: 2, since: '2026-03-07', forgiven: 1, forgivable: 1, longest: 2 },
    retention: { asked: 3, recalled: 2, aim: 0.9 },
  });

  await t.test('of every deck, also when it is gone', async (t) => {
    await answer(one.cards[3]!, { time_spent: 8, card_type: 'new' });
    await api.sql`delete from decks where id = ${one.id}`;
    t.match(await activity(student), {
      studied_today: { cards: 1, seconds: 8 },
      days: { length: 3 },
      streak: { days: 3, forgiven: 1 },
    });
  });
});

t.test('ACT-01 an answer that was taken back counts for nothing', async (t) => {
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const student = await api.register();
  const id = randomUUID();
  const { progress } = studyCalls(student);
  await progress(deck.cards[0]!, { status: 0, time_spent: 5 }, { 'idempotency-key': id });
  await api.project();
  t.match(await activity(student), { streak: { days: 1 }, retention: { asked: 1, recalled: 0 } });
  await student.data('POST /api/reviews/:reviewId/undo', { params: { reviewId: id } });
  await api.project();
  t.match(await activity(student), { days: [], streak: { days: 0 }, retention: { asked: 0 } });
});

t.test('ACT-01 a year and thirty days are looked at, the longest streak is of all time', async (t) => {
  const student = await api.register();
  await api.sql`insert into deck_stats (student_id, deck_id, day, card_ids, reviews, seconds, last_studied_at)
    select ${student.id}, 1, day, '{1,2}', 2, 60, now()
    from unnest(${['2024-01-01', '2024-01-02', '2025-03-10', '2025-03-11', '2026-03-10']}::date[]) day`;
  await api.sql`insert into recall_days
    values (${student.id}, '2026-02-08', 10, 1), (${student.id}, '2026-02-09', 10, 9), (${student.id}, '2026-03-10', 5, 3)`;
  const found = await activity(student);
  t.same(column(found.days, 'day'), ['2025-03-11', '2026-03-10']);
  t.match(found, { streak: { days: 1, longest: 2 }, retention: { asked: 15, recalled: 12 } });
});
