import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { seenPicture } from '../../core/card/seen-card.ts';
import { PICTURE_ALT_MAX } from '../../core/contract/card-limits.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { type PictureKind, pictureSize } from '../../core/files/picture-type.ts';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { MARK, MARKED_PICTURES } from '../files/marked-pictures.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { type FormFields, fileOf, formOf } from './card-form.ts';
import { avifOf, jpegOf, pngOf, webpOf } from './pictures-made.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

const png = (width: number, height: number, more = 0) =>
  Buffer.concat([pngOf(width, height), Buffer.alloc(more)]);

const AVIF = Buffer.concat([
  Buffer.from('0000001c66747970617669660000000061766966', 'hex'),
  Buffer.alloc(200),
]);
const HEIC = Buffer.concat([Buffer.from('0000001c667479706865696300000000', 'hex'), Buffer.alloc(200)]);

const path = (deckId: number, cardId: number, side = 'front') =>
  `/api/decks/${deckId}/cards/${cardId}/pictures/${side}`;

/** A deck of one card, and where the picture of its front is. */
async function newCard() {
  const deck = await api.addDeck(teacher.id, 1);
  const card = deck.cards[0]!;
  return { deck, card, at: path(deck.id, card) };
}

const form = (content: Buffer | undefined, alt?: string): FormFields => ({
  ...(alt !== undefined && { alt }),
  ...(content && { picture: fileOf(content, 'picture.png') }),
});

const send = (account: TestAccount, address: string, fields: FormFields) =>
  account.raw<{ code: string; data: Card }>('POST', address, { ...formOf(fields) });

t.test(
  'PIC-01 SL-270 a picture has its size from its header, its text, and is served as what it is',
  async (t) => {
    const { deck, card, at } = await newCard();
    const { status, body } = await send(teacher, at, form(png(640, 480), '  A red house '));
    t.equal(status, 200);
    const { file } = body.data.front_picture!;
    t.same(body.data.front_picture, { file, width: 640, height: 480, alt: 'A red house' });
    t.equal(body.data.back_picture, null);
    const blank = await teacher.raw('PATCH', `/api/decks/${deck.id}/cards/${card}`, { body: { front: ' ' } });
    t.equal(blank.status, 422, 'a side with a picture has a text as well');
    const served = await api.raw('GET', file);
    t.match(served, { status: 200, headers: { 'content-type': 'image/png' } });

    const described = await send(teacher, at, form(undefined, 'A house'));
    t.same(described.body.data.front_picture, { file, width: 640, height: 480, alt: 'A house' });
    const listed = await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } });
    t.match(listed, [{ id: card, front_picture: { file, alt: 'A house' }, back_picture: null }]);
    const gone = await teacher.raw<{ data: Card }>('DELETE', at);
    t.equal(gone.body.data.front_picture, null);
    const again = await send(teacher, at, form(undefined, 'Nothing'));
    t.match(again, coded(404, 'picture_not_found'));
  },
);

t.test('PIC-12 of two who replace a picture at once the later is refused and sees the other', async (t) => {
  const { deck, card, at } = await newCard();
  const first = await send(teacher, at, { ...form(png(20, 20), 'mine'), seen: seenPicture(null) });
  t.equal(first.status, 200);
  const mine = first.body.data.front_picture;
  t.match(await send(teacher, at, { ...form(png(30, 30), 'theirs'), seen: seenPicture(null) }), {
    status: 409,
    body: { code: 'card_changed_meanwhile', data: { id: card, front_picture: mine } },
  });
  t.match(await send(teacher, at, { alt: 'a text', seen: seenPicture({ ...mine!, alt: 'another' }) }), {
    status: 409,
  });
  const remove = (seen: string) =>
    teacher.call('DELETE /api/decks/:deckId/cards/:cardId/pictures/:side', {
      params: { deckId: deck.id, cardId: card, side: 'front' },
      query: { seen },
    });
  t.equal((await remove(seenPicture(null))).status, 409);
  const back = { ...form(png(40, 40)), seen: seenPicture(null) };
  t.equal((await send(teacher, path(deck.id, card, 'back'), back)).status, 200, 'the other side is its own');
  const longest = '"'.repeat(PICTURE_ALT_MAX);
  t.equal((await send(teacher, at, { alt: longest, seen: seenPicture(mine) })).status, 200);
  t.equal((await remove(seenPicture({ ...mine!, alt: longest }))).status, 200);
});

t.test('PIC-12 of two at the same moment one is refused', async (t) => {
  const { at } = await newCard();
  const both = [20, 30].map((size) =>
    send(teacher, at, { ...form(png(size, size)), seen: seenPicture(null) }),
  );
  t.same((await Promise.all(both)).map(({ status }) => status).sort(), [200, 409]);
});

