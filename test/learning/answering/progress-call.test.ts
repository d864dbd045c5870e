import { hash, randomUUID } from 'node:crypto';
import t from 'tap';
import { cardReviewed } from '../../../core/learning/answering/answer.ts';
import type { ProgressBody } from '../../../core/learning/learning.schema.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { refused, toldToWait } from '../../harness/refused.ts';
import { until } from '../../harness/until.ts';
import { studyCalls } from '../study-calls.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });
const teacher = await api.register('teacher');
const deck = await api.addDeck(teacher.id, 4, { official: true });
const [card, another] = deck.cards as [number, number];
const NOW = Date.parse('2026-03-10T09:00:00+07:00');
const DAY = 86_400_000;

const student = async (overrides: Record<string, string> = {}) => {
  const account = await api.register('student', overrides);
  return Object.assign(account, studyCalls(account), { there: studyCalls(account.as({ api: elsewhere })) });
};
const withKey = (key: string) => ({ 'Idempotency-Key': key });

interface EventRow {
  type: string;
  version: number;
  data: Record<string, unknown>;
  hash: string;
  occurred_at: string;
}

const events = (studentId: number) =>
  api.sql<EventRow>`select type, version, data, encode(data_hash, 'hex') as hash, occurred_at from events
    where student_id = ${studentId} order by position`;
const countEvents = async (studentId: number) => (await events(studentId)).length;

t.beforeEach(() => {
  for (const { clock } of [api, elsewhere]) clock.stopAt('2026-03-10T09:00:00+07:00');
});

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

