import { randomUUID } from 'node:crypto';
import t from 'tap';
import { STUDENT_CARDS_MAX, STUDENT_DECKS_MAX } from '../../core/access/quota-limits.ts';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { eraseAccount } from '../../core/person/erase-account.ts';
import { fileOf, formOf, MP3 } from '../card/card-form.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column, columns } from '../harness/columns.ts';
import { addressesOf, openTestPool } from '../harness/database-harness.ts';

const api = await startApi(t, { env: { FILES_MAX: '2' } });
const admin = await api.register('admin');
const [teacher, other] = [await api.register('teacher'), await api.register('student')];

const allow = (students_make_decks: boolean) =>
  admin.call('POST /api/admin/own-decks', { body: { students_make_decks } });
await allow(true);

const refused = (code: string, status = 403) => ({ status, body: { success: false, code } });
const make = (account: TestAccount, title = 'Mine') =>
  account.unchecked('POST /api/decks', { body: { title } });
const addMany = (account: TestAccount, deckId: number, count: number) =>
  account.unchecked('POST /api/decks/:deckId/cards/many', {
    params: { deckId },
    body: {
      key: randomUUID(),
      cards: Array.from({ length: count }, (_, n) => ({ front: `front ${n}`, back: `back ${n}` })),
    },
  });
const edit = (account: TestAccount, deckId: number, change: object) =>
  account.raw('POST', `/api/decks/${deckId}/cards/edits`, { body: { key: randomUUID(), edit: change } });
const addAudio = (account: TestAccount, deckId: number, cardId: number, more: string) =>
  account.raw('PATCH', `/api/decks/${deckId}/cards/${cardId}`, {
    ...formOf({ audio_file: fileOf(Buffer.concat([MP3, Buffer.from(more)])) }),
  });
const decksOf = async (account: TestAccount): Promise<Deck[]> => await account.data('GET /api/decks');
const cardsIn = async (deckId: number) =>
  Number((await api.sql`select count(*) from cards where deck_id = ${deckId}`)[0].count);

t.test('OWD-01 the administrator says whether students make decks: at first they do not', async (t) => {
  const fresh = await startApi(t);
  const [its, student] = [await fresh.register('admin'), await fresh.register('student')];
  const settings = async () => (await fresh.call('GET /api/site-settings')).body.data;
  const deck = { token: student.token, body: { title: 'Mine' } };
  t.equal((await settings()).students_make_decks, false);
  t.match(await fresh.call('POST /api/decks', deck), refused('own_decks_off'));
  const change = (students_make_decks: boolean) =>
    fresh.call('POST /api/admin/own-decks', { token: its.token, body: { students_make_decks } });
  t.match(await change(true), { status: 200, body: { data: { students_make_decks: true } } });
  await change(true);
  t.equal((await settings()).students_make_decks, true);
  await fresh.data('POST /api/decks', deck);
  const rows = await fresh.sql`select actor_id, details from acts where act = 'site.own_decks_changed'`;
  t.same(rows, [{ actor_id: its.id, details: { allowed: true } }], 'noted once');
});

