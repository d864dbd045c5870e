import { randomUUID } from 'node:crypto';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 4, { official: true });
const card = deck.cards[0]!;

const student = async (overrides: Record<string, string> = {}) => {
  const account = await api.register('student', overrides);
  return Object.assign(account, studyCalls(account));
};

interface EventRow {
  id: string;
  type: string;
  version: number;
  data: Record<string, unknown>;
  occurred_at: string;
}

const events = async (studentId: number) => {
  return api.sql<EventRow>`select id, type, version, data, occurred_at from events
    where student_id = ${studentId} order by position`;
};

t.beforeEach(() => api.clock.stopAt('2026-03-10T09:00:00+07:00'));

t.test('API-44 one answer is one event, acknowledged with its position in the log', async (t) => {
  const { id, progress } = await student();
  const { status, body } = await progress(card, { status: 2, time_spent: 9 });
  t.equal(status, 200);
  t.match(body, { success: true, data: { position: /^\d{1,2}-\d+-[0-9a-f]{8}$/ } });
  t.same(Object.keys(body.data), ['position']);
  const [event, ...others] = await events(id);
  t.same(others, []);
  t.match(event, { type: 'CardReviewed', version: 1 });
  t.same(event?.data, {
    deck_id: deck.id,
    card_id: card,
    rating: 2,
    card_type: 'review',
    first_status: 2,
    tries: 1,
    time_spent: 9,
    day: '2026-03-10',
  });
});

t.test('CX-14 the optional fields reach the log as they are', async (t) => {
  const { id, progress } = await student();
  const said = { status: 2, time_spent: 3_600, card_type: 'new', first_status: 1, tries: 1_000 };
  t.equal((await progress(card, { ...said, answered_at: api.clock.now() - 60_000 })).status, 200);
  const [event] = await events(id);
  t.match(event?.data, { rating: 2, time_spent: 3_600, card_type: 'new', first_status: 1, tries: 1_000 });
  t.equal(Date.parse(event!.occurred_at), api.clock.now() - 60_000);
});

t.test('API-44 answers of one student lie in one partition, one after the other', async (t) => {
  const { answer } = await student();
  const positions: string[] = [];
  for (let index = 0; index < 3; index++) positions.push(await answer(card));
  const [partition, first, epoch] = positions[0]!.split('-');
  t.same(
    positions,
    [0, 1, 2].map((index) => `${partition}-${Number(first) + index}-${epoch}`),
  );
});

t.test('API-44 SL-01 every bad field is named', async (t) => {
  const { id, progress } = await student();
  const bad: [field: string, ...values: unknown[]][] = [
    ['status', undefined, null, -1, 3, 0.5, '2', true, [2], { status: 2 }],
    ['time_spent', undefined, null, -1, 3_601, 0.5, '5', 1e300, Number.MAX_SAFE_INTEGER],
    ['card_type', null, '', 'New', 'relearning', 1],
    ['first_status', null, 3, '0', -1],
    ['tries', null, 0, -1, 1_001, 1.5, '1'],
    ['answered_at', null, -1, 0.5, '2026-03-10', 8_640_000_000_000_001, 1e300],
  ];
  for (const [field, ...values] of bad)
    for (const value of values) {
      const { status, body } = await progress(card, { status: 2, time_spent: 5, [field]: value });
      t.same(
        [status, body.code, Object.keys(body.errors ?? {})],
        [422, 'validation_failed', [field]],
        `${field}: ${value}`,
      );
      t.match(body.message, field);
    }
  const { body } = await progress(card, { status: 9, tries: 0, time_spent: -1 });
  t.same(Object.keys(body.errors ?? {}).sort(), ['status', 'time_spent', 'tries'], 'all at once');
  t.same(await events(id), []);
});

t.test('API-44 fields of our own cannot be set from outside', async (t) => {
  const [one, other] = [await student(), await student()];
  const foreign = {
    student_id: other.id,
    studentId: other.id,
    deck_id: 1,
    card_id: 1,
    day: '2020-01-01',
    rating: 0,
  };
  t.equal((await one.progress(card, { status: 2, time_spent: 5, ...foreign })).status, 200);
  t.same(await events(other.id), []);
  t.match((await events(one.id))[0]?.data, { card_id: card, deck_id: deck.id, rating: 2, day: '2026-03-10' });
});

t.test('API-44 DCK-21 an unknown card is 404, another’s deck 403, and neither is kept', async (t) => {
  const { id, progress } = await student();
  const foreign = await api.addDeck(teacher.id, 1);
  const unknown = await progress(2_000_000_000, { status: 2, time_spent: 5 });
  t.same([unknown.status, unknown.body.message], [404, 'Card not found']);
  const refused = await progress(foreign.cards[0]!, { status: 2, time_spent: 5 });
  t.same([refused.status, refused.body.message], [403, 'This deck is not official or owned by you']);
  for (const wrong of ['0', '2147483648', 'abc', '1.5'])
    t.equal(
      (await teacher.unchecked('POST /api/cards/:cardId/progress', { params: { cardId: wrong }, body: {} }))
        .status,
      403,
    );
  for (const wrong of [0, 2_147_483_648, -1, 1.5]) {
    const { status, body } = await progress(wrong, { status: 2, time_spent: 5 });
    t.same([status, Object.keys(body.errors ?? {})], [422, ['cardId']], String(wrong));
  }
  t.same(await events(id), []);
});

