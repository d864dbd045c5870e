import { randomUUID } from 'node:crypto';
import t from 'tap';
import { COLLEAGUE_TRIES } from '../../../core/colleague/colleague-login.ts';
import { COLLEAGUES_MAX } from '../../../core/deck/sharing/deck-share.schema.ts';
import { fileOf, formOf, MP3 } from '../../card/card-form.ts';
import { heardAll } from '../../classroom/open-stream.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { actsOn, shareWith } from '../shared-decks.ts';

const api = await startApi(t);
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
async function answers(account: TestAccount, deck: { id: number; cards: number[] }) {
  const params = { deckId: deck.id };
  const card = { ...params, cardId: deck.cards[0]! };
  const body = { front: 'x', back: 'y' };
  const made = await account.call('POST /api/classes', { body: { name: '10A', deck_id: deck.id } });
  return {
    read: (await account.call('GET /api/decks/:deckId', { params })).status,
    cards: (await account.call('GET /api/decks/:deckId/cards', { params })).status,
    export: (await account.raw('GET', `/api/decks/${deck.id}/export?format=csv`)).status,
    class: made.status,
    copy: (await account.call('POST /api/decks/:deckId/copy', { params })).status,
    addCard: (await account.call('POST /api/decks/:deckId/cards', { params, body })).status,
    changeCard: (await account.call('PATCH /api/decks/:deckId/cards/:cardId', { params: card, body })).status,
    audio: (
      await account.raw('PATCH', `/api/decks/${deck.id}/cards/${deck.cards[0]}`, {
        ...formOf({ audio_file: fileOf(MP3) }),
      })
    ).status,
    deleteCard: (
      await account.call('DELETE /api/decks/:deckId/cards/:cardId', {
        params: { ...params, cardId: deck.cards[1]! },
      })
    ).status,
    rename: (await account.call('PATCH /api/decks/:deckId', { params, body: { title: 'Mine' } })).status,
    shares: (await shares(deck.id, account)).status,
    share: (await shareWith(account, deck.id, stranger, 'edit')).status,
    official: (
      await account.call('POST /api/admin/official-decks', {
        body: { deck_id: deck.id, official_button_label: 'x' },
      })
    ).status,
    handOver: (
      await account.call('POST /api/decks/:deckId/owner', { params, body: { teacher_id: account.id } })
    ).status,
    delete: (await account.call('DELETE /api/decks/:deckId', { params })).status,
  };
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
  const { status, body } = await colleague.call('DELETE /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: deck.cards[0]! },
  });
  t.same([status, body.code], [403, 'deck_only_used']);
});

t.test('SHR-01 both see that a deck is shared, and the owner with whom', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  const { status, body } = await shareWith(
    owner,
    deck.id,
    { email: ` ${colleague.email.toUpperCase()} ` },
    'edit',
  );
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
  const { status, body } = await shareWith(curious, deck.id, stranger);
  t.same([status, body.code], [429, 'too_many_requests'], 'not even a right one is answered now');
  t.equal(
    (await shareWith(owner, (await api.addDeck(owner.id, 1)).id, stranger)).status,
    201,
    'others go on',
  );
});

t.test('SHR-05 SL-191 classes keep a deck when it is taken back, and their students study on', async (t) => {
  const deck = await api.addDeck(owner.id, 2);
  await shareWith(owner, deck.id, colleague);
  const { token } = colleague;
  const made = await api.data('POST /api/classes', { token, body: { name: '10A', deck_id: deck.id } });
  const classId = made.id;
  await api.sql`insert into class_members (class_id, student_id, status, joined_at)
    values (${classId}, ${student.id}, 'approved', now())`;
  await end(deck.id, colleague.id);
  await heardAll(api);
  const set = { params: { deckId: deck.id }, query: { limit: 5 }, token: student.token };
  await api.data('GET /api/decks/:deckId/cards/set', set);
  const { decks } = (
    await api.call('GET /api/classes/:classId', { params: { classId }, query: { include: 'decks' }, token })
  ).body.data;
  t.same(column(decks!, 'id'), [deck.id]);
  const another = await api.unchecked('POST /api/classes', {
    token,
    body: { name: '10B', deck_id: deck.id },
  });
  t.equal(another.status, 403, 'no other class gets it');
});

t.test('SHR-06 the colleague gives a deck up, for good', async (t) => {
  const deck = await api.addDeck(owner.id, 1);
  await shareWith(owner, deck.id, colleague);
  t.equal((await end(deck.id, colleague.id, stranger)).body.code, 'deck_not_owned', 'not for others');
  t.equal((await end(deck.id, colleague.id, colleague)).status, 200);
  const again = await end(deck.id, colleague.id, colleague);
  t.same([again.status, again.body.code], [404, 'deck_not_shared_with']);
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
  const { status, body } = await shareWith(owner, deck.id, colleague);
  t.same([status, body.code], [422, 'too_many_colleagues']);
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
      const { rowCount } = await api.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await holder.query('delete from deck_shares where deck_id = $1', [deck.id]);
    await holder.query('commit');
    const { status, body } = await late;
    t.same([status, body.code], [403, 'deck_not_owned']);
  } finally {
    holder.release();
  }
});