t.test('OWD-02 a student makes, changes, copies and deletes decks by the calls of teachers', async (t) => {
  const student = await api.register('student');
  const { token } = student;
  const { status, body } = await make(student, 'Động từ');
  t.equal(status, 201);
  const { id: deckId } = body.data;
  t.match(await addMany(student, deckId, 3), { status: 201, body: { data: { cards: 3 } } });
  const params = { deckId };
  const changed = await api.call('PATCH /api/decks/:deckId', { token, params, body: { title: 'Verbs' } });
  t.match(changed, { status: 200, body: { data: { title: 'Verbs', user_id: student.id, card_count: 3 } } });
  const [card] = (await api.call('GET /api/decks/:deckId/cards', { token, params })).body.data;
  t.match(await edit(student, deckId, { act: 'tags', ids: [card!.id], add: ['x'], remove: [] }), {
    status: 200,
  });
  t.match(await addAudio(student, deckId, card!.id, ''), { status: 200, body: { data: { id: card!.id } } });
  t.match(
    (await api.call('GET /api/decks/:deckId/cards/set', { token, params, query: { limit: 5 } })).body.data
      .length,
    3,
  );
  t.same(
    column(
      (await decksOf(student)).filter(({ is_official }) => !is_official),
      'title',
    ),
    ['Verbs'],
  );

  const official = await api.addDeck(admin.id, 2, { official: true, title: 'Chào hỏi' });
  const copy = (id: number) => api.call('POST /api/decks/:deckId/copy', { token, params: { deckId: id } });
  t.match(await copy(official.id), { status: 201, body: { data: { user_id: student.id, card_count: 2 } } });
  t.match(await copy(deckId), { status: 201, body: { data: { title: 'Verbs (2)', card_count: 3 } } });
  const taught = await api.addDeck(teacher.id, 1);
  const made = await teacher.data('POST /api/classes', { body: { name: '10A', deck_id: taught.id } });
  await api.sql`insert into class_members (class_id, student_id, status, joined_at)
    values (${made.id}, ${student.id}, 'approved', now())`;
  await api.data('GET /api/decks/:deckId', { token, params: { deckId: taught.id } });
  t.match(await copy(taught.id), refused('deck_not_accessible'), 'SL-263 what a class has is not copied');

  await api.data('DELETE /api/decks/:deckId', { token, params });
  const rows = await api.sql`select from acts where act = 'deck.deleted' and deck_id = ${deckId}`;
  t.equal(rows.length, 0, 'the book of acts, which the administrator reads, has no title of it');
  const trash = async (account: TestAccount) => (await account.data('GET /api/trash')).map(({ id }) => id);
  t.same(await trash(student), [deckId]);
  t.notOk((await trash(admin)).includes(deckId), 'it is in nobody else’s trash');
  await api.data('POST /api/trash/:deckId/restore', { token, params });
  t.match((await api.call('GET /api/decks/:deckId', { token, params })).body.data, { card_count: 3 });
  await api.call('DELETE /api/decks/:deckId', { token, params });
  await api.data('DELETE /api/trash/:deckId', { token, params });
  const noted = await api.sql`select act from acts where deck_id = ${deckId}`;
  t.same(noted, [], 'nor of what became of it');
});

t.test('OWD-03 a student’s decks, their cards and their files are bounded', async (t) => {
  const student = await api.register('student');
  const { id: deckId } = (await make(student)).body.data;
  t.equal((await addMany(student, deckId, STUDENT_CARDS_MAX - 1)).status, 201);
  t.match(await addMany(student, deckId, 2), refused('too_many_cards', 422));
  const add = () =>
    student.call('POST /api/decks/:deckId/cards', { params: { deckId }, body: { front: 'last', back: 'x' } });
  t.equal((await add()).status, 201);
  t.match(await add(), refused('too_many_cards', 422));
  t.equal(await cardsIn(deckId), STUDENT_CARDS_MAX);

  const { id: second } = (await make(student, 'Second')).body.data;
  await addMany(student, second, 2);
  const rows = await api.sql<{ id: number }>`select id from cards where deck_id = ${second} order by id`;
  const ids = rows.map(({ id }) => id);
  t.match(
    await edit(student, second, { act: 'copy', ids, to_deck_id: deckId }),
    refused('too_many_cards', 422),
    'nor by way of another deck',
  );
  t.equal(await cardsIn(deckId), STUDENT_CARDS_MAX);
  const large = await api.addDeck(admin.id, STUDENT_CARDS_MAX + 1, { official: true });
  const copy = await student.call('POST /api/decks/:deckId/copy', { params: { deckId: large.id } });
  t.match(copy, refused('too_many_cards', 422));

  t.equal((await addAudio(student, second, ids[0]!, '1')).status, 200);
  t.equal((await addAudio(student, second, ids[1]!, '2')).status, 200);
  const { cards } = await api.addDeck(student.id, 1);
  const third = await api.sql`select deck_id from cards where id = ${cards[0]}`;
  t.match(await addAudio(student, third[0].deck_id, cards[0]!, '3'), refused('too_many_files', 422));

  for (let have = 3; have < STUDENT_DECKS_MAX; have++) t.equal((await make(student)).status, 201);
  t.match(await make(student), refused('too_many_decks', 422));
  await student.call('DELETE /api/decks/:deckId', { params: { deckId } });
  t.match(await make(student), refused('too_many_decks', 422), 'those in the trash count');
  t.match((await make(teacher)).status, 201);
});