t.test('API-44 a student studies a deck of their own', async (t) => {
  const { id, progress } = await student();
  const own = await api.addDeck(id, 1);
  t.equal((await progress(own.cards[0]!, { status: 2, time_spent: 5 })).status, 200);
});

t.test('SL-36 progress is accepted past the daily maximum: it happened', async (t) => {
  const { progress, settings, id } = await student();
  await settings(deck.id, { new_cards_per_day: 0, max_cards_per_day: 0 });
  t.equal((await progress(card, { status: 2, time_spent: 5 })).status, 200);
  t.equal((await events(id)).length, 1);
});

t.test('SL-31 answered_at counts within the past 30 days, and never in the future', async (t) => {
  const DAY = 86_400_000;
  const now = api.clock.now();
  const { id, progress } = await student();
  const told = [
    now - DAY,
    now - 30 * DAY,
    now - 60 * DAY,
    0,
    now + 1,
    now + 365 * DAY,
    8_640_000_000_000_000,
    undefined,
  ];
  for (const answered_at of told)
    t.equal((await progress(card, { status: 2, time_spent: 5, answered_at })).status, 200);
  const kept = (await events(id)).map((event) => [Date.parse(event.occurred_at), event.data.day]);
  const earliest = [now - 30 * DAY, '2026-02-08'];
  const latest = [now, '2026-03-10'];
  t.same(kept, [[now - DAY, '2026-03-09'], earliest, earliest, earliest, latest, latest, latest, latest]);
});

const zones: [zone: string, before: string, after: string, days: [string, string]][] = [
  [
    'Asia/Ho_Chi_Minh',
    '2026-03-10T03:59:59+07:00',
    '2026-03-10T04:00:00+07:00',
    ['2026-03-09', '2026-03-10'],
  ],
  [
    'America/New_York',
    '2026-03-08T03:59:59-04:00',
    '2026-03-08T04:00:00-04:00',
    ['2026-03-07', '2026-03-08'],
  ],
  [
    'America/New_York',
    '2026-11-01T03:59:59-05:00',
    '2026-11-01T04:00:00-05:00',
    ['2026-10-31', '2026-11-01'],
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05T03:59:59+10:30',
    '2026-04-05T04:00:00+10:30',
    ['2026-04-04', '2026-04-05'],
  ],
  ['Asia/Kathmandu', '2026-03-10T03:59:59+05:45', '2026-03-10T04:00:00+05:45', ['2026-03-09', '2026-03-10']],
  ['Pacific/Apia', '2026-03-10T03:59:59+13:00', '2026-03-10T04:00:00+13:00', ['2026-03-09', '2026-03-10']],
];

for (const [time_zone, before, after, days] of zones)
  t.test(`SL-31 the study day changes at 04:00 in ${time_zone}, ${days[1]}`, async (t) => {
    api.clock.stopAt(before);
    const { id, answer, counts } = await student({ time_zone });
    await answer(card);
    t.equal((await counts(deck.id)).day, days[0]);
    api.clock.stopAt(after);
    await answer(card);
    t.equal((await counts(deck.id)).day, days[1]);
    t.same(
      (await events(id)).map((event) => event.data.day),
      days,
    );
  });

t.test('SL-31 a student who travels and logs in studies by the new zone; what was stays', async (t) => {
  const { id, email, password, answer, counts } = await student({ time_zone: 'Asia/Ho_Chi_Minh' });
  await answer(card);
  await api.call('POST /api/login', { body: { email, password, time_zone: 'America/Los_Angeles' } });
  await until(async () => (await counts(deck.id)).day === '2026-03-09');
  await answer(card);
  t.same(
    (await events(id)).map((event) => event.data.day),
    ['2026-03-10', '2026-03-09'],
  );
});

t.test('API-44 a body over 64 KiB is 413, and one just below is read', async (t) => {
  const { progress } = await student();
  const { status, body } = await progress(card, { status: 2, time_spent: 5, padding: 'x'.repeat(64 * 1024) });
  t.same(
    [status, body.code, body.message],
    [413, 'payload_too_large', 'The request is larger than 65536 bytes'],
  );
  t.equal((await progress(card, { status: 2, time_spent: 5, padding: 'x'.repeat(65_000) })).status, 200);
});

t.test('SL-44 ERR-45 after 120 answers a minute a student is told to wait, and others are not', async (t) => {
  const [busy, other] = [await student(), await student()];
  const send = ({ progress }: typeof busy) =>
    progress(card, { status: 2, time_spent: 1 }, { 'Idempotency-Key': randomUUID() });
  const answers = await Promise.all(Array.from({ length: 120 }, () => send(busy)));
  t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
  const { status, body, headers } = await send(busy);
  t.same(
    [status, body.code, body.message],
    [429, 'too_many_requests', 'Too many requests, please try again later'],
  );
  t.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60);
  t.equal((await send(other)).status, 200);
  t.equal((await events(busy.id)).length, 120, 'what was refused is not kept');
  t.equal((await busy.set(deck.id)).status, 200, 'reading goes on');
});
