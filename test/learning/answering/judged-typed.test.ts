import { hash, randomUUID } from 'node:crypto';
import t from 'tap';
import { cardReviewed } from '../../../core/learning/answering/answer.ts';
import { partitionOf } from '../../../core/log/position.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

async function given(front: string, back: string, lenient = false) {
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  const card = deck.cards[0]!;
  await api.sql`update cards set front = ${front}, back = ${back} where id = ${card}`;
  await api.sql`update decks set lenient_typing = ${lenient} where id = ${deck.id}`;
  const account = await api.register();
  const { progress } = studyCalls(account);
  const said = async () => {
    const rows = await api.sql<{ data: Record<string, unknown> }>`select data from events
      where partition = ${partitionOf(account.id)} and student_id = ${account.id} order by position`;
    return rows.map(({ data }) => data);
  };
  const answer = async (body: object, key: string = randomUUID()) =>
    progress(card, { status: 2, time_spent: 1, ...body }, { 'Idempotency-Key': key });
  return { card, answer, said };
}

t.test('PRA-01 the server judges what was typed, whatever the client says, and keeps no text', async (t) => {
  const { answer, said } = await given('house', 'Nơi để ở / nhà');
  const cases: [body: object, kept: object][] = [
    [{ answer: 'nhà', typed: 'wrong' }, { typed: 'right' }],
    [{ answer: 'cửa', typed: 'right' }, { typed: 'wrong' }],
    [
      { answer: 'nha', typed: 'right', mode: 'typing' },
      { typed: 'accent', mode: 'typing' },
    ],
    [{ answer: ' ', typed: 'right' }, {}],
    [
      { answer: 'HOUSE', asked: 'back' },
      { typed: 'right', asked: 'back' },
    ],
    [
      { answer: 'house', mode: 'dictation' },
      { typed: 'right', mode: 'dictation' },
    ],
    [
      { answer: 'nơi để ở / nhà', mode: 'choice' },
      { typed: 'right', mode: 'choice' },
    ],
    [
      { answer: 'nhà', mode: 'choice' },
      { typed: 'wrong', mode: 'choice' },
    ],
  ];
  for (const [body] of cases) t.equal((await answer(body)).status, 200);
  const always = ['deck_id', 'card_id', 'rating', 'card_type', 'first_status', 'tries', 'time_spent', 'day'];
  const kept = (await said()).map((data) =>
    Object.fromEntries(Object.entries(data).filter(([name]) => !always.includes(name))),
  );
  t.same(
    kept,
    cases.map(([, one]) => one),
  );
});

t.test('PRA-01 the same answer again is one event, also where the card has been changed since', async (t) => {
  const { card, answer, said } = await given('house', 'nhà');
  const key = randomUUID();
  const first = await answer({ answer: 'nhà', typed: 'right' }, key);
  await api.sql`update cards set back = 'căn nhà' where id = ${card}`;
  t.same((await answer({ answer: 'nhà', typed: 'right' }, key)).body, first.body);
  t.equal(
    (await answer({ answer: 'nha', typed: 'right' }, key)).status,
    409,
    'another text is another answer',
  );
  t.equal((await said()).length, 1);
});

t.test('PRA-01 an answer that an older server kept without its text is no conflict later', async (t) => {
  const { answer, said } = await given('house', 'nhà');
  for (const older of [{}, { typed: 'right', think_ms: 5 }]) {
    const key = randomUUID();
    const first = await answer(older, key);
    const again = await answer({ typed: 'right', think_ms: 5, answer: 'nhà' }, key);
    t.same([again.status, again.body], [200, first.body]);
  }
  t.equal((await said()).length, 2);
});

t.test('PRA-01 the hash of an answer without a text is what it always was', async (t) => {
  const context = { studentId: 3, deckId: 1, cardId: 7, timeZone: 'UTC', id: randomUUID(), now: 0 };
  const { hash: before } = cardReviewed({ status: 2, time_spent: 5, typed: 'right' }, context);
  t.equal(before, hash('sha256', '[7,2,5,null,null,null,null,{"typed":"right"}]', 'hex'));
});

t.test('PRA-01 SL-01 a text of more than 500 code units is refused', async (t) => {
  const { answer } = await given('house', 'nhà');
  t.equal((await answer({ answer: 'a'.repeat(500) })).status, 200);
  const { status, body } = await answer({ answer: 'a'.repeat(501) });
  t.same([status, Object.keys(body.errors ?? {})], [422, ['answer']]);
});

t.test('PRA-03 a lenient deck needs no article, and says of wrong accents what they are', async (t) => {
  const strict = await given('cat', 'the cat');
  const lenient = await given('mèo', 'con mèo', true);
  await strict.answer({ answer: 'cat' });
  for (const typed of ['mèo', 'cái mèo', 'con meo', 'chó']) await lenient.answer({ answer: typed });
  t.same(column(await strict.said(), 'typed'), ['wrong']);
  t.same(column(await lenient.said(), 'typed'), ['right', 'right', 'accent', 'wrong']);
});
