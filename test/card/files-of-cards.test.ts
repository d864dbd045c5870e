import { randomUUID } from 'node:crypto';
import t from 'tap';
import { seenCard } from '../../core/card/seen-card.ts';
import type { Card, FurtherFile } from '../../core/contract/card-shape.schema.ts';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { startApi } from '../harness/api-harness.ts';
import { trashCalls } from '../trash/given-trash.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t);
const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
const trash = trashCalls(teacher);

let count = 0;
/** Stores a file that nothing else has, and returns its address. */
async function stored(): Promise<string> {
  const key = `cards/of-cards-${++count}.mp3`;
  await api.services.storage.disk.put(key, key);
  return `/storage/${key}`;
}
const statusOf = async (address: string) => (await api.app.inject({ url: address })).statusCode;

const pictureOf = (file: string) => ({ file, width: 4, height: 3, alt: 'a house' });

/** A card with a file of each kind, and further ones of each. */
async function given() {
  const deck = await api.addDeck(teacher.id, [{ front: 'house', back: 'nhà', audio_file: await stored() }]);
  const [deckId, cardId] = [deck.id, deck.cards[0]!];
  const further: FurtherFile[] = [
    { kind: 'audio', file: await stored() },
    { kind: 'picture', side: 'front', ...pictureOf(await stored()) },
    { kind: 'picture', side: 'back', ...pictureOf(await stored()) },
  ];
  await api.sql`update cards set further_files = ${JSON.stringify(further)}, tags = '{x}',
    front_picture = ${pictureOf(await stored())}, back_picture = ${pictureOf(await stored())} where id = ${cardId}`;
  await api.sql`delete from card_versions where card_id = ${cardId}`;
  const card = await only(deckId);
  return { deckId, cardId, further, card };
}
const cardsOf = async (deckId: number): Promise<Card[]> =>
  await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId } });
const only = async (deckId: number): Promise<Card> => (await cardsOf(deckId))[0]!;
const edit = (deckId: number, act: object) =>
  teacher.raw('POST', `/api/decks/${deckId}/cards/edits`, { body: { key: randomUUID(), edit: act } });
const remove = (card: Card, one: FurtherFile, account = teacher) =>
  account.call('DELETE /api/decks/:deckId/cards/:cardId/further-files', {
    params: { deckId: card.deck_id, cardId: card.id },
    query: { use: one.kind === 'audio' ? 'audio' : one.side, file: one.file },
  });
const content = ({ id: _, deck_id: __, ...rest }: Card) => rest;

t.test('CRD-15 further files are on the card wherever it is read, copied, moved or deleted', async (t) => {
  const { deckId, cardId, further, card } = await given();
  t.same(card.further_files, further);
  const table = await teacher.data('GET /api/decks/:deckId/cards/table', { params: { deckId } });
  t.same(table[0]!.further_files, further);

  const copy = await teacher.data('POST /api/decks/:deckId/copy', { params: { deckId } });
  t.same(content(await only(copy.id)), content(card), 'a copy of the deck');
  const to = (await api.addDeck(teacher.id, [])).id;
  t.equal((await edit(deckId, { act: 'copy', ids: [cardId], to_deck_id: to })).status, 200);
  t.same(content(await only(to)), content(card), 'a copy of the card');
  const moved = (await api.addDeck(teacher.id, [])).id;
  const seen = { id: cardId, seen: seenCard(card) };
  t.equal((await edit(deckId, { act: 'move', cards: [seen], to_deck_id: moved })).status, 200);
  t.same(content(await only(moved)), content(card), 'moved');

  const [row] = await api.sql<{ files: string[] }>`select files from trashed_cards where id = ${cardId}`;
  for (const { file } of further) t.ok(row!.files.includes(file.slice('/storage/'.length)), 'in the trash');
  t.equal((await trash.bringBackCards(deckId, [cardId])).status, 200);
  t.same(await only(deckId), card, 'and back');
  t.equal((await trash.deleteDeck(deckId)).status, 200);
  t.equal((await trash.bringBack(deckId)).status, 200);
  t.same(await only(deckId), card, 'with its deck as well');
});

t.test(
  'CRD-15 VER-03 one is removed by its author alone, and comes back with what the card was',
  async (t) => {
    const { deckId, cardId, further, card } = await given();
    t.equal((await remove(card, further[0]!, other)).status, 403);
    const { body } = await remove(card, further[0]!);
    t.same(body.data?.further_files, further.slice(1));
    // What is gone already is no mistake, and no other file goes for it.
    t.same(
      (await remove(card, { ...further[1]!, side: 'back' } as FurtherFile)).body.data?.further_files,
      further.slice(1),
    );
    await remove(card, further[1]!);
    t.equal((await remove(card, further[2]!)).body.data?.further_files, null);

    const params = { deckId, cardId };
    const versions = await teacher.data('GET /api/decks/:deckId/cards/:cardId/versions', { params });
    t.same(
      versions.map(({ further_files }) => further_files),
      [null, further.slice(2), further.slice(1), further],
    );
    const back = await teacher.unchecked('POST /api/decks/:deckId/cards/:cardId/versions/:version', {
      params: { ...params, version: 1 },
      body: { seen: 4 },
    });
    t.same(back.body.data.further_files, further);
  },
);

t.test('CRD-15 where its own file is taken away the next one takes its place', async (t) => {
  const { deckId, cardId, further, card } = await given();
  const path = `/api/decks/${deckId}/cards/${cardId}`;
  const silent = await teacher.raw<{ data: Card }>('PATCH', path, { body: { audio_file: null } });
  t.match(silent.body.data, { audio_file: further[0]!.file, front_picture: card.front_picture });
  const bare = await teacher.raw<{ data: Card }>('DELETE', `${path}/pictures/back`);
  t.same(bare.body.data.back_picture, pictureOf(further[2]!.file));
  t.same(bare.body.data.further_files, [further[1]]);
  await teacher.raw('DELETE', `${path}/pictures/front`);
  t.match(await only(deckId), { front_picture: { file: further[1]!.file }, further_files: null });
  for (const side of ['front', 'back']) await teacher.raw('DELETE', `${path}/pictures/${side}`);
  await teacher.raw('PATCH', path, { body: { audio_file: null } });
  t.match(await only(deckId), {
    audio_file: null,
    front_picture: null,
    back_picture: null,
    further_files: null,
  });
});

t.test('CRD-15 VER-05 their files stay while a card, an earlier state or the trash has them', async (t) => {
  const [lives, was, thrown] = [await given(), await given(), await given()];
  for (const one of was.further) await remove(was.card, one);
  await trash.deleteCard(thrown.deckId, thrown.cardId);
  const wasThrown = await given();
  for (const one of wasThrown.further) await remove(wasThrown.card, one);
  await trash.deleteCard(wasThrown.deckId, wasThrown.cardId);
  const unused = await stored();
  const { storage } = api.services;
  const at = Date.now() + 3 * DAY_MS;
  await removeUnusedFiles(api.pool, storage, at);
  await removeUnusedFiles(api.pool, storage, at + 3 * DAY_MS);
  t.equal(await statusOf(unused), 404);
  for (const { further } of [lives, was, thrown, wasThrown])
    for (const { file } of further) t.equal(await statusOf(file), 200);
});
