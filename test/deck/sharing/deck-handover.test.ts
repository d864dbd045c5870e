import t from 'tap';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { actsOn, shareWith } from '../shared-decks.ts';

const api = await startApi(t, { env: { DECKS_MAX: '12' } });
const [owner, colleague, student, admin] = [
  await api.register('teacher', { name: 'Chị Lan' }),
  await api.register('teacher', { name: 'Anh Minh' }),
  await api.register('student'),
  await api.register('admin'),
];

const handOver = (deckId: number, teacherId: number, account = owner) =>
  account.call('POST /api/decks/:deckId/owner', { params: { deckId }, body: { teacher_id: teacherId } });
const handAnyOver = (deckId: number, login: string) =>
  admin.call('POST /api/admin/decks/:deckId/owner', { params: { deckId }, body: { login } });
const read = (deckId: number, account: TestAccount) =>
  account.data('GET /api/decks/:deckId', { params: { deckId } });

async function learnt(): Promise<unknown[]> {
  const tables = ['review_schedule', 'deck_stats', 'events', 'class_decks', 'deck_settings'];
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await api.pool.query(`select to_jsonb(r) as row from ${table} r order by r::text`);
      return [table, rows];
    }),
  );
}

t.test('SHR-20 SHR-22 a deck is given to a colleague at once; what students have learnt stays', async (t) => {
  const deck = await api.addDeck(owner.id, 3);
  const { token } = owner;
  const data = await api.data('POST /api/classes', { token, body: { name: '10A', deck_id: deck.id } });
  await api.sql`insert into class_members (class_id, student_id, status, joined_at)
    values (${data.id}, ${student.id}, 'approved', now())`;
  await student.data('POST /api/cards/:cardId/progress', {
    params: { cardId: deck.cards[0]! },
    body: { status: 2, time_spent: 3 },
  });
  await api.project();
  const before = await learnt();
  t.equal((await handOver(deck.id, colleague.id)).body.code, 'deck_not_shared_with', 'not yet shared');
  await shareWith(owner, deck.id, colleague);
  t.equal((await handOver(deck.id, colleague.id)).status, 200);
  t.same(await learnt(), before);

  const now = await read(deck.id, colleague);
  t.same([now.user_id, now.received?.from_name, now.colleague_count], [colleague.id, 'Chị Lan', 1]);
  t.same((await read(deck.id, owner)).shared, { may: 'edit', owner_name: 'Anh Minh' });
  t.same(await actsOn(api, deck.id).then((acts) => acts.at(-1)), {
    actor: owner.id,
    act: 'deck.handed_over',
    person: colleague.id,
    details: { from: owner.id },
  });
  t.equal((await handOver(deck.id, colleague.id)).body.code, 'deck_not_owned', 'given once');
  const set = { params: { deckId: deck.id }, query: { limit: 5 }, token: student.token };
  await api.data('GET /api/decks/:deckId/cards/set', set);
});

t.test('SHR-20 of two who get a deck at once one has it', async (t) => {
  const other = await api.register('teacher');
  const deck = await api.addDeck(owner.id, 1);
  for (const one of [colleague, other]) await shareWith(owner, deck.id, one);
  const both = await Promise.all([handOver(deck.id, colleague.id), handOver(deck.id, other.id)]);
  t.same(both.map(({ status }) => status).sort(), [200, 403]);
  const rows = await api.sql`select teacher_id from deck_shares where deck_id = ${deck.id}`;
  t.equal(rows.length, 2, 'the former owner, and the other colleague');
});

t.test('SHR-21 the administrator hands over any deck, also one that is not shared', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const { status, body } = await handAnyOver(deck.id, colleague.email);
  t.same([status, body.data.owner.id], [200, colleague.id]);
  t.same(await actsOn(api, deck.id), [
    { actor: admin.id, act: 'deck.handed_over', person: colleague.id, details: { from: owner.id } },
  ]);
  t.equal((await handAnyOver(deck.id, colleague.email)).status, 200, 'sent again it changes nothing');
  t.equal((await actsOn(api, deck.id)).length, 1);
  t.equal((await handAnyOver(deck.id, student.email)).body.code, 'colleague_unknown');
  t.equal((await handAnyOver(999_999, colleague.email)).body.code, 'deck_not_found');
  const own = await api.addDeck(admin.id, 1, { official: true });
  t.equal((await handAnyOver(own.id, colleague.email)).status, 200);
  t.same((await read(own.id, colleague)).colleague_count, undefined, 'an administrator shares nothing');
  const { data } = (await admin.call('GET /api/admin/decks', { query: { owner_id: colleague.id } })).body;
  t.ok(data.length > 0 && data.every((one) => one.owner.id === colleague.id));
});

t.test('SHR-20 SL-194 nobody is given more decks than a teacher may have', async (t) => {
  const [full, giver] = [await api.register('teacher'), await api.register('teacher')];
  for (let deck = 0; deck < 12; deck++) await api.addDeck(full.id, 0);
  const deck = await api.addDeck(giver.id, 1);
  await shareWith(giver, deck.id, full);
  const { status, body } = await handOver(deck.id, full.id, giver);
  t.same([status, body.code], [422, 'teacher_has_no_room']);
  t.same((await read(deck.id, full)).shared, {
    may: 'use',
    owner_name: (await read(deck.id, full)).shared?.owner_name,
  });
  t.equal((await read(deck.id, giver)).user_id, giver.id);
});
