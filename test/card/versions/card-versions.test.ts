import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { CardVersion } from '../../../core/card/versions/card-version.schema.ts';
import type { Card } from '../../../core/contract/card-shape.schema.ts';
import { removeUnusedFiles } from '../../../core/files/unused-files.ts';
import { shareWith } from '../../deck/shared-decks.ts';
import { importCalls, jsonOf } from '../../deck-import/import-calls.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { coded } from '../../harness/coded.ts';
import { column } from '../../harness/columns.ts';
import { fileOf, formOf, MP3 } from '../card-form.ts';
import { pngOf } from '../pictures-made.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t);
const [owner, colleague] = [await api.register('teacher'), await api.register('teacher')];
const admin = await api.register('admin');

interface CardPlace {
  deckId: number;
  cardId: number;
}

const place = async (ownerId = owner.id): Promise<CardPlace> => {
  const deck = await api.addDeck(ownerId, [{ front: 'house', back: 'nhà' }]);
  return { deckId: deck.id, cardId: deck.cards[0]! };
};
const patch = async ({ deckId, cardId }: CardPlace, fields: object, account = owner): Promise<void> => {
  const path = `/api/decks/${deckId}/cards/${cardId}`;
  t.equal((await account.raw('PATCH', path, { body: fields })).status, 200);
};
const versions = async (params: CardPlace, account = owner): Promise<CardVersion[]> =>
  await account.data('GET /api/decks/:deckId/cards/:cardId/versions', { params });
const bringBack = (at: CardPlace, version: number, seen: number, account = owner) =>
  account.unchecked('POST /api/decks/:deckId/cards/:cardId/versions/:version', {
    params: { ...at, version },
    body: { seen },
  });
const kept = async ({ cardId }: CardPlace) => {
  const rows = await api.sql`select version from card_versions where card_id = ${cardId} order by version`;
  return column(rows, 'version');
};
const short = (all: CardVersion[]) =>
  all.map(({ version, back, made_by }) => [version, back, made_by?.id ?? null]);

t.test('VER-01 VER-02 each way to change a card keeps what it was, with who changed it', async (t) => {
  const at = await place();
  await shareWith(owner, at.deckId, colleague, 'edit');
  t.same(await kept(at), [], 'a new card was nothing before');
  await patch(at, { back: 'one' });
  await patch(at, { back: 'one' });
  await patch(at, { back: 'two' }, colleague);
  const edit = (edit: object, key = randomUUID()) =>
    colleague.raw('POST', `/api/decks/${at.deckId}/cards/edits`, { body: { key, edit } });
  const key = randomUUID();
  t.equal((await edit({ act: 'tags', ids: [at.cardId], add: ['x'], remove: [] }, key)).status, 200);
  await admin.raw('PATCH', `/api/admin/cards/${at.cardId}`, { body: { back: 'three' } });
  const picture = `/api/decks/${at.deckId}/cards/${at.cardId}/pictures/front`;
  const sent = { token: owner.token, ...formOf({ picture: fileOf(pngOf(20, 30), 'a.png') }) };
  t.equal((await api.raw('POST', picture, sent)).status, 200);
  await api.sql`update cards set back = 'four' where id = ${at.cardId}`;
  const all = await versions(at);
  t.same(short(all), [
    [7, 'four', null],
    [6, 'three', owner.id],
    [5, 'three', admin.id],
    [4, 'two', colleague.id],
    [3, 'two', colleague.id],
    [2, 'one', owner.id],
    [1, 'nhà', null],
  ]);
  t.same([all[3]!.tags, all[4]!.tags], [['x'], []]);
  t.same([all[1]!.front_picture?.width, all[2]!.front_picture], [20, null]);
  t.same(column(all, 'made_at').sort().reverse(), column(all, 'made_at'));
  t.equal(all[5]!.made_by?.name, (await owner.data('GET /api/me')).name);
  t.same(await versions(at, admin), all, 'the administrator sees them as well');
});

t.test('VER-01 neither places nor the same again are changes; the last fifty are kept', async (t) => {
  const at = await place();
  await api.sql`update cards set ordinal = ordinal + 7, source_id = 'x', updated_at = now()
    where id = ${at.cardId}`;
  await api.sql`update cards set back = back, updated_at = now() where id = ${at.cardId}`;
  t.same(await kept(at), []);
  for (let n = 1; n <= 52; n++) await api.sql`update cards set back = ${`back ${n}`} where id = ${at.cardId}`;
  const all = await versions(at);
  t.same([all.length, all.at(-1)!.version, all[0]!.version], [51, 3, 53]);
  t.equal(all.at(-1)!.made_at, null, 'what came before it is not known any more');
});

