import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 3, { official: true });
const student = async () => studyCalls(await api.register());

t.test('LRN-09 SL-18 without settings there are 20 new cards and at most 200 a day', async (t) => {
  const { settings } = await (await student()).counts(deck.id);
  t.same(settings, { new_cards_per_day: 20, max_cards_per_day: 200 });
});

t.test('API-45 LRN-08 saving answers what was saved, and counts follow at once', async (t) => {
  const { settings, counts } = await student();
  for (const values of [
    { new_cards_per_day: 5, max_cards_per_day: 50 },
    { new_cards_per_day: 2, max_cards_per_day: 300 },
    { new_cards_per_day: 0, max_cards_per_day: 0 },
    { new_cards_per_day: 9_999, max_cards_per_day: 99_999 },
  ]) {
    const { status, body } = await settings(deck.id, { ...values, student_id: 1, deck_id: 1 });
    t.same([status, body], [200, { success: true, data: values }]);
    t.same((await counts(deck.id)).settings, values);
  }
});

t.test('PRA-04 the way to practise is kept with the settings, for every session of the deck', async (t) => {
  const account = await api.register();
  const { settings, counts } = studyCalls(account);
  const limits = { new_cards_per_day: 5, max_cards_per_day: 50 };
  for (const way of ['dictation', 'choice', 'typing']) {
    t.same((await settings(deck.id, { ...limits, way })).body.data, { ...limits, way });
    t.same((await counts(deck.id)).settings, { ...limits, way });
  }
  await settings(deck.id, limits);
  t.equal((await counts(deck.id)).settings.way, 'typing', 'a client that says nothing of it changes nothing');
  const data = await account.data('GET /api/decks/:deckId', { params: { deckId: deck.id } });
  t.same(data.settings, { ...limits, way: 'typing' });
  await settings(deck.id, { ...limits, way: 'turning' });
  t.same((await counts(deck.id)).settings, limits);
  const { status, body: refused } = await settings(deck.id, { ...limits, way: 'game' });
  t.same([status, Object.keys(refused.errors ?? {})], [422, ['way']]);
});

t.test('SL-18 settings belong to one student and one deck', async (t) => {
  const other = await api.addDeck(teacher.id, 3, { official: true });
  const [one, two] = [await student(), await student()];
  await one.settings(deck.id, { new_cards_per_day: 1, max_cards_per_day: 10 });
  t.equal((await two.counts(deck.id)).settings.new_cards_per_day, 20);
  t.equal((await one.counts(other.id)).settings.new_cards_per_day, 20);
  const { rows } = await api.pool.query('select * from deck_settings where deck_id = $1', [other.id]);
  t.same(rows, []);
});

t.test('LRN-05 LRN-07 a maximum below ten times the new cards is refused, at its field', async (t) => {
  const { settings, counts } = await student();
  const { status, body } = await settings(deck.id, { new_cards_per_day: 20, max_cards_per_day: 199 });
  const message = 'Maximum cards per day must be at least 10× new cards per day';
  t.same(
    [status, body],
    [422, { success: false, message, code: 'max_cards_too_low', errors: { max_cards_per_day: [message] } }],
  );
  t.equal((await counts(deck.id)).settings.max_cards_per_day, 200);
  t.equal((await settings(deck.id, { new_cards_per_day: 20, max_cards_per_day: 200 })).status, 200);
});

t.test('LRN-04 SL-01 a value that is negative, missing, too large or no whole number is named', async (t) => {
  const { settings } = await student();
  const refused = async (overrides: object, ...fields: string[]) => {
    const { status, body } = await settings(deck.id, {
      new_cards_per_day: 1,
      max_cards_per_day: 10,
      ...overrides,
    });
    t.same([status, Object.keys(body.errors ?? {})], [422, fields], JSON.stringify(overrides));
  };
  await refused({ new_cards_per_day: -1 }, 'new_cards_per_day');
  await refused({ max_cards_per_day: -1 }, 'max_cards_per_day');
  await refused({ new_cards_per_day: 1.5 }, 'new_cards_per_day');
  await refused({ new_cards_per_day: '1' }, 'new_cards_per_day');
  await refused({ new_cards_per_day: null }, 'new_cards_per_day');
  await refused({ new_cards_per_day: 10_000, max_cards_per_day: 99_999 }, 'new_cards_per_day');
  await refused({ max_cards_per_day: 100_000 }, 'max_cards_per_day');
  await refused({ new_cards_per_day: 1e300 }, 'new_cards_per_day');
  await refused(
    { new_cards_per_day: undefined, max_cards_per_day: undefined },
    'new_cards_per_day',
    'max_cards_per_day',
  );
});

t.test('API-45 of many savings at the same time the last one holds, and none fails', async (t) => {
  const { settings, counts } = await student();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      settings(deck.id, { new_cards_per_day: index, max_cards_per_day: 100 }),
    ),
  );
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.equal((await counts(deck.id)).settings.max_cards_per_day, 100);
});

t.test('API-43 counts have exactly their five fields', async (t) => {
  t.same(Object.keys(await (await student()).counts(deck.id)).sort(), [
    'beyond',
    'day',
    'newCardsToday',
    'reviewCardsToday',
    'settings',
  ]);
});
