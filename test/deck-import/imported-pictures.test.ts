import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import t from 'tap';
import { CARD_SIDES } from '../../core/contract/card-fields.ts';
import type { CardPicture } from '../../core/contract/card-shape.schema.ts';
import { fileOf } from '../card/card-form.ts';
import { avifOf, jpegOf, pngOf, webpOf } from '../card/pictures-made.ts';
import { MARK, MARKED_PICTURES } from '../files/marked-pictures.ts';
import { startApi } from '../harness/api-harness.ts';
import { columns } from '../harness/columns.ts';
import { BASIC, type GivenNote, packageOf } from './anki/given-anki-packages.ts';
import { zipOf } from './archive/given-archives.ts';
import { importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);

const HEIC = Buffer.concat([Buffer.from('0000001c667479706865696300000000', 'hex'), Buffer.alloc(200)]);
const SVG = Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"></svg>');
const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(50)]);

/** Sides and the width and text of their pictures, by the fronts of the cards. */
async function picturesOf(deckId: number | null) {
  const shown = (picture: CardPicture | null) => picture && [picture.width, picture.alt];
  return (await calls.cards(deckId)).map((card) => [
    card.front,
    card.back,
    ...CARD_SIDES.map((side) => shown(card[`${side}_picture`])),
  ]);
}

const deckZip = async (cards: object[], files: Record<string, Buffer>) =>
  fileOf(await zipOf({ 'deck.json': JSON.stringify(cards), ...files }), 'deck.zip');

t.test('PIC-08 a ZIP brings pictures with their texts; the same again changes nothing', async (t) => {
  const cards = [
    { id: 'a', front: 'cat', back: 'mèo', front_picture: 'pictures/cat.png', front_picture_alt: ' A cat ' },
    { id: 'b', front: 'dog', back: 'chó', back_picture: 'dog.jpg', front_picture: 'same.webp' },
    { id: 'c', front: 'cow', back: 'bò', back_picture: 'Cow.AVIF', back_picture_alt: 'x'.repeat(300) },
    { id: 'd', front: 'hen', back: 'gà' },
  ];
  const files = {
    'pictures/cat.png': pngOf(11, 20),
    'pictures/dog.jpg': jpegOf(12, 20),
    'same.webp': webpOf(13, 20),
    'other/cow.avif': avifOf(14, 20),
  };
  const done = await calls.import({ title: 'Pictures', json_file: await deckZip(cards, files) });
  t.match(done, { status: 'completed', error_count: 0, warning_count: 0 });
  t.same(done.report?.pictures, { matched: 4, left_out: [] });
  t.match(done.report, { audio_matched: 0, audio_unused: 0 });
  t.same(await picturesOf(done.deck_id), [
    ['cat', 'mèo', [11, 'A cat'], null],
    ['dog', 'chó', [13, ''], [12, '']],
    ['cow', 'bò', null, [14, 'x'.repeat(300)]],
    ['hen', 'gà', null, null],
  ]);
  const [card] = await calls.cards(done.deck_id);
  const { file } = card!.front_picture!;
  t.match(file, /^\/storage\/cards\/[0-9a-f]{64}\.png$/);
  t.ok(existsSync(join(api.services.storage.folder!, file.replace('/storage/', ''))));
  t.match((await api.raw('GET', file)).headers, { 'content-type': 'image/png' });

  const again = await calls.import({ title: 'Pictures', json_file: await deckZip(cards, files) });
  t.match(again.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 4 });
  const bare = cards.map(({ id, front, back }) => ({ id, front, back }));
  const kept = await calls.import({ title: 'Pictures', json_file: jsonOf(bare) });
  t.match(kept.report, { cards_changed: 0 }, 'a card keeps its pictures when none are sent');

  const changed = [
    { ...bare[0], front_picture_alt: 'The cat' },
    { ...bare[1], back_picture: 'new.png' },
    { ...bare[2], back_picture: 'new.png' },
  ];
  const json = { title: 'Pictures', json_file: jsonOf(changed) };
  const more = await calls.import({ ...json, audio_files: fileOf(pngOf(15, 5), 'new.png', 'image/png') });
  t.match(more.report, { cards_changed: 3, cards_missing: 1, pictures: { matched: 1, left_out: [] } });
  t.same((await picturesOf(done.deck_id)).slice(0, 3), [
    ['cat', 'mèo', [11, 'The cat'], null],
    ['dog', 'chó', [13, ''], [15, '']],
    ['cow', 'bò', null, [15, '']],
  ]);
});

