import { randomUUID } from 'node:crypto';
import t from 'tap';
import { OWN_DATA_PARTS } from '../../core/own-data/perform-own-data.ts';
import { HANGING, NOT_KEPT } from '../../core/trash/kept-rows.ts';
import { removeOldTrash } from '../../core/trash/trash-decks.ts';
import { classCalls, newClass } from '../classroom/class-calls.ts';
import { actsOn, shareWith } from '../deck/shared-decks.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { taking } from '../log/rebuilding/given-rebuilding.ts';
import { differences } from '../log/rebuilding/rebuilt.ts';
import { erase } from '../person/given-erasure.ts';
import { rowsAbout, trashCalls } from './given-trash.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t, { env: { DECKS_MAX: '6' } });
const admin = await api.register('admin');
const newTeacher = (name = 'Cô Hà') => api.register('teacher', { name });
const ids = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

/** A teacher's own deck that a class studies and a colleague uses, with all that can hang on it. */
async function livedDeck() {
  const [teacher, colleague] = [await newTeacher(), await newTeacher('Thầy Nam')];
  const [student, other] = [await api.register(), await api.register()];
  const deck = await api.addDeck(teacher.id, 3, { title: 'Bài 1' });
  const classId = await newClass(teacher, deck.id, { students: [student, other] });
  await shareWith(teacher, deck.id, colleague, 'edit');
  const params = { deckId: deck.id };
  await student.call('POST /api/decks/:deckId/settings', {
    params,
    body: { new_cards_per_day: 2, max_cards_per_day: 50 },
  });
  await student.call('POST /api/decks/:deckId/extra-cards', { params, body: { cards: 1 } });
  await student.call('POST /api/cards/:cardId/mark', {
    params: { cardId: deck.cards[1]! },
    body: { flagged: true },
  });
  await teacher.data('PATCH /api/decks/:deckId/cards/:cardId', {
    params: { ...params, cardId: deck.cards[0]! },
    body: { back: 'changed' },
  });
  await taking.answer(student, deck.cards[0]!);
  await api.project();
  return { teacher, colleague, student, other, deck, classId, ...trashCalls(teacher) };
}

