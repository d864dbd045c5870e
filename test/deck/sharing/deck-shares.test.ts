import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { Call } from '../../../core/api.ts';
import { COLLEAGUE_TRIES } from '../../../core/colleague/colleague-login.ts';
import { COLLEAGUES_MAX } from '../../../core/deck/sharing/deck-share.schema.ts';
import { fileOf, formOf, MP3 } from '../../card/card-form.ts';
import { newClass } from '../../classroom/class-calls.ts';
import { heardAll } from '../../classroom/open-stream.ts';
import { startApi, type TestAccount, type TestDeck } from '../../harness/api-harness.ts';
import { coded } from '../../harness/coded.ts';
import { column } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { actsOn, shareWith } from '../shared-decks.ts';

const api = await startApi(t, { env: { DECKS_MAX: '12' } });
const [owner, colleague, stranger, student, admin] = [
  await api.register('teacher', { name: 'Chị Lan' }),
  await api.register('teacher', { name: 'Anh Minh' }),
  await api.register('teacher'),
  await api.register('student'),
  await api.register('admin'),
];

const listed = async (account: TestAccount, id: number) =>
  (await account.data('GET /api/decks')).find((deck) => deck.id === id);
const shares = (deckId: number, account = owner) =>
  account.call('GET /api/decks/:deckId/shares', { params: { deckId } });
const change = (deckId: number, teacherId: number, may: 'use' | 'edit') =>
  owner.call('PATCH /api/decks/:deckId/shares/:teacherId', { params: { deckId, teacherId }, body: { may } });
const end = (deckId: number, teacherId: number, account = owner) =>
  account.call('DELETE /api/decks/:deckId/shares/:teacherId', { params: { deckId, teacherId } });

/** What the account gets from every call on a deck, by name. */
async function answers(account: TestAccount, { id, cards }: TestDeck) {
  const card = { front: 'x', back: 'y' };
  const calls: Record<string, [call: Call, sent?: object, cardId?: number]> = {
    read: ['GET /api/decks/:deckId'],
    cards: ['GET /api/decks/:deckId/cards'],
    export: ['GET /api/decks/:deckId/export', { query: '?format=csv' }],
    class: ['POST /api/classes', { body: { name: '10A', deck_id: id } }],
    copy: ['POST /api/decks/:deckId/copy'],
    addCard: ['POST /api/decks/:deckId/cards', { body: card }],
    changeCard: ['PATCH /api/decks/:deckId/cards/:cardId', { body: card }],
    audio: ['PATCH /api/decks/:deckId/cards/:cardId', formOf({ audio_file: fileOf(MP3) })],
    deleteCard: ['DELETE /api/decks/:deckId/cards/:cardId', {}, cards[1]],
    rename: ['PATCH /api/decks/:deckId', { body: { title: 'Mine' } }],
    shares: ['GET /api/decks/:deckId/shares'],
    share: ['POST /api/decks/:deckId/shares', { body: { login: stranger.email, may: 'edit' } }],
    official: ['POST /api/admin/official-decks', { body: { deck_id: id, official_button_label: 'x' } }],
    handOver: ['POST /api/decks/:deckId/owner', { body: { teacher_id: account.id } }],
    delete: ['DELETE /api/decks/:deckId'],
  };
  const statuses: Record<string, number> = {};
  for (const [name, [call, sent, cardId = cards[0]!]] of Object.entries(calls))
    statuses[name] = (await account.unchecked(call, { params: { deckId: id, cardId }, ...sent })).status;
  return statuses;
}

const OWNERS_ALONE = { rename: 403, shares: 403, share: 403, official: 403, handOver: 403, delete: 403 };
const NONE = {
  ...{ read: 403, cards: 403, export: 403, class: 403, copy: 403 },
  ...{ addCard: 403, changeCard: 403, audio: 403, deleteCard: 403 },
  ...OWNERS_ALONE,
};
const USE = { ...NONE, read: 200, cards: 200, export: 200, class: 201, copy: 201 };
/** COL-04: a deck that a class of theirs has is read by its teachers. */
const IN_OWN_CLASS = { ...NONE, read: 200, cards: 200, export: 200 };
const EDIT = { ...USE, addCard: 201, changeCard: 200, audio: 200, deleteCard: 200 };