t.test('PIC-13 pictures of an import are kept without where and with what they were taken', async (t) => {
  const files = Object.fromEntries(
    Object.entries(MARKED_PICTURES).map(([kind, content]) => [`a.${kind}`, content]),
  );
  const cards = Object.keys(files).map((name) => ({ front: name, back: name, front_picture: name }));
  const done = await calls.import({ title: 'Marked', json_file: await deckZip(cards, files) });
  t.match(done, { status: 'completed', report: { pictures: { matched: 4, left_out: [] } } });
  for (const { front_picture } of await calls.cards(done.deck_id)) {
    const stored = readFileSync(
      join(api.services.storage.folder!, front_picture!.file.replace('/storage/', '')),
    );
    t.notOk(stored.includes(MARK), front_picture!.file);
  }
});

/** A PNG of one colour, its pixels not compressed by itself: an archive makes a thousandth of it. */
function flatPng(pixels: number): Buffer {
  const head = pngOf(pixels, pixels).subarray(0, 33);
  const data = deflateSync(Buffer.alloc(pixels * (pixels + 1)), { level: 0 });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from('IDAT'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, length, body, sum, pngOf(1, 1).subarray(-12)]);
}

/** A WAV of so many silent bytes. */
const silence = (bytes: number): Buffer => {
  const head = Buffer.from(
    'RIFF....WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data',
    'latin1',
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes);
  return Buffer.concat([head, size, Buffer.alloc(bytes, 0x80)]);
};

t.test('SL-301 pictures of one colour and silence are bound by size, however well packed', async (t) => {
  const cards = [
    { front: 'white', back: 'trắng', front_picture: 'white.png', audio: 'silence.wav' },
    { front: 'vast', back: 'lớn', front_picture: 'vast.png' },
    { front: 'fake', back: 'giả', front_picture: 'fake.bmp' },
  ];
  const files = {
    'white.png': flatPng(1_500),
    'vast.png': flatPng(4_000),
    'fake.bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(4 * 1024 ** 2)]),
    'silence.wav': silence(2 * 1024 ** 2),
  };
  for (const [name, bytes] of Object.entries(files))
    t.ok(bytes.length > 100 * deflateRawSync(bytes).length, `${name} is packed to less than a hundredth`);
  const anki = await packageOf(t.testdir(), {
    version: 1,
    types: [BASIC],
    notes: cards.map(
      ({ front, back, front_picture, audio }, index): GivenNote => ({
        guid: `g${index}`,
        type: BASIC.id,
        fields: [`${front}<img src="${front_picture}">${audio ? `[sound:${audio}]` : ''}`, back],
      }),
    ),
    media: files,
  });
  for (const [title, file] of [
    ['Flat', await deckZip(cards, files)],
    ['Flat in Anki', fileOf(anki, 'deck.apkg')],
  ] as const) {
    const done = await calls.import({ title, json_file: file });
    t.match(done, { status: 'completed', error_count: 0, report: { cards_new: 3, audio_matched: 1 } }, title);
    t.same(done.report?.pictures, {
      matched: 1,
      left_out: [
        { reason: 'large', count: 1 },
        { reason: 'bmp', count: 1 },
      ],
    });
    t.same(
      (await picturesOf(done.deck_id)).map(([front, , picture]) => [front, picture]),
      [
        ['white', [1_500, '']],
        ['vast', null],
        ['fake', null],
      ],
    );
  }
});