t.test('OWD-05 where it is no longer allowed, decks stay, to be studied, saved and deleted', async (t) => {
  t.teardown(() => allow(true));
  const student = await api.register('student');
  const { token } = student;
  const deck = await api.addDeck(student.id, 2);
  const params = { deckId: deck.id };
  await allow(false);
  const off = refused('own_decks_off');
  t.match(await make(student), off);
  t.match(await addMany(student, deck.id, 1), off);
  t.match(await edit(student, deck.id, { act: 'tags', ids: deck.cards, add: ['x'], remove: [] }), off);
  t.match(await addAudio(student, deck.id, deck.cards[0]!, ''), off);
  t.match(await api.call('PATCH /api/decks/:deckId', { token, params, body: { title: 'x' } }), off);
  t.match(await api.call('POST /api/decks/:deckId/copy', { token, params }), off);
  t.match(
    await student.raw('DELETE', `/api/decks/${deck.id}/cards/${deck.cards[0]}`),
    off,
    'no card is deleted',
  );
  t.match(await api.unchecked('POST /api/imports', { token, ...formOf({ title: 'x' }) }), off);
  t.equal((await make(teacher)).status, 201, 'teachers make decks as ever');

  t.equal((await api.call('GET /api/decks/:deckId/cards', { token, params })).body.total, 2);
  t.equal((await student.raw('GET', `/api/decks/${deck.id}/export?format=csv`)).status, 200);
  const answer = await api.raw('POST', `/api/cards/${deck.cards[0]}/progress`, {
    token,
    body: { status: 2, time_spent: 1 },
    headers: { 'idempotency-key': randomUUID() },
  });
  t.equal(answer.status, 200);
  await api.data('DELETE /api/decks/:deckId', { token, params });
  t.match(await api.call('POST /api/trash/:deckId/restore', { token, params }), off);
  await api.data('DELETE /api/trash/:deckId', { token, params });
});

t.test('OWD-04 the administrator’s lists, and everybody else’s, are without it', async (t) => {
  const student = await api.register('student');
  const deck = await api.addDeck(student.id, 1, { title: 'Nhật ký' });
  for (const one of [teacher, other, admin]) t.notOk((await decksOf(one)).some(({ id }) => id === deck.id));
  const managed = await admin.data('GET /api/admin/decks', { query: { owner_id: student.id } });
  t.same(managed, []);
  const person = await admin.data('GET /api/admin/people/:personId', { params: { personId: student.id } });
  t.equal(person.deck_count, 1, 'but how many there are');
});

t.test(
  'OWD-04 ADM-20 (document 2 §2, §6) the administrator deletes a student’s deck without seeing it',
  async (t) => {
    const student = await api.register('student');
    const deck = await api.addDeck(student.id, 2, { title: 'Nhật ký', official: false });
    const listed = (account: TestAccount, personId = student.id) =>
      account.call('GET /api/admin/people/:personId/decks', { params: { personId } });
    const { data, total } = (await listed(admin)).body;
    t.same([data, total], [[{ id: deck.id, card_count: 2, created_at: data[0]!.created_at }], 1]);
    t.same((await listed(admin, teacher.id)).body.data, [], 'what teachers make is in the list of decks');

    const params = { deckId: deck.id };
    const remove = (account: TestAccount) => account.call('DELETE /api/admin/decks/:deckId', { params });
    for (const account of [student, teacher, other]) {
      t.match(await listed(account), refused('wrong_role'));
      t.match(await remove(account), refused('wrong_role'));
    }
    t.same((await remove(admin)).body, { success: true });
    t.equal(await cardsIn(deck.id), 0);
    t.same((await listed(admin)).body.data, []);
    t.match(await remove(admin), refused('deck_not_found', 404));

    const trashOf = async (account: TestAccount) =>
      (await account.data('GET /api/trash')).filter(({ id }) => id === deck.id);
    t.match(await trashOf(admin), [
      { title: null, card_count: 2, can_bring_back: true, owner: { id: student.id } },
    ]);
    t.match(
      await trashOf(student),
      [{ title: 'Nhật ký', deleted_by: 'Lan', can_bring_back: false }],
      'it is told',
    );
    t.same(await trashOf(teacher), []);
    for (const call of [
      await student.call('POST /api/trash/:deckId/restore', { params }),
      await student.call('DELETE /api/trash/:deckId', { params }),
    ])
      t.match(call, refused('not_in_trash', 404), 'its end is the administrator’s');
    t.same((await student.call('DELETE /api/trash')).body.data, { count: 0 });

    const book = async () => {
      const acts = await admin.data('GET /api/admin/acts');
      return acts.filter((entry) => entry.deck?.id === deck.id).map(({ act, deck }) => [act, deck?.name]);
    };
    t.same(await book(), [['deck.deleted', null]], 'without its title');
    t.equal((await admin.call('POST /api/trash/:deckId/restore', { params })).status, 200);
    t.same(await book(), [
      ['deck.brought_back', null],
      ['deck.deleted', null],
    ]);
    t.equal(await cardsIn(deck.id), 2);
    t.same(await trashOf(student), []);
  },
);