t.test('VER-01 the same file twice makes no version, and another one its changes', async (t) => {
  const calls = importCalls(api, admin);
  const file = (back: string) => ({
    title: 'Imported',
    json_file: jsonOf([
      { id: '1', front: 'a', back },
      { id: '2', front: 'b', back: 'same' },
    ]),
  });
  const { deck_id } = await calls.import(file('x'));
  await calls.import(file('x'));
  const [a, b] = (await calls.cards(deck_id)) as [Card, Card];
  const of = ({ id }: Card) => ({ deckId: deck_id!, cardId: id });
  t.same([await kept(of(a)), await kept(of(b))], [[], []]);
  await calls.import(file('y'));
  t.same(short(await versions(of(a), admin)), [
    [2, 'y', admin.id],
    [1, 'x', null],
  ]);
  t.same(await kept(of(b)), []);
});

t.test('VER-03 VER-05 texts, tags, audio and pictures come back, and their files were kept', async (t) => {
  const at = await place();
  const path = `/api/decks/${at.deckId}/cards/${at.cardId}`;
  const send = (method: 'POST' | 'PATCH' | 'DELETE', address: string, more: object = {}) =>
    owner.raw<{ data: Card }>(method, address, { ...more });
  await send('PATCH', path, formOf({ level: 'A1', audio_file: fileOf(MP3, 'a.mp3') }));
  const picture = formOf({ picture: fileOf(pngOf(20, 30), 'a.png'), alt: 'A house' });
  const { audio_file, back_picture } = (await send('POST', `${path}/pictures/back`, picture)).body.data;
  await send('PATCH', path, { body: { front: 'hut', back: 'lều', level: null, audio_file: null } });
  await send('DELETE', `${path}/pictures/back`);
  const files = [audio_file!, back_picture!.file].map((file) =>
    join(api.services.storage.folder!, file.slice('/storage/'.length)),
  );
  for (const days of [10, 20])
    await removeUnusedFiles(api.pool, api.services.storage, Date.now() + days * DAY_MS);
  for (const file of files) t.ok((await stat(file)).isFile());
  t.same(await readFile(files[1]!), pngOf(20, 30));

  const back = await bringBack(at, 3, 5);
  t.equal(back.status, 200);
  const before = { id: at.cardId, front: 'house', back: 'nhà', level: 'A1', audio_file, back_picture };
  t.match(back.body.data, before);
  const all = await versions(at);
  t.match(all[0], { version: 6, front: 'house', audio_file, back_picture, made_by: { id: owner.id } });
  t.equal(all.length, 6, 'it is a change itself');
  t.same((await bringBack(at, 6, 6)).body.data, back.body.data);
  t.equal((await kept(at)).length, 5, 'what it is already changes nothing');
});

t.test('VER-04 SL-285 nothing comes back over what somebody else has done meanwhile', async (t) => {
  const at = await place();
  await patch(at, { back: 'one' });
  await patch(at, { back: 'two' });
  await api.sql`update cards set tags = '{x}' where id = ${at.cardId}`;
  const refused = await bringBack(at, 1, 3);
  t.match(refused, {
    status: 409,
    body: { code: 'card_changed_meanwhile', data: { id: at.cardId, back: 'two', tags: ['x'] } },
  });
  t.match(await bringBack(at, 9, 4), coded(404, 'version_not_found'));
  t.match(await bringBack({ ...at, cardId: (await place()).cardId }, 1, 1), coded(404, 'card_not_found'));
  t.equal((await versions(at)).length, 4);
  const codeFor = async (account: TestAccount) =>
    ((await bringBack(at, 1, 4, account)).body as { code?: string }).code;
  t.equal(await codeFor(colleague), 'deck_not_owned');
  await shareWith(owner, at.deckId, colleague, 'use');
  t.equal(await codeFor(colleague), 'deck_only_used');
  t.equal((await bringBack(at, 1, 4, admin)).status, 200);
  const rows = await api.sql`select act, details from acts where deck_id = ${at.deckId}`;
  t.match(rows.at(-1), { act: 'card.changed', details: { card_id: at.cardId } });
});

t.test('VER-02 of who is gone no name is left; a deck takes its versions along', async (t) => {
  const at = await place();
  const leaver = await api.register('teacher');
  await shareWith(owner, at.deckId, leaver, 'edit');
  await patch(at, { back: 'theirs' }, leaver);
  await api.sql`delete from users where id = ${leaver.id}`;
  t.same(short(await versions(at)), [
    [2, 'theirs', null],
    [1, 'nhà', null],
  ]);
  await owner.data('DELETE /api/decks/:deckId', { params: { deckId: at.deckId } });
  t.same(await kept(at), []);
});