t.test('SHR-01 SHR-02 SHR-03 SHR-05 a colleague does what the right says while it is there', async (t) => {
  const deck = await api.addDeck(owner.id, 5);
  t.same(await answers(colleague, deck), NONE, 'none');
  t.equal((await shareWith(owner, deck.id, colleague)).status, 201);
  t.same(await answers(colleague, deck), USE, 'use');
  t.equal((await change(deck.id, colleague.id, 'edit')).status, 200);
  t.same(await answers(colleague, deck), EDIT, 'edit');
  t.equal((await end(deck.id, colleague.id)).status, 200);
  await until(async () => (await api.services.directory.deck(deck.id))?.shares[colleague.id] === undefined);
  t.same(await answers(colleague, deck), IN_OWN_CLASS, 'taken back, and in a class of theirs by now');
  t.same(await answers(stranger, deck), NONE, 'nobody else had it meanwhile');
});

t.test('SHR-02 the colleague who may only use a deck hears why a card is not changed', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague);
  t.match(
    await colleague.call('DELETE /api/decks/:deckId/cards/:cardId', {
      params: { deckId: deck.id, cardId: deck.cards[0]! },
    }),
    coded(403, 'deck_only_used'),
  );
});

t.test('SHR-01 both see that a deck is shared, and the owner with whom', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const email = ` ${colleague.email.toUpperCase()} `;
  const { status, body } = await shareWith(owner, deck.id, { email }, 'edit');
  const { shared_at, ...share } = body.data;
  t.equal(status, 201);
  t.same(share, { teacher_id: colleague.id, name: 'Anh Minh', login: colleague.email, may: 'edit' });
  t.same((await shares(deck.id)).body.data, [{ ...share, shared_at }]);
  t.same((await listed(colleague, deck.id))?.shared, { may: 'edit', owner_name: 'Chị Lan' });
  t.equal((await listed(colleague, deck.id))?.colleague_count, undefined);
  t.equal((await listed(owner, deck.id))?.colleague_count, 1);
  t.equal((await listed(owner, deck.id))?.shared, undefined);
  t.equal(await listed(stranger, deck.id), undefined);
});

t.test('SHR-04 SL-190 who has an account is not found out', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const tries = await Promise.all(
    [student.email, admin.email, `${randomUUID()}@example.org`, 'nobody', '@'].map((email) =>
      shareWith(owner, deck.id, { email }),
    ),
  );
  for (const { status, body } of tries) {
    t.equal(status, 404);
    t.same(body, tries[0]!.body);
    t.equal(body.code, 'colleague_unknown');
  }
  const disabled = await api.register('teacher');
  await api.sql`update users set disabled_at = now() where id = ${disabled.id}`;
  t.equal((await shareWith(owner, deck.id, disabled)).body.code, 'colleague_unknown');
  t.same((await shareWith(owner, deck.id, owner)).body.code, 'own_account');
  t.same((await shares(deck.id)).body.data, []);
});

t.test('SHR-04 names are not tried out for long; right ones do not count', async (t) => {
  const curious = await api.register('teacher');
  const deck = await api.addDeck(curious.id, 1);
  t.equal((await shareWith(curious, deck.id, colleague)).status, 201);
  for (let time = 0; time < COLLEAGUE_TRIES; time++)
    t.equal((await shareWith(curious, deck.id, { email: randomUUID() })).status, 404);
  t.match(await shareWith(curious, deck.id, stranger), coded(429, 'too_many_requests'), 'nor a right one');
  const others = await api.addDeck(owner.id, 1);
  t.equal((await shareWith(owner, others.id, stranger)).status, 201, 'others go on');
});

t.test('SHR-05 SL-191 classes keep a deck when it is taken back, and their students study on', async (t) => {
  const deck = await api.addDeck(owner.id, 2);
  await shareWith(owner, deck.id, colleague);
  const classId = await newClass(colleague, deck.id, { students: [student] });
  await end(deck.id, colleague.id);
  await heardAll(api);
  await student.data('GET /api/decks/:deckId/cards/set', {
    params: { deckId: deck.id },
    query: { limit: 5 },
  });
  const ofClass = { params: { classId }, query: { include: 'decks' } } as const;
  t.match(await colleague.data('GET /api/classes/:classId', ofClass), { decks: [{ id: deck.id }] });
  const another = await colleague.call('POST /api/classes', { body: { name: '10B', deck_id: deck.id } });
  t.equal(another.status, 403, 'no other class gets it');
});

t.test('SHR-06 the colleague gives a deck up, for good', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague);
  t.equal((await end(deck.id, colleague.id, stranger)).body.code, 'deck_not_owned', 'not for others');
  t.equal((await end(deck.id, colleague.id, colleague)).status, 200);
  t.match(await end(deck.id, colleague.id, colleague), coded(404, 'deck_not_shared_with'));
  t.equal(await listed(colleague, deck.id), undefined);
  t.equal((await change(deck.id, colleague.id, 'edit')).body.code, 'deck_not_shared_with');
});