t.test(
  'SL-262 SL-264 own decks count for their student, for no class, and are numbers in the log',
  async (t) => {
    const student = await api.register('student');
    const taught = await api.addDeck(teacher.id, 2);
    const classId = await newClass(teacher, taught.id, { students: [student] });
    const { id: deckId } = (await make(student, 'Nhật ký của Lan')).body.data;
    await addMany(student, deckId, 3);
    const own = await student.data('GET /api/decks/:deckId/cards', { params: { deckId } });
    for (const cardId of [taught.cards[0]!, ...column(own, 'id')])
      await student.data('POST /api/cards/:cardId/progress', {
        params: { cardId },
        body: { status: 2, time_spent: 1 },
      });
    await api.project();
    const activity = await student.data('GET /api/activity');
    t.equal(activity.studied_today.cards, 4);
    t.notMatch(JSON.stringify(activity), /Nhật ký|front 0/);
    const params = { classId };
    const progress = await teacher.data('GET /api/classes/:classId/students-progress', { params });
    t.same(columns(progress, 'student_id', 'cards_studied'), [[student.id, 1]]);
    const events = await api.sql<{ text: string }>`select row_to_json(e)::text as text from events e
    where student_id = ${student.id}`;
    t.equal(events.length, 4);
    t.match(events.at(-1)!.text, `"deck_id": ${deckId}`);
    t.notMatch(JSON.stringify(events), /Nhật ký|front \d|back \d/);
    const analysts = openTestPool(t, { connectionString: addressesOf(api.databaseUrl).READ_DATABASE_URL });
    const { rows } = await analysts.query('select title from decks where id = $1', [deckId]);
    t.same(rows, [{ title: 'Nhật ký của Lan' }], 'who is let into the tables reads them');
  },
);

t.test('OWD-06 SL-261 a student who becomes a teacher has the decks as a teacher has them', async (t) => {
  const student = await api.register('student');
  const deck = await api.addDeck(student.id, 1, { title: 'Nhật ký' });
  const params = { deckId: deck.id };
  const asAdmin = () => admin.call('GET /api/decks/:deckId', { params });
  t.match(await asAdmin(), refused('deck_not_accessible'));
  await admin.data('POST /api/admin/people/:personId/role', {
    params: { personId: student.id },
    body: { role: 'teacher' },
  });
  t.equal((await asAdmin()).status, 200);
  const back = await admin.call('POST /api/admin/people/:personId/role', {
    params: { personId: student.id },
    body: { role: 'student' },
  });
  t.match(back, refused('teacher_has_work', 409));
});

t.test('OWD-08 own decks go with the account', async (t) => {
  const student = await api.register('student');
  const deck = await api.addDeck(student.id, 2, { title: 'Nhật ký' });
  const kept = await api.addDeck(other.id, 1);
  await eraseAccount(api.pool, { personId: student.id, actorId: admin.id, reason: 'administrator' });
  const rows = await api.sql<{ deck_id: number }>`select distinct deck_id from cards
    where deck_id = any (${[deck.id, kept.id]})`;
  t.same(rows, [{ deck_id: kept.id }]);
  t.equal((await api.pool.query('select from decks where id = $1', [deck.id])).rowCount, 0);
});