t.test('TRS-01 SL-287 a deleted deck comes back as it was, with all that hung on it', async (t) => {
  const { teacher, student, deck, classId, ...calls } = await livedDeck();
  await calls.deleteCard(deck.id, deck.cards[2]!);
  const before = await rowsAbout(api, deck.id);
  for (const table of 'class_decks deck_shares deck_settings extra_cards card_marks deleted_cards'.split(' '))
    t.equal(before[table]!.length, 1, table);
  t.equal(before.card_versions!.length, 1);
  const figures = async () => {
    await api.project();
    return (await classCalls(teacher).progress(classId)).body.data;
  };
  const counted = await figures();

  t.equal((await calls.deleteDeck(deck.id)).status, 200);
  const gone = await rowsAbout(api, deck.id);
  t.same(
    Object.keys(gone).filter((table) => gone[table]!.length > 0),
    ['review_schedule', 'deck_stats'],
    'only what the log says is left',
  );
  t.notSame(await figures(), counted);
  t.same(await differences(api), { count: 0, rows: [] });
  for (const account of [teacher, student])
    t.match(
      await account.call('GET /api/decks/:deckId', { params: { deckId: deck.id } }),
      coded(404, 'deck_not_found'),
    );
  const listed = await calls.decks();
  t.equal(listed.body.total, 1);
  t.match(listed.body.data, [
    {
      id: deck.id,
      title: 'Bài 1',
      is_official: false,
      card_count: 2,
      class_count: 1,
      owner: { id: teacher.id, name: 'Cô Hà' },
      deleted_by: 'Cô Hà',
    },
  ]);
  const { deleted_at, kept_until } = listed.body.data[0]!;
  t.equal(Date.parse(kept_until) - Date.parse(deleted_at), 30 * DAY_MS);

  t.equal((await calls.bringBack(deck.id)).status, 200);
  t.same(await rowsAbout(api, deck.id), before);
  t.same(await figures(), counted);
  t.same(await differences(api), { count: 0, rows: [] });
  t.equal((await calls.decks()).body.total, 0);
  t.match(await calls.bringBack(deck.id), coded(404, 'not_in_trash'));
  const acts = (await actsOn(api, deck.id)).slice(-4) as { act: string; details: object }[];
  t.same(
    acts.map(({ act, details }) => [act, details]),
    ['deck.deleted', 'class.deck_removed', 'deck.brought_back', 'class.deck_added'].map((act) => [act, {}]),
  );
  await calls.bringBackCards(deck.id, [deck.cards[2]!]);
  const { body } = await student.call('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } });
  t.same(ids({ body }), deck.cards, 'its own trash came along');
});

t.test(
  'SL-288 deleted cards go to the new owner of a deck; what could be undone does not come back',
  async (t) => {
    const { teacher, colleague, deck, ...calls } = await livedDeck();
    const params = { deckId: deck.id };
    const key = randomUUID();
    const edit = { act: 'tags' as const, ids: [deck.cards[0]!], add: ['x'], remove: [] };
    await teacher.data('POST /api/decks/:deckId/cards/edits', { params, body: { key, edit } });
    const list = { key: randomUUID(), cards: [{ front: 'n', back: 'n' }] };
    await teacher.data('POST /api/decks/:deckId/cards/many', { params, body: list });
    await calls.deleteCard(deck.id, deck.cards[2]!);
    await calls.deleteDeck(deck.id);
    await calls.bringBack(deck.id);
    t.same(await teacher.data('GET /api/decks/:deckId/cards/edits', { params }), []);
    t.same(await teacher.data('GET /api/decks/:deckId/cards/many', { params }), []);
    const body = { teacher_id: colleague.id };
    await teacher.data('POST /api/decks/:deckId/owner', { params, body });
    const theirs = trashCalls(colleague);
    t.same(ids(await theirs.cards(deck.id)), [deck.cards[2]]);
    t.equal((await theirs.bringBackCards(deck.id)).status, 200);
  },
);

t.test('TRS-01 what is gone meanwhile does not come back, and does not keep the deck from it', async (t) => {
  const { teacher, student, colleague, deck, classId, ...calls } = await livedDeck();
  await calls.deleteDeck(deck.id);
  await classCalls(teacher).remove(classId);
  await erase(api.pool, student.id);
  await erase(api.pool, colleague.id);
  await api.project();
  const theirs = await api.sql`select from trashed_rows where person_id in (${student.id}, ${colleague.id})`;
  t.same(theirs, [], 'what was theirs is not kept for the deck');
  t.equal((await calls.bringBack(deck.id)).status, 200);
  const { decks, cards, card_versions, ...rest } = await rowsAbout(api, deck.id);
  t.same([decks!.length, cards!.length, card_versions!.length], [1, 3, 1]);
  t.same(Object.values(rest).flat(), []);
});

t.test('TRS-02 what was deleted is kept for thirty days, and then goes for good', async (t) => {
  const teacher = await newTeacher();
  const calls = trashCalls(teacher);
  const [first, second] = [await api.addDeck(teacher.id, 1), await api.addDeck(teacher.id, 1)];
  const third = await api.addDeck(teacher.id, 2);
  await calls.deleteDeck(first.id);
  await calls.deleteCard(third.id, third.cards[0]!);
  await api.databaseClock.advance(DAY_MS);
  await calls.deleteDeck(second.id);
  await api.databaseClock.advance(29 * DAY_MS - 60_000);
  await removeOldTrash(api.pool);
  t.same(ids(await calls.decks()), [second.id, first.id]);
  await api.databaseClock.advance(60_000);
  await removeOldTrash(api.pool);
  t.same(ids(await calls.decks()), [second.id]);
  t.same((await calls.cards(third.id)).body.data, []);
  t.match(await calls.bringBack(first.id), coded(404, 'not_in_trash'));
  t.match((await actsOn(api, first.id)).at(-1), { actor: 0, act: 'deck.deleted_for_good' });
  const student = await api.register();
  await api.sql`insert into trashed_decks (id, owner_id, keeper_id, deleted_at, "row")
    values (1000000, ${student.id}, ${student.id}, '2020-01-01', '{"title": "My secret"}')`;
  await removeOldTrash(api.pool);
  t.same(await actsOn(api, 1_000_000), [], 'what students make for themselves is in no book');
  t.equal((await calls.bringBack(second.id)).status, 200);
  t.equal((await rowsAbout(api, third.id)).deleted_cards!.length, 1, 'the deck knows what it had');
});

t.test('TRS-03 the trash counts for the quotas, and emptying it makes room', async (t) => {
  const teacher = await newTeacher();
  const calls = trashCalls(teacher);
  const decks = [];
  for (let index = 0; index < 6; index++) decks.push(await api.addDeck(teacher.id, 1));
  const create = () => teacher.call('POST /api/decks', { body: { title: 'One more' } });
  for (const { id } of decks.slice(0, 2)) await calls.deleteDeck(id);
  t.match(await create(), coded(422, 'too_many_decks'));
  t.match(
    await teacher.call('POST /api/decks/:deckId/copy', { params: { deckId: decks[3]!.id } }),
    coded(422, 'too_many_decks'),
  );
  t.equal((await calls.deleteForGood(decks[0]!.id)).status, 200);
  t.equal((await create()).status, 201);
  t.equal((await create()).status, 422);
  t.same((await calls.empty()).body.data, { count: 1 });
  t.equal((await calls.decks()).body.total, 0);
  t.equal((await create()).status, 201);
});

t.test('TRS-04 each sees the own trash; what an administrator deletes is theirs to bring back', async (t) => {
  const { teacher, colleague, deck, ...calls } = await livedDeck();
  const administrators = trashCalls(admin);
  const others = trashCalls(colleague);
  await calls.deleteDeck(deck.id);
  for (const stranger of [others, administrators]) {
    t.notOk(ids(await stranger.decks()).includes(deck.id));
    for (const refused of [await stranger.bringBack(deck.id), await stranger.deleteForGood(deck.id)])
      t.match(refused, coded(404, 'not_in_trash'));
    await stranger.empty();
  }
  t.same(ids(await calls.decks()), [deck.id]);
  await calls.bringBack(deck.id);

  const remove = (deckId: number) => admin.call('DELETE /api/admin/decks/:deckId', { params: { deckId } });
  await remove(deck.id);
  t.same(ids(await calls.decks()), []);
  t.match(await calls.bringBack(deck.id), coded(404, 'not_in_trash'));
  await calls.empty();
  t.match((await administrators.decks()).body.data, [
    { id: deck.id, owner: { id: teacher.id, name: 'Cô Hà' }, deleted_by: 'Lan' },
  ]);
  for (let index = 0; index < 6; index++) await api.addDeck(teacher.id, 0);
  t.match(await administrators.bringBack(deck.id), coded(422, 'teacher_has_no_room'));
  t.equal((await rowsAbout(api, deck.id)).decks!.length, 0, 'nothing was done');
  await calls.deleteDeck((await api.addDeck(teacher.id, 0)).id);
  await api.sql`delete from decks where user_id = ${teacher.id} and title = ${'Words'}`;
  t.equal((await administrators.bringBack(deck.id)).status, 200);
});

t.test('TRS-05 an account that is erased takes its trash along; official decks stay', async (t) => {
  const teacher = await newTeacher();
  const own = await api.addDeck(teacher.id, 2);
  const official = await api.addDeck(admin.id, 2, { official: true });
  const [second, calls] = [await api.register('admin'), trashCalls(teacher)];
  await api.sql`update decks set user_id = ${second.id} where id = ${official.id}`;
  await calls.deleteDeck(own.id);
  await admin.data('DELETE /api/admin/decks/:deckId', { params: { deckId: official.id } });
  await erase(api.pool, teacher.id);
  await erase(api.pool, second.id);
  const rows = await api.sql`select distinct trashed_deck_id as id from trashed_cards
    where trashed_deck_id in (${own.id}, ${official.id})`;
  t.same(rows, [{ id: official.id }]);
  t.equal((await trashCalls(admin).bringBack(official.id)).status, 200);
  t.equal((await rowsAbout(api, official.id)).cards!.length, 2);
});

t.test('TRS-01 every table that goes with a deck or a card is kept, or said not to be', async (t) => {
  const rows =
    await api.sql`select conrelid::regclass::text as name, confrelid::regclass::text as of from pg_constraint
    where contype = 'f' and confdeltype = 'c' and confrelid in ('decks'::regclass, 'cards'::regclass)`;
  const kept: Record<string, readonly { table: string }[]> = {
    decks: HANGING.deck_id,
    cards: HANGING.card_id,
  };
  const isKept = ({ name, of }: { name: string; of: string }) => column(kept[of]!, 'table').includes(name);
  t.same(
    rows.filter((row) => row.name !== 'cards' && !(row.name in NOT_KEPT) && !isKept(row as never)),
    [],
  );
});

t.test('TRS-05 the own data have what lies in the trash, and of others’ decks what is own', async (t) => {
  const { teacher, student, deck, ...calls } = await livedDeck();
  await calls.deleteCard(deck.id, deck.cards[1]!);
  await calls.deleteDeck(deck.id);
  const partOf = async (name: string, { id }: { id: number }) => {
    const { rows } = await api.pool.query<{ row: { id: number } }>(OWN_DATA_PARTS[name]!, [id]);
    return column(rows, 'row');
  };
  t.match(await partOf('trashed_decks', teacher), [{ id: deck.id, title: 'Bài 1' }]);
  t.same(column(await partOf('trashed_cards', teacher), 'id'), deck.cards);
  t.same(await partOf('trashed_decks', student), []);
  t.match(await partOf('trashed_rows', student), [
    { kind: 'card_marks', deck: 'Bài 1', card: 'front 2' },
    { kind: 'deck_settings', deck: 'Bài 1' },
    { kind: 'extra_cards', deck: 'Bài 1' },
  ]);
});
