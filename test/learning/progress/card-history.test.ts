import { randomUUID } from 'node:crypto';
import t from 'tap';
import { HISTORY_MAX } from '../../../core/learning/learning-limits.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { given } from '../../log/given-events.ts';
import { weightsSet } from '../answering/given-undo.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });
const [card, another] = deck.cards as [number, number];
const DAY_MS = 86_400_000;

const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

const history = (account: TestAccount, cardId = card) =>
  account.data('GET /api/cards/:cardId/history', { params: { cardId } });

/** The day that the projection has for the card. */
async function dueDay(studentId: number): Promise<string | undefined> {
  const rows = await api.sql<{ day: string }>`select due_day::text as day from review_schedule
    where student_id = ${studentId} and card_id = ${card}`;
  return rows[0]?.day;
}

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('MYC-06 MYC-07 each answer is told with the day that the projection had for it', async (t) => {
  const student = await newStudent();
  const { answer } = studyCalls(student);
  t.same(await history(student), { answers: [], total: 0, imported: null });
  const days: (string | undefined)[] = [];
  const answered = async (body: object) => {
    await answer(card, body);
    days.unshift(await dueDay(student.id));
    api.clock.advance(20 * DAY_MS);
  };
  await answered({ status: 2, first_status: 0, tries: 3, card_type: 'new' });
  await answered({ status: 2, mode: 'choice', asked: 'back', typed: 'right' });
  await given(api.pool, [weightsSet(student.id, { 0: 0.9, 2: 5.5 })]);
  await answered({ status: 0, mode: 'session' });
  await answer(another);
  const told = await history(student);
  t.equal(told.total, 3, 'and nothing of another card');
  t.same(column(told.answers, 'next_day'), days);
  const answered_at = (day: string) => `${day}T02:00:00.000Z`;
  t.match(told.answers, [
    { answered_at: answered_at('2026-04-19'), day: '2026-04-19', rating: 0, mode: 'session', asked: 'front' },
    { answered_at: answered_at('2026-03-30'), rating: 2, mode: 'choice', asked: 'back', typed: 'right' },
    {
      answered_at: answered_at('2026-03-10'),
      rating: 2,
      first_status: 0,
      tries: 3,
      mode: null,
      asked: null,
      typed: null,
    },
  ]);
});

t.test('MYC-06 MYC-07 an answer is there before it is projected, gone once it is taken back', async (t) => {
  const student = await newStudent();
  const { answer, progress } = studyCalls(student);
  await answer(card);
  const before = await history(student);
  api.clock.advance(3 * DAY_MS);
  const review = randomUUID();
  await progress(card, { status: 0, time_spent: 1 }, { 'Idempotency-Key': review });
  t.match(await history(student), { total: 2, answers: [{ rating: 0 }, { rating: 2 }] });
  await student.data('POST /api/reviews/:reviewId/undo', { params: { reviewId: review } });
  t.same(await history(student), before);
  t.same(
    await history(await newStudent()),
    { answers: [], total: 0, imported: null },
    'nobody sees another’s',
  );
});

t.test('MYC-06 the newest answers of very many are told, and how many there are', async (t) => {
  const student = await newStudent();
  const { answer } = studyCalls(student);
  await answer(card);
  const older = HISTORY_MAX + 3;
  await api.sql`with first as (select * from events where partition = partition_of(${student.id})
    and student_id = ${student.id}),
    more as (
    insert into events (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
    select partition, head + n, gen_random_uuid(), student_id, type, version, data, data_hash,
    occurred_at + make_interval(mins => n), recorded_at
    from first join log_partitions p using (partition), generate_series(1, ${older}::integer) n)
    update log_partitions p set head = head + ${older} from first where p.partition = first.partition`;
  const { answers, total } = await history(student);
  t.equal(total, older + 1);
  t.equal(answers.length, HISTORY_MAX);
  t.equal(Date.parse(answers[0]!.answered_at), Date.parse('2026-03-10T02:00:00Z') + older * 60_000);
});
