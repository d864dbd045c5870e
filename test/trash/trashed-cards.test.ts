import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { seenCard } from '../../core/card/seen-card.ts';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { newClass } from '../classroom/class-calls.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column } from '../harness/columns.ts';
import { rowsAbout, trashCalls } from './given-trash.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t, { env: { FILES_MAX: '2' } });
const teacher = await api.register('teacher', { name: 'Cô Hà' });
const calls = trashCalls(teacher);
const fronts = async (deckId: number) =>
  column(await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId } }), 'front').join('');
const letters = (text: string) =>
  api.addDeck(
    teacher.id,
    [...text].map((front) => ({ front })),
  );

/** Puts cards aside and flags them, as a student of a class with the deck. */
async function markAll(deck: { id: number; cards: number[] }): Promise<TestAccount> {
  const student = await api.register();
  await newClass(teacher, deck.id, { students: [student] });
  for (const cardId of deck.cards)
    await student.data('POST /api/cards/:cardId/mark', {
      params: { cardId },
      body: { aside: 'always', flagged: true },
    });
  return student;
}

t.test('TRS-06 a deleted card comes back to its place, with its id and its students’ marks', async (t) => {
  const deck = await letters('abcd');
  await markAll(deck);
  const before = await rowsAbout(api, deck.id);
  t.equal(before.card_marks!.length, 4);
  await calls.deleteCard(deck.id, deck.cards[1]!);
  await calls.deleteCard(deck.id, deck.cards[0]!);
  t.equal(await fronts(deck.id), 'cd');
  t.equal((await rowsAbout(api, deck.id)).card_marks!.length, 2);
  const { body } = await calls.cards(deck.id);
  t.equal(body.total, 2);
  t.match(body.data, [
    { id: deck.cards[0], front: 'a', back: 'back 1', cause: 'deleted', deleted_by: 'Cô Hà' },
    { id: deck.cards[1], front: 'b', back: 'back 2', cause: 'deleted', deleted_by: 'Cô Hà' },
  ]);
  t.same((await calls.bringBackCards(deck.id, [deck.cards[1]!])).body.data, { count: 1 });
  t.equal(await fronts(deck.id), 'bcd');
  t.match(await calls.bringBackCards(deck.id, [deck.cards[0]!, deck.cards[1]!]), coded(404, 'not_in_trash'));
  t.equal(await fronts(deck.id), 'bcd', 'all or none');
  t.same((await calls.bringBackCards(deck.id)).body.data, { count: 1 });
  t.same(await rowsAbout(api, deck.id), before);
  t.match(await calls.bringBackCards(deck.id), coded(404, 'not_in_trash'));
});

t.test('TRS-06 TAB-03 undoing a deletion in the table brings the marks back, too', async (t) => {
  const deck = await letters('abc');
  await markAll(deck);
  const before = await rowsAbout(api, deck.id);
  const params = { deckId: deck.id };
  const table = await teacher.data('GET /api/decks/:deckId/cards/table', { params });
  const seen = table.slice(0, 2).map((card) => ({ id: card.id, seen: seenCard(card) }));
  const remove = async (): Promise<string> => {
    const key = randomUUID();
    const body = { key, edit: { act: 'delete' as const, cards: seen } };
    await teacher.data('POST /api/decks/:deckId/cards/edits', { params, body });
    return key;
  };
  const undo = (key: string) =>
    teacher.call('DELETE /api/decks/:deckId/cards/edits/:key', { params: { ...params, key } });
  t.equal((await undo(await remove())).status, 200);
  t.same(await rowsAbout(api, deck.id), before);

  const overtaken = await remove();
  await calls.bringBackCards(deck.id, [deck.cards[0]!]);
  t.match(await undo(overtaken), coded(409, 'edit_overtaken'));
  await calls.bringBackCards(deck.id);
  const emptied = await remove();
  t.same((await calls.emptyDeck(deck.id)).body.data, { count: 2 });
  t.equal((await undo(emptied)).status, 200, 'what was done can be undone for a day');
  t.equal(await fronts(deck.id), 'abc');
});

t.test('TRS-07 what is moved, taken back or undone lies in the trash as well', async (t) => {
  const [from, to] = [await letters('ab'), await letters('x')];
  const params = { deckId: from.id };
  const { data: table } = (await teacher.call('GET /api/decks/:deckId/cards/table', { params })).body;
  const key = randomUUID();
  const cards = [{ id: from.cards[0]!, seen: seenCard(table[0]!) }];
  await teacher.call('POST /api/decks/:deckId/cards/edits', {
    params,
    body: { key, edit: { act: 'move', cards, to_deck_id: to.id } },
  });
  t.match((await calls.cards(from.id)).body.data, [{ front: 'a', cause: 'moved' }]);
  await teacher.call('DELETE /api/decks/:deckId/cards/edits/:key', { params: { ...params, key } });
  t.same((await calls.cards(from.id)).body.data, []);
  t.match((await calls.cards(to.id)).body.data, [{ front: 'a', cause: 'undone' }]);
  t.same([await fronts(from.id), await fronts(to.id)], ['ab', 'x']);

  const added = randomUUID();
  await teacher.call('POST /api/decks/:deckId/cards/many', {
    params,
    body: { key: added, cards: [{ front: 'n', back: 'n' }] },
  });
  await teacher.call('DELETE /api/decks/:deckId/cards/many/:key', { params: { ...params, key: added } });
  t.match((await calls.cards(from.id)).body.data, [{ front: 'n', cause: 'undone' }]);
});