t.test('PIC-09 a picture that cannot stand on a card is left out and named; its card comes', async (t) => {
  const bad: Record<string, [Buffer, string]> = {
    'a.png': [SVG, 'svg'],
    'b.jpg': [HEIC, 'heic'],
    'c.png': [GIF, 'gif'],
    'd.png': [Buffer.from('no picture'), 'unknown'],
    'e.png': [pngOf(40, 30).subarray(0, -12), 'broken'],
    'f.png': [pngOf(30_000, 30_000), 'large'],
    'g.png': [Buffer.concat([pngOf(9, 9), randomBytes(5 * 1024 ** 2)]), 'large'],
    'h.png': [Buffer.concat([pngOf(9, 9), randomBytes(11 * 1024 ** 2)]), 'large'],
  };
  const names = [
    ...Object.keys(bad),
    '../gone.png',
    'https://example.org/a.png',
    `data:${'x'.repeat(9_000)}`,
  ];
  const cards = names.map((name, index) => ({ front: `front ${index}`, back: 'x', front_picture: name }));
  const files = Object.fromEntries(Object.entries(bad).map(([name, [bytes]]) => [`x/${name}`, bytes]));
  const done = await calls.import({ title: 'Bad', json_file: await deckZip(cards, files) });
  t.match(done, { status: 'completed', error_count: 0, report: { cards_new: names.length, left_out: 0 } });
  t.same(done.report?.pictures, {
    matched: 0,
    left_out: [
      { reason: 'svg', count: 1 },
      { reason: 'heic', count: 1 },
      { reason: 'gif', count: 1 },
      { reason: 'unknown', count: 1 },
      { reason: 'broken', count: 1 },
      { reason: 'large', count: 3 },
      { reason: 'missing', count: 1 },
      { reason: 'elsewhere', count: 2 },
    ],
  });
  t.ok(done.errors.every(({ severity }) => severity === 'warning'));
  t.same(done.errors.map(({ code, params }) => [code, params.kind]).sort(), [
    ['picture_broken', undefined],
    ['picture_elsewhere', undefined],
    ['picture_elsewhere', undefined],
    ['picture_kind_refused', 'GIF'],
    ['picture_kind_refused', 'HEIC'],
    ['picture_kind_refused', 'SVG'],
    ['picture_missing', undefined],
    ['picture_too_large', undefined],
    ['picture_too_large', undefined],
    ['picture_too_large', undefined],
    ['picture_unreadable', undefined],
  ]);
  t.ok((await picturesOf(done.deck_id)).every(([, , front, back]) => front === null && back === null));
});

t.test('PIC-10 a side of a picture alone has a sign; without the picture nothing is left', async (t) => {
  const cards = [
    { front_picture: 'cat.png', back: 'con mèo' },
    { front: 'dog', back: '', back_picture: 'dog.png', back_picture_alt: 'a dog' },
    { front: 'cow', back_picture: 'dog.png' },
    { front_picture: 'bad.png', back: 'hỏng' },
    { front: 'gone', back_picture: 'gone.png' },
  ];
  const files = { 'cat.png': pngOf(1, 1), 'dog.png': pngOf(2, 2), 'bad.png': SVG };
  const done = await calls.import({ title: 'Signs', leave_out: '1', json_file: await deckZip(cards, files) });
  t.match(done, { status: 'completed', report: { cards_new: 3, left_out: 2 } });
  t.match(
    done.errors.filter(({ severity }) => severity === 'error').sort((one, other) => one.row! - other.row!),
    [
      { row: 4, field: 'front', code: 'only_picture', params: { words: 'hỏng' } },
      { row: 5, field: 'back', code: 'only_picture', params: { words: 'gone' } },
    ],
  );
  t.same(await picturesOf(done.deck_id), [
    ['🖼️', 'con mèo', [1, ''], null],
    ['dog', 'a dog', null, [2, 'a dog']],
    ['cow', '🖼️', null, [2, '']],
  ]);
});