t.test('SHR-07 what is done to a deck’s rights is in the book of acts, once each', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague);
  await shareWith(owner, deck.id, colleague);
  await shareWith(owner, deck.id, colleague, 'edit');
  await change(deck.id, colleague.id, 'edit');
  await change(deck.id, colleague.id, 'use');
  await end(deck.id, colleague.id);
  await shareWith(owner, deck.id, colleague);
  await end(deck.id, colleague.id, colleague);
  const by = { actor: owner.id, person: colleague.id };
  t.same(await actsOn(api, deck.id), [
    { ...by, act: 'deck.shared', details: { may: 'use' } },
    { ...by, act: 'deck.share_changed', details: { may: 'edit' } },
    { ...by, act: 'deck.share_changed', details: { may: 'use' } },
    { ...by, act: 'deck.share_ended', details: {} },
    { ...by, act: 'deck.shared', details: { may: 'use' } },
    { ...by, actor: colleague.id, act: 'deck.share_left', details: {} },
  ]);
});

t.test('SHR-07 the same share, sent twice at once, is one', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const both = await Promise.all([1, 2].map(() => shareWith(owner, deck.id, colleague)));
  t.same(column(both, 'status'), [201, 201]);
  t.equal((await actsOn(api, deck.id)).length, 1);
  const ends = await Promise.all([end(deck.id, colleague.id), end(deck.id, colleague.id, colleague)]);
  t.same(ends.map(({ status }) => status).sort(), [200, 404]);
});

t.test('SL-192 a deck has a hundred colleagues at most', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await api.sql`with others as (
    insert into users (name, email, password_hash, role, time_zone)
    select 'x', gen_random_uuid() || '@example.org', '', 'teacher', 'UTC'
    from generate_series(1, ${COLLEAGUES_MAX}) returning id)
    insert into deck_shares (deck_id, teacher_id, may) select ${deck.id}, id, 'use' from others`;
  t.match(await shareWith(owner, deck.id, colleague), coded(422, 'too_many_colleagues'));
  t.equal((await shares(deck.id)).body.data.length, COLLEAGUES_MAX);
});

t.test('SL-193 who is a teacher no more has no shared deck', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const passing = await api.register('teacher');
  await shareWith(owner, deck.id, passing);
  const become = (role: 'teacher' | 'student') =>
    admin.call('POST /api/admin/people/:personId/role', { params: { personId: passing.id }, body: { role } });
  t.equal((await become('student')).status, 200);
  t.same((await shares(deck.id)).body.data, []);
  t.equal((await become('teacher')).status, 200);
  t.same((await shares(deck.id)).body.data, [], 'nor later');
});

t.test('SHR-03 a card is not changed by who lost the right to it a moment ago', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague, 'edit');
  const params = { deckId: deck.id, cardId: deck.cards[0]! };
  const edit = () =>
    colleague.call('PATCH /api/decks/:deckId/cards/:cardId', { params, body: { front: 'late' } });
  t.equal((await edit()).status, 200, 'the right is in memory');
  const holder = await api.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from decks where id = $1 for update', [deck.id]);
    const late = edit();
    await until(async () => {
      const waiting = await api.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length === 1;
    });
    await holder.query('delete from deck_shares where deck_id = $1', [deck.id]);
    await holder.query('commit');
    t.match(await late, coded(403, 'deck_not_owned'));
  } finally {
    holder.release();
  }
});

const handOver = (deckId: number, teacherId: number, account = owner) =>
  account.call('POST /api/decks/:deckId/owner', { params: { deckId }, body: { teacher_id: teacherId } });
const handAnyOver = (deckId: number, login: string) =>
  admin.call('POST /api/admin/decks/:deckId/owner', { params: { deckId }, body: { login } });
const read = (deckId: number, account: TestAccount) =>
  account.data('GET /api/decks/:deckId', { params: { deckId } });

const learnt = () =>
  Promise.all(
    ['review_schedule', 'deck_stats', 'events', 'class_decks', 'deck_settings'].map(
      async (table) =>
        (await api.pool.query(`select to_jsonb(r) as row from ${table} r order by r::text`)).rows,
    ),
  );

t.test('SHR-20 SHR-22 a deck is given to a colleague at once; what students have learnt stays', async (t) => {
  const deck = await api.addDeck(owner.id, 3);
  await newClass(owner, deck.id, { students: [student] });
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
  await student.data('GET /api/decks/:deckId/cards/set', {
    params: { deckId: deck.id },
    query: { limit: 5 },
  });
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
  t.match(await handOver(deck.id, full.id, giver), coded(422, 'teacher_has_no_room'));
  t.match((await read(deck.id, full)).shared, { may: 'use' });
  t.equal((await read(deck.id, giver)).user_id, giver.id);
});