t.test('TRS-06 a card whose source an import has brought again comes back without it', async (t) => {
  const deck = await letters('ab');
  await api.sql`update cards set source_id = 's' where id = ${deck.cards[0]}`;
  await calls.deleteCard(deck.id, deck.cards[0]!);
  await api.sql`update cards set source_id = 's' where id = ${deck.cards[1]}`;
  t.equal((await calls.bringBackCards(deck.id)).status, 200);
  const rows = await api.sql`select source_id from cards where deck_id = ${deck.id} order by ordinal`;
  t.same(rows, [{ source_id: null }, { source_id: 's' }]);
});

t.test('TRS-08 owner and editors reach into the trash of a deck, and the administrator', async (t) => {
  const deck = await letters('abc');
  const editor = await api.register('teacher', { name: 'Thầy Nam' });
  const [user, admin] = [await api.register('teacher'), await api.register('admin')];
  await shareWith(teacher, deck.id, editor, 'edit');
  await shareWith(teacher, deck.id, user, 'use');
  await trashCalls(editor).deleteCard(deck.id, deck.cards[0]!);
  await admin.call('DELETE /api/admin/cards/:cardId', { params: { cardId: deck.cards[1]! } });
  t.match((await calls.cards(deck.id)).body.data, [
    { front: 'b', deleted_by: 'Lan' },
    { front: 'a', deleted_by: 'Thầy Nam' },
  ]);
  const users = trashCalls(user);
  for (const refused of [
    await users.cards(deck.id),
    await users.bringBackCards(deck.id),
    await users.emptyDeck(deck.id),
  ])
    t.match(refused, coded(403, 'deck_only_used'));
  t.equal((await trashCalls(editor).bringBackCards(deck.id, [deck.cards[0]!])).status, 200);
  t.equal((await trashCalls(admin).bringBackCards(deck.id)).status, 200);
  const rows = await api.sql`select actor_id, act, details from acts where deck_id = ${deck.id}
    order by id desc limit 1`;
  t.same(rows, [{ actor_id: admin.id, act: 'card.brought_back', details: { cards: 1 } }]);
});

t.test('TRS-03 files of the trash are kept, and take room until it is emptied', async (t) => {
  const { storage } = api.services;
  const deck = await api.addDeck(teacher.id, [
    { audio_file: '/storage/cards/one.mp3' },
    { audio_file: '/storage/cards/two.mp3' },
  ]);
  const now = Date.now();
  const paths = ['one', 'two'].map((name) => {
    const path = join(storage.folder!, `cards/${name}.mp3`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, name);
    utimesSync(path, new Date(now - 9 * DAY_MS), new Date(now - 9 * DAY_MS));
    return path;
  });
  const admin = await api.register('admin');
  const source = await api.addDeck(admin.id, [{ audio_file: '/storage/cards/three.mp3' }], {
    official: true,
  });
  const copy = () => teacher.call('POST /api/decks/:deckId/copy', { params: { deckId: source.id } });
  await calls.deleteCard(deck.id, deck.cards[0]!);
  await calls.deleteDeck(deck.id);
  for (const days of [0, 3]) await removeUnusedFiles(api.pool, storage, now + days * DAY_MS);
  t.same(paths.filter(existsSync), paths);
  t.match(await copy(), coded(422, 'too_many_files'));
  await calls.empty();
  t.equal((await copy()).status, 201);
  for (const days of [6, 9]) await removeUnusedFiles(api.pool, storage, now + days * DAY_MS);
  t.same(paths.filter(existsSync), []);
});

t.test('TRS-06 what was deleted before a column was added has in it what a new card has', async (t) => {
  const deck = await letters('abc');
  await calls.deleteCard(deck.id, deck.cards[0]!);
  await calls.deleteCard(deck.id, deck.cards[1]!);
  await api.sql`update trashed_cards set "row" = "row" - 'tags' where id = ${deck.cards[0]}`;
  t.equal((await calls.bringBackCards(deck.id)).status, 200);
  const rows = await api.sql`select front, tags from cards where deck_id = ${deck.id} order by ordinal`;
  const expected = ['a', 'b', 'c'].map((front) => ({ front, tags: [] }));
  t.same(rows, expected);
});
