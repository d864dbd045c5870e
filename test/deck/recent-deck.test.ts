import t from 'tap';
import { startApi, type TestAccount } from '../harness/api-harness.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const [first, second] = [
  await api.addDeck(admin.id, 2, { official: true, title: 'First' }),
  await api.addDeck(admin.id, 2, { official: true, title: 'Second' }),
];

const recent = (account: TestAccount) => account.data('GET /api/recent-deck');
const study = async (account: TestAccount, cardId: number, answered_at?: number) => {
  const body = { status: 2 as const, time_spent: 1, ...(answered_at && { answered_at }) };
  await account.data('POST /api/cards/:cardId/progress', { params: { cardId }, body });
  await api.project();
};

t.test('API-19 SL-22 without any progress the recent deck is null', async (t) => {
  t.equal(await recent(await api.register()), null);
});

t.test('API-19 SL-22 it is the deck of the latest progress, as a deck with its moment', async (t) => {
  const student = await api.register();
  await study(student, first.cards[0]!);
  const before = Date.now();
  await study(student, second.cards[0]!);
  const deck = await recent(student);
  t.match(deck, { id: second.id, title: 'Second', is_official: true, card_count: 2, has_settings: false });
  const at = Date.parse(deck!.last_studied_at);
  t.ok(at >= before && at <= Date.now(), deck!.last_studied_at);
  t.match(deck!.last_studied_at, /Z$/);

  await study(student, first.cards[1]!);
  t.equal((await recent(student))?.id, first.id);
});

t.test('SL-22 what was answered earlier and arrives later is not the latest', async (t) => {
  const student = await api.register();
  await study(student, second.cards[0]!);
  await study(student, first.cards[0]!, Date.now() - 3_600_000);
  t.equal((await recent(student))?.id, second.id);
});

t.test('SL-22 another student’s progress is none of it', async (t) => {
  const [student, other] = [await api.register(), await api.register()];
  await study(other, first.cards[0]!);
  t.equal(await recent(student), null);
});

t.test('SL-22 a deck that has been deleted is not it, and the one before is', async (t) => {
  const student = await api.register();
  const passing = await api.addDeck(admin.id, 1, { official: true });
  await study(student, first.cards[0]!);
  await study(student, passing.cards[0]!);
  t.equal((await recent(student))?.id, passing.id);
  await api.pool.query('delete from decks where id = $1', [passing.id]);
  t.equal((await recent(student))?.id, first.id);
});

t.test('CX-10 SL-22 a deck that the student may no longer study is not offered', async (t) => {
  const [student, teacher] = [await api.register(), await api.register('teacher')];
  const passing = await api.addDeck(teacher.id, 1, { official: true });
  await study(student, first.cards[0]!);
  await study(student, passing.cards[0]!);
  await api.pool.query('update decks set is_official = false where id = $1', [passing.id]);
  t.equal((await recent(student))?.id, first.id);
});