const SAME: [string, string] = ['{{Word}}', '{{Meaning}}'];

const TEMPLATES: [string, string][] = [
  ['{{Word}}', '{{FrontSide}}<hr>{{Meaning}}{{Image}}'],
  ['{{Image}}', '{{Word}}'],
];

for (const version of [1, 3] as const)
  t.test(
    `PIC-08 IMF-05 pictures come from Anki to the side they stand on (version ${version})`,
    async (t) => {
      const words = { id: 5, fields: ['Word', 'Meaning', 'Image'], templates: TEMPLATES };
      const cloze = {
        id: 6,
        fields: ['Text', 'Extra'],
        isCloze: true,
        templates: [['{{cloze:Text}}', '{{cloze:Text}}{{Extra}}']] as [string, string][],
      };
      const twice = { id: 7, fields: ['Word', 'Meaning'], templates: [SAME, SAME] };
      const note = (guid: string, type: number, ords: number[], ...fields: string[]): GivenNote => ({
        guid,
        type,
        ords,
        fields,
      });
      const cat = '<img src="cat%201.png" alt="A &quot;cat&quot;"><img src=second.png>';
      const bytes = await packageOf(t.testdir(), {
        version,
        types: [words, cloze, twice, BASIC],
        notes: [
          note('a', 5, [0, 1], 'cat', 'mèo', cat),
          note('b', 6, [0], 'The <img src=map.png> is {{c1::Huế <img src=hue.png>}}', '<img src=extra.png>'),
          note('c', BASIC.id, [0], '<img src=hue.png>', 'Huế'),
          note(
            'd',
            BASIC.id,
            [0],
            'bad <img src=bad.svg> <img src=lost.png>',
            'x <img src="https://example.org/a.png">',
          ),
          note('e', 6, [0], '{{c1::image-occlusion:rect:left=.1}}<img src=map.png>', 'hidden'),
          note('f', 7, [0, 1], 'twice', 'hai lần'),
        ],
        media: {
          'cat 1.png': pngOf(1, 1),
          'second.png': pngOf(2, 2),
          'map.png': pngOf(3, 3),
          'hue.png': pngOf(4, 4),
          'extra.png': pngOf(5, 5),
          'bad.svg': SVG,
          'film.mp4': Buffer.of(1),
          '_font.ttf': Buffer.of(1),
        },
      });
      const file = fileOf(bytes, 'pictures.apkg');
      const title = `Anki ${version}`;
      const done = await calls.import({ title, leave_out: '1', json_file: file });
      t.match(done, { status: 'completed', report: { cards_new: 6, left_out: 1 } });
      t.same(done.report?.anki, { cards: 8, repeated: 1, pictures: 2, videos: 1, fields: [] });
      t.same(done.report?.pictures, {
        matched: 3,
        left_out: [
          { reason: 'svg', count: 1 },
          { reason: 'elsewhere', count: 1 },
        ],
      });
      t.same(await picturesOf(done.deck_id), [
        ['cat', 'mèo', null, [1, 'A "cat"']],
        ['🖼️', 'cat\nmèo', [1, 'A "cat"'], null],
        ['The is […]', 'The is Huế', [3, ''], [4, '']],
        ['🖼️', 'Huế', [4, ''], null],
        ['bad', 'x', null, null],
        ['twice', 'hai lần', null, null],
      ]);
      t.match(columns(done.errors, 'severity', 'row', 'code'), [
        ['error', 6, 'only_picture'],
        ['warning', 5, 'picture_elsewhere'],
        ['warning', null, 'picture_kind_refused'],
      ]);
      const again = await calls.import({ title, leave_out: '1', json_file: file });
      t.match(again.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 6 });
    },
  );