t.test('API-44 CX-14 PRA-01 SL-01 every bad field is named', async (t) => {
  const { id, progress } = await student();
  const bad: [field: string, ...values: unknown[]][] = [
    ['status', undefined, null, -1, 3, 0.5, '2', true, [2], { status: 2 }],
    ['time_spent', undefined, null, -1, 3_601, 0.5, '5', 1e300, Number.MAX_SAFE_INTEGER],
    ['card_type', null, '', 'New', 'relearning', 1],
    ['first_status', null, 3, '0', -1],
    ['tries', null, 0, -1, 1_001, 1.5, '1'],
    ['answered_at', null, -1, 0.5, '2026-03-10', 8_640_000_000_000_001, 1e300],
    ['typed', null, '', 'Right', 1, true],
    ['asked', null, 'both', 0],
    ['mode', null, 'game'],
    ['card_version', null, 0, -1, 1.5, '1', 2_147_483_648],
    ['think_ms', null, -1, 0.5, '5', 3_600_001, 1e300],
    ['answer', 'a'.repeat(501)],
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
    ...{ student_id: other.id, studentId: other.id, deck_id: 1, card_id: 1 },
    ...{ day: '2020-01-01', rating: 0 },
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
  refused(t, await progress(foreign.cards[0]!, { status: 2, time_spent: 5 }), 'deck_not_accessible');
  for (const wrong of [0, 2_147_483_648, -1, 1.5]) {
    const { status, body } = await progress(wrong, { status: 2, time_spent: 5 });
    t.same([status, Object.keys(body.errors ?? {})], [422, ['cardId']], String(wrong));
  }
  t.same(await events(id), []);
});

t.test('SL-31 answered_at counts within the past 30 days, and never in the future', async (t) => {
  const { id, progress } = await student();
  const told = [
    ...[NOW - DAY, NOW - 30 * DAY, NOW - 60 * DAY, 0],
    ...[NOW + 1, NOW + 365 * DAY, 8_640_000_000_000_000, undefined],
  ];
  for (const answered_at of told)
    t.equal((await progress(card, { status: 2, time_spent: 5, answered_at })).status, 200);
  const kept = (await events(id)).map((event) => [Date.parse(event.occurred_at), event.data.day]);
  const earliest = [NOW - 30 * DAY, '2026-02-08'];
  const latest = [NOW, '2026-03-10'];
  t.same(kept, [[NOW - DAY, '2026-03-09'], earliest, earliest, earliest, latest, latest, latest, latest]);
});

t.test('SL-31 the study day changes at 04:00 of the own time, also when clocks change', async (t) => {
  const { id, answer, counts } = await student({ time_zone: 'America/New_York' });
  const days = ['2026-03-07', '2026-03-08'];
  for (const [index, moment] of ['2026-03-08T03:59:59-04:00', '2026-03-08T04:00:00-04:00'].entries()) {
    api.clock.stopAt(moment);
    await answer(card);
    t.equal((await counts(deck.id)).day, days[index]);
  }
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
    progress(card, { status: 2, time_spent: 1 }, withKey(randomUUID()));
  const answers = await Promise.all(Array.from({ length: 120 }, () => send(busy)));
  t.same(new Set(column(answers, 'status')), new Set([200]));
  toldToWait(t, await send(busy));
  t.equal((await send(other)).status, 200);
  t.equal(await countEvents(busy.id), 120, 'what was refused is not kept');
  t.equal((await busy.set(deck.id)).status, 200, 'reading goes on');
});

/** What every answer has. */
const BEFORE = { status: 2, time_spent: 3_600, card_type: 'new', first_status: 1, tries: 1_000 } as const;
const ASKED = { typed: 'accent', asked: 'back', mode: 'session', think_ms: 2_345 } as const;
const CONTEXT = { studentId: 3, deckId: 1, cardId: 7, timeZone: 'UTC', id: randomUUID(), now: NOW };

t.test('CX-14 PRA-01 an answer is the event, and has the hash, that it always had', async (t) => {
  const body: ProgressBody = { ...BEFORE, time_spent: 5, first_status: 0, tries: 3, answered_at: 0 };
  t.match(cardReviewed(body, CONTEXT), { version: 1, hash: hash('sha256', '[7,2,5,"new",0,3,0]', 'hex') });
  const short = cardReviewed({ status: 0, time_spent: 9 }, CONTEXT);
  t.equal(short.hash, hash('sha256', '[7,0,9,null,null,null,null]', 'hex'));
  const always = ['deck_id', 'card_id', 'rating', 'card_type', 'first_status', 'tries', 'time_spent', 'day'];
  t.same(Object.keys(short.data), always);
  const typed = cardReviewed({ status: 2, time_spent: 5, typed: 'right' }, CONTEXT);
  t.equal(typed.hash, hash('sha256', '[7,2,5,null,null,null,null,{"typed":"right"}]', 'hex'));
});

/** What the log keeps of answers beside what every one has. */
async function kept(studentId: number, cardId: number) {
  const { status: rating, ...told } = BEFORE;
  return (await events(studentId)).map(({ version, data: { day, deck_id, ...data } }) => {
    t.match(data, { ...told, rating, card_id: cardId });
    const { card_id, rating: _, card_type, first_status, tries, time_spent, ...rest } = data;
    return { version, ...rest };
  });
}

t.test('CX-14 how the card was asked is kept in version 2, without what is meant when absent', async (t) => {
  const { id, progress } = await student();
  const cases: [said: object, kept: object][] = [
    [ASKED, { typed: 'accent', asked: 'back', think_ms: 2_345 }],
    [{ typed: 'none', asked: 'front', mode: 'session', think_ms: 0 }, { think_ms: 0 }],
    [{ typed: 'none' }, {}],
    [{ asked: 'front' }, {}],
    [{ mode: 'session' }, {}],
    ...[
      { mode: 'dictation', typed: 'wrong' },
      { card_version: 12 },
      { think_ms: 3_600_000, typed: 'right' },
    ].map((each): [object, object] => [each, each]),
  ];
  for (const [said] of cases) t.equal((await progress(card, { ...BEFORE, ...said })).status, 200);
  t.same(
    await kept(id, card),
    cases.map(([, expected]) => ({ version: 2, ...expected })),
  );
});

async function given(front: string, back: string, lenient = false) {
  const { id: deckId, cards } = await api.addDeck(teacher.id, 1, { official: true });
  const cardId = cards[0]!;
  await api.sql`update cards set front = ${front}, back = ${back} where id = ${cardId}`;
  await api.sql`update decks set lenient_typing = ${lenient} where id = ${deckId}`;
  const { id, progress } = await student();
  const answer = async (body: object, key: string = randomUUID()) =>
    progress(cardId, { ...BEFORE, ...body }, withKey(key));
  return { card: cardId, answer, said: () => kept(id, cardId) };
}

t.test(
  'PRA-01 SL-248 GLB-19 the server judges what was typed, whatever the client says, and keeps no text',
  async (t) => {
    const { answer, said } = await given('house', 'Nơi để ở / nhà');
    const cases: [body: object, typed: string | undefined][] = [
      [{ answer: 'nhà', typed: 'wrong' }, 'right'],
      [{ answer: 'cửa', typed: 'right' }, 'wrong'],
      [{ answer: 'nha', typed: 'right', mode: 'typing' }, 'accent'],
      [{ answer: ' ', typed: 'right' }, undefined],
      [{ answer: `\ufeff${'n\u00adhà\u200b'.normalize('NFD')}\u00a0` }, 'right'],
      [{ answer: 'nơi để ở\u3000/ nh\u200bà', mode: 'choice' }, 'right'],
      [{ answer: 'HOUSE', asked: 'back' }, 'right'],
      [{ answer: 'house', mode: 'dictation' }, 'right'],
      [{ answer: 'nơi để ở / nhà', mode: 'choice' }, 'right'],
      [{ answer: 'nhà', mode: 'choice' }, 'wrong'],
      [{ answer: 'a'.repeat(500) }, 'wrong'],
    ];
    for (const [body] of cases) t.equal((await answer(body)).status, 200);
    t.same(
      (await said()).map(({ version: _, ...each }) => each),
      cases.map(([{ answer: _, ...body }, typed]: [{ answer?: string }, string | undefined]) => {
        const { typed: __, ...asked } = body as { typed?: string };
        return { ...asked, ...(typed && { typed }) };
      }),
    );
  },
);

t.test(
  'PRA-03 SL-250 a lenient deck needs no article, and says of wrong accents what they are',
  async (t) => {
    const strict = await given('cat', 'the cat');
    const lenient = await given('mèo', 'con mèo', true);
    await strict.answer({ answer: 'cat' });
    for (const typed of ['mèo', 'cái mèo', 'con meo', 'chó']) await lenient.answer({ answer: typed });
    const typed = async ({ said }: typeof strict) => column((await said()) as { typed?: string }[], 'typed');
    t.same(await typed(strict), ['wrong']);
    t.same(await typed(lenient), ['right', 'right', 'accent', 'wrong']);
  },
);

t.test('PRA-01 the same answer again is one event, also where the card has been changed since', async (t) => {
  const { card, answer, said } = await given('house', 'nhà');
  const key = randomUUID();
  const first = await answer({ answer: 'nhà', typed: 'right' }, key);
  await api.sql`update cards set back = 'căn nhà' where id = ${card}`;
  t.same((await answer({ answer: 'nhà', typed: 'right' }, key)).body, first.body);
  const another = await answer({ answer: 'nha', typed: 'right' }, key);
  t.equal(another.status, 409, 'another text is another answer');
  t.equal((await said()).length, 1);
  const answered_at = api.clock.now() - 60_000;
  for (const text of ['nhà', 'căn nhà']) await answer({ answer: text, answered_at }, randomUUID());
  const typed = column((await said()) as { typed?: string }[], 'typed');
  t.same(typed, ['right', 'wrong', 'right'], 'SL-247 a later one by the card as it is when it arrives');
});

t.test('LRN-42 an answer with all it says is the same only as itself', async (t) => {
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  const body = { ...BEFORE, ...ASKED };
  const first = await progress(card, body, key);
  t.same((await progress(card, body, key)).body, first.body);
  for (const other of [
    { ...body, think_ms: 1 },
    { ...body, typed: 'none' },
    { ...body, status: 0 },
    { ...body, mode: undefined },
    BEFORE,
  ])
    t.equal((await progress(card, other, key)).status, 409, JSON.stringify(other));
  const older = withKey(randomUUID());
  await progress(card, BEFORE, older);
  t.equal((await progress(card, { ...BEFORE, time_spent: 6, ...ASKED }, older)).status, 409);
  t.equal(await countEvents(id), 2);
});

const ANSWER = {
  ...{ status: 2, time_spent: 5, card_type: 'new', first_status: 0, tries: 3 },
  answered_at: NOW - 5_000,
};

t.test('LRN-42 an answer that is sent again with its key counts once, answered as at first', async (t) => {
  const { id, progress, there, answer, stats } = await student();
  const key = randomUUID();
  const first = await progress(card, ANSWER, withKey(key));
  t.equal(first.status, 200);
  await answer(another);
  for (const again of [
    await progress(card, ANSWER, withKey(key)),
    await there.progress(card, ANSWER, withKey(key)),
    await progress(card, ANSWER, withKey(key.toUpperCase())),
  ])
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
    t.same(new Set(column(answers, 'status')), new Set([200]));
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
    t.same(column(answers, 'status').sort(), [200, 409, 409]);
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

t.test('SL-01 a key that is no UUID is 422', async (t) => {
  const { id, progress } = await student();
  const key = randomUUID();
  const bare = key.replaceAll('-', '');
  for (const wrong of ['', 'abc', key.slice(1), `${key}0`, `{${key}}`, bare, `${key}, ${key}`]) {
    const { status, body } = await progress(card, ANSWER, withKey(wrong));
    t.same([status, Object.keys(body.errors ?? {})], [422, ['idempotency-key']], wrong);
  }
  t.equal(await countEvents(id), 0);
});

t.test('LRN-42 an answer given before midnight and sent again the next day is still the same', async (t) => {
  const { id, progress } = await student();
  const key = withKey(randomUUID());
  const body = { ...ANSWER, answered_at: undefined };
  const first = await progress(card, body, key);
  api.clock.advance(DAY);
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