t.test('PIC-02 what is no picture, or too large, is refused by name and changes nothing', async (t) => {
  const { deck, card, at } = await newCard();
  const refused: [string, Buffer, string][] = [
    [
      'an SVG',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(100)}</svg>`),
      'not_a_picture',
    ],
    ['a HEIC', HEIC, 'not_a_picture'],
    ['a text', Buffer.from('hello '.repeat(50)), 'not_a_picture'],
    ['a few bytes', Buffer.from('89504e47', 'hex'), 'not_a_picture'],
    ['a JPEG that ends at once', Buffer.from('ffd8ffe0', 'hex'), 'picture_broken'],
    ['an AVIF without a size', AVIF, 'picture_broken'],
    ['30,000 × 30,000 pixels', png(30_000, 30_000), 'picture_too_large'],
    ['no pixels', png(0, 10), 'picture_broken'],
    ['a PNG without its end', png(40, 30).subarray(0, -12), 'picture_broken'],
    ['a JPEG without its end', jpegOf(64, 48, { whole: false }), 'picture_broken'],
    ['a WebP without its end', webpOf(30, 20).subarray(0, 36), 'picture_broken'],
    ['an AVIF without its end', avifOf(80, 60).subarray(0, -4), 'picture_broken'],
    ['more than 5 MB', png(10, 10, 5 * 1024 * 1024), 'picture_too_large'],
  ];
  for (const [what, content, code] of refused) {
    t.match(await send(teacher, at, form(content)), coded(422, code), what);
  }
  const long = await send(teacher, at, form(png(10, 10), 'x'.repeat(301)));
  t.equal(long.status, 422);
  t.equal((await send(teacher, path(deck.id, card, 'middle'), form(png(10, 10)))).status, 422);
  t.same(await api.sql`select front_picture from cards where id = ${card}`, [{ front_picture: null }]);
});

for (const [what, content, width, height, type] of [
  ['a JPEG', jpegOf(640, 480), 640, 480, 'jpeg'],
  ['a JPEG that lies on its side', jpegOf(640, 480, { turned: true }), 480, 640, 'jpeg'],
  ['a WebP', webpOf(300, 200), 300, 200, 'webp'],
  ['an AVIF', avifOf(800, 600), 800, 600, 'avif'],
  ['an AVIF that is another kind first', avifOf(800, 600, { first: 'mif1' }), 800, 600, 'avif'],
  ['an AVIF of tiles', avifOf(512, 512, { whole: [2_000, 1_000] }), 2_000, 1_000, 'avif'],
  ['an AVIF that lies on its side', avifOf(800, 600, { turned: true }), 600, 800, 'avif'],
] as const)
  t.test(`PIC-01 PIC-07 ${what} has the size in which it is shown`, async (t) => {
    const { status, body } = await send(teacher, (await newCard()).at, form(content));
    t.equal(status, 200);
    t.match(body.data.front_picture, { width, height });
    const served = await api.raw('GET', body.data.front_picture!.file);
    t.match(served.headers, { 'content-type': `image/${type}` });
  });

for (const [kind, content] of Object.entries(MARKED_PICTURES))
  t.test(`PIC-13 where and with what a picture was taken is not kept (${kind})`, async (t) => {
    const { status, body } = await send(teacher, (await newCard()).at, form(content));
    t.equal(status, 200);
    const { file, width, height } = body.data.front_picture!;
    t.same(pictureSize(kind as PictureKind, content), { width, height });
    const stored = await readFile(join(api.services.storage.folder!, file.slice('/storage/'.length)));
    t.notOk(stored.includes(MARK));
    t.match(file, hash('sha256', stored));
  });

t.test('PIC-03 only who may change the deck changes its pictures', async (t) => {
  const [{ card, at }, other] = [await newCard(), await newCard()];
  const stranger = await api.register('teacher');
  t.equal((await send(stranger, at, form(png(10, 10)))).body.code, 'deck_not_owned');
  t.equal((await send(teacher, path(other.deck.id, card), form(png(10, 10)))).body.code, 'card_not_found');
});

t.test('PIC-04 a copy of the deck has the pictures, and no file that a card has is removed', async (t) => {
  const { deck, card } = await newCard();
  const { body } = await send(teacher, path(deck.id, card, 'back'), form(png(20, 30), 'A tree'));
  const { file } = body.data.back_picture!;
  const copy = await teacher.data('POST /api/decks/:deckId/copy', { params: { deckId: deck.id } });
  await teacher.data('DELETE /api/decks/:deckId/cards/:cardId', {
    params: { deckId: deck.id, cardId: card },
  });
  const cards = await teacher.data('GET /api/decks/:deckId/cards', { params: { deckId: copy.id } });
  t.match(cards, [{ back_picture: { file, width: 20, height: 30, alt: 'A tree' } }]);
  const onDisk = join(api.services.storage.folder!, file.slice('/storage/'.length));
  const YEAR = 365 * 86_400_000;
  for (let look = 1; look <= 2; look++)
    await removeUnusedFiles(api.pool, api.services.storage, Date.now() + look * YEAR);
  t.equal((await stat(onDisk)).isFile(), true);
  t.same(await readFile(onDisk), png(20, 30));
});
