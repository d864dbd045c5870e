import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import t from 'tap';
import { CARD_SIDES } from '../../core/contract/card-fields.ts';
import type { CardPicture } from '../../core/contract/card-shape.schema.ts';
import { type FormFields, fileOf, MP3 } from '../card/card-form.ts';
import { avifOf, jpegOf, pngOf, webpOf } from '../card/pictures-made.ts';
import { MARK, MARKED_PICTURES } from '../files/marked-pictures.ts';
import { startApi } from '../harness/api-harness.ts';
import { column, columns } from '../harness/columns.ts';
import { trashCalls } from '../trash/given-trash.ts';
import { BASIC, basicNote, type GivenNote, packageOf } from './anki/given-anki-packages.ts';
import { zipOf } from './archive/given-archives.ts';
import { importCalls, jsonOf } from './import-calls.ts';

const api = await startApi(t);
const admin = await api.register('admin');
const calls = importCalls(api, admin);
const brought = (title: string, cards: unknown, more: FormFields = {}) =>
  calls.import({ title, json_file: jsonOf(cards), ...more });

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

/** The side and the width of each further picture. */
const furtherOf = async (deckId: number | null) =>
  (await calls.cards(deckId)).map(
    ({ further_files }) =>
      further_files?.map((one) => ('side' in one ? `${one.side} ${one.width}` : one.kind)) ?? null,
  );

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
  const kept = await brought('Pictures', bare);
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
    notes: cards.map(({ front, back, front_picture, audio }) =>
      basicNote(front, [`${front}<img src="${front_picture}">${audio ? `[sound:${audio}]` : ''}`, back]),
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

t.test('IMF-31 a sound that cannot be played is left out and named with its card, which comes', async (t) => {
  const cards = [
    { id: 'a', front: 'cat', back: 'mèo', audio: 'a.mp3' },
    { id: 'b', front: 'dog', back: 'chó', audio: 'b.wav' },
    { id: 'c', front: '🔊', back: 'bò', audio: 'a.mp3' },
    { id: 'd', front: 'hen', back: 'gà', audio: 'd.mp3' },
  ];
  const files = { 'a.mp3': Buffer.from('no sound'), 'b.wav': silence(11 * 1024 ** 2), 'd.mp3': silence(100) };
  const given = { title: 'Silent sounds', json_file: await deckZip(cards, files) };
  const warnings = [
    {
      row: 1,
      field: 'audio',
      severity: 'warning',
      code: 'audio_not_playable',
      params: { words: 'cat', name: 'a.mp3' },
    },
    {
      row: 2,
      field: 'audio',
      severity: 'warning',
      code: 'audio_too_large',
      params: { words: 'dog', name: 'b.wav' },
    },
  ];
  const error = { row: 3, field: 'front', severity: 'error', code: 'only_sound', params: { words: 'bò' } };
  const failed = await calls.import(given);
  t.match(failed, { status: 'checked', error_count: 1, errors: [error, ...warnings] });
  const done = await calls.import({ ...given, leave_out: '1' });
  t.match(done, { status: 'completed', report: { cards_new: 3, left_out: 1, audio_matched: 1 } });
  t.same(
    columns(await calls.cards(done.deck_id), 'front', 'audio_file').map(([front, file]) => [front, !!file]),
    [
      ['cat', false],
      ['dog', false],
      ['hen', true],
    ],
  );
  const withSound = async (sound: Buffer) =>
    calls.import({ title: 'Kept', json_file: await deckZip(cards.slice(0, 1), { 'a.mp3': sound }) });
  await withSound(MP3);
  const again = await withSound(files['a.mp3']);
  t.match(again, { status: 'completed', warning_count: 1, report: { cards_unchanged: 1 } });
  t.ok((await calls.cards(again.deck_id))[0]?.audio_file, 'a card keeps the one that it has');
});

t.test('PIC-09 a picture that cannot stand on a card is left out and named; its card comes', async (t) => {
  const files = {
    'x/a.png': SVG,
    'x/b.jpg': HEIC,
    'x/c.png': GIF,
    'x/d.png': Buffer.from('no picture'),
    'x/e.png': pngOf(40, 30).subarray(0, -12),
    'x/f.png': pngOf(30_000, 30_000),
    'x/g.png': Buffer.concat([pngOf(9, 9), randomBytes(5 * 1024 ** 2)]),
    'x/h.png': Buffer.concat([pngOf(9, 9), randomBytes(11 * 1024 ** 2)]),
  };
  const elsewhere = ['../gone.png', 'https://example.org/a.png', `data:${'x'.repeat(9_000)}`];
  const names = [...Object.keys(files).map((name) => name.slice(2)), ...elsewhere];
  const cards = names.map((name, index) => ({ front: `front ${index}`, back: 'x', front_picture: name }));
  const done = await calls.import({ title: 'Bad', json_file: await deckZip(cards, files) });
  t.match(done, { status: 'completed', error_count: 0, report: { cards_new: names.length, left_out: 0 } });
  const counts = { svg: 1, heic: 1, gif: 1, unknown: 1, broken: 1, large: 3, missing: 1, elsewhere: 2 };
  const left_out = Object.entries(counts).map(([reason, count]) => ({ reason, count }));
  t.same(done.report?.pictures, { matched: 0, left_out });
  t.ok(done.errors.every(({ severity }) => severity === 'warning'));
  t.same(done.errors.map(({ code, params }) => `${code} ${params.kind ?? ''}`.trim()).sort(), [
    ...['picture_broken', 'picture_elsewhere', 'picture_elsewhere'],
    ...[
      'picture_kind_refused GIF',
      'picture_kind_refused HEIC',
      'picture_kind_refused SVG',
      'picture_missing',
    ],
    ...['picture_too_large', 'picture_too_large', 'picture_too_large', 'picture_unreadable'],
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
  t.test(`PIC-08 IMF-05 pictures come from Anki to their side (version ${version})`, async (t) => {
    const words = { id: 5, fields: ['Word', 'Meaning', 'Image'], templates: TEMPLATES };
    const gaps: [string, string] = ['{{cloze:Text}}', '{{cloze:Text}}{{Extra}}'];
    const cloze = { id: 6, fields: ['Text', 'Extra'], isCloze: true, templates: [gaps] };
    const twice = { id: 7, fields: ['Word', 'Meaning'], templates: [SAME, SAME] };
    const note = (guid: string, type: number, ords: number[], ...fields: string[]): GivenNote => ({
      ...{ guid, type, ords, fields },
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
    t.same(done.report?.anki, { cards: 8, repeated: 1, pictures: 0, videos: 1, fields: [] });
    t.same(done.report?.pictures, {
      matched: 5,
      left_out: [
        { reason: 'svg', count: 1 },
        { reason: 'missing', count: 1 },
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
    t.same(await furtherOf(done.deck_id), [['back 2'], ['front 2'], ['back 5'], null, null, null]);
    t.match(columns(done.errors, 'severity', 'row', 'code'), [
      ['error', 6, 'only_picture'],
      ['warning', 5, 'picture_missing'],
      ['warning', 5, 'picture_elsewhere'],
      ['warning', 5, 'picture_kind_refused'],
    ]);
    const again = await calls.import({ title, leave_out: '1', json_file: file });
    t.match(again.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 6 });
  });

const tagsOf = async (deckId: number | null): Promise<Record<string, string[]>> => {
  const rows = await api.sql<{ front: string; tags: string[] }>`select front, tags from cards
    where deck_id = ${deckId} order by ordinal`;
  return Object.fromEntries(rows.map(({ front, tags }) => [front, tags]));
};

t.test('IMF-12 tags come with JSON as a list or a text; what is no tag is left out and told', async (t) => {
  const many = Array.from({ length: 22 }, (_, index) => `t${index}`);
  const cards = [
    { id: 'a', front: 'cat', back: 'mèo', tags: ['pets', 'Unit  1', 'PETS', '', null, 7] },
    { id: 'b', front: 'dog', back: 'chó', tags: 'pets, Unit 1' },
    { id: 'c', front: 'cow', back: 'bò', tags: [...many, 'x'.repeat(41)] },
    { id: 'd', front: 'hen', back: 'gà' },
  ];
  const done = await brought('Tagged', cards);
  t.match(done, { status: 'completed', error_count: 0, warning_count: 1 });
  t.match(done.errors, [
    {
      row: 3,
      field: 'tags',
      code: 'tags_left_out',
      params: { max: 20, letters: 40, names: `t20, t21, ${'x'.repeat(41)}`, words: 'cow' },
    },
  ]);
  const tags = { cat: ['pets', 'Unit 1', '7'], dog: ['pets', 'Unit 1'], cow: many.slice(0, 20), hen: [] };
  t.same(await tagsOf(done.deck_id), tags);

  const unchanged = await brought('Tagged', cards);
  t.match(unchanged.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 4 });
  const silent = cards.map(({ tags: _, ...card }) => card);
  const kept = await brought('Tagged', silent);
  t.match(kept.report, { cards_changed: 0 }, 'who says nothing of tags changes none');
  t.same(await tagsOf(done.deck_id), tags);
  const renamed = silent.map((card) => ({ ...card, back: `${card.back}!` }));
  const changed = await brought('Tagged', renamed);
  t.match(changed.report, { cards_changed: 4 });
  t.same(await tagsOf(done.deck_id), tags, 'nor does another text');
  const emptied = renamed.map((card) => ({ ...card, tags: [] }));
  const cleared = await brought('Tagged', emptied);
  t.match(cleared.report, { cards_changed: 3, cards_unchanged: 1 });
  t.same(await tagsOf(done.deck_id), { cat: [], dog: [], cow: [], hen: [] });
});

t.test('IMF-12 tags come with a table, and with a text that Anki exports', async (t) => {
  const table = 'Từ,Nghĩa,Nhãn\ncat,mèo,"pets, Unit 1"\ndog,chó,\n';
  const done = await calls.import({ title: 'Table', json_file: fileOf(table, 'deck.csv') });
  t.match(done, { status: 'completed', warning_count: 0 });
  t.same(await tagsOf(done.deck_id), { cat: ['pets', 'Unit 1'], dog: [] });

  const text = '#separator:tab\n#guid column:1\n#tags column:4\na\tcat\tmèo\tpets Unit_1\nb\tdog\tchó\t\n';
  const anki = await calls.import({ title: 'Text', json_file: fileOf(text, 'deck.txt') });
  t.match(anki, { status: 'completed', warning_count: 0 });
  t.same(await tagsOf(anki.deck_id), { cat: ['pets', 'Unit_1'], dog: [] });
});

for (const version of [1, 3] as const)
  t.test(`IMF-12 IMF-13 a note's tags and its decks come from Anki (version ${version})`, async (t) => {
    const note = (guid: string, front: string, more: Partial<GivenNote>) =>
      basicNote(guid, [front, 'x'], { ords: [0], ...more });
    const bytes = await packageOf(t.testdir(), {
      version,
      types: [BASIC],
      decks: { 1: 'Default', 20: 'English', 21: 'English::Unit 1', 22: 'English::Unit 2::Food' },
      notes: [
        note('a', 'cat', { tags: ' pets verb::to_be ', deck: 21 }),
        note('b', 'rice', { deck: 22 }),
        note('c', 'word', { deck: 20 }),
        note('d', 'stray', { deck: 1 }),
      ],
    });
    const file = fileOf(bytes, 'english.apkg');
    const title = `Tags of Anki ${version}`;
    const done = await calls.import({ title, json_file: file });
    t.match(done, { status: 'completed', error_count: 0, warning_count: 0 });
    t.same(done.report?.anki, { cards: 4, pictures: 0, videos: 0, fields: [] });
    t.same(await tagsOf(done.deck_id), {
      cat: ['pets', 'verb::to_be', 'Unit 1'],
      rice: ['Unit 2', 'Food'],
      word: [],
      stray: [],
    });
    const again = await calls.import({ title, json_file: file });
    t.match(again.report, { cards_new: 0, cards_changed: 0, cards_unchanged: 4 });
  });

const student = await api.register('student');

const cardOf = (front: string, back = `back of ${front}`, id?: string) => ({
  front,
  back,
  ...(id && { id }),
});
const frontsOf = async (deckId: number | null): Promise<string[]> =>
  column(await calls.cards(deckId), 'front');
const idsOf = async (deckId: number | null): Promise<Map<string, number>> =>
  new Map((await calls.cards(deckId)).map(({ front, id }) => [front, id]));

t.test('the same deck again changes nothing, and doubles nothing', async (t) => {
  const file = {
    title: 'Same',
    json_file: jsonOf([cardOf('a'), cardOf('b'), cardOf('a', 'another meaning')]),
  };
  const first = await calls.import(file);
  const before = await calls.cards(first.deck_id);
  const second = await calls.import({ ...file, title: ' SAME ' });
  t.equal(second.deck_id, first.deck_id);
  t.match(second.report, {
    updates_deck: { id: first.deck_id, title: 'Same' },
    cards_new: 0,
    cards_changed: 0,
    cards_unchanged: 3,
    cards_missing: 0,
  });
  t.same(await calls.cards(first.deck_id), before);
});

t.test('cards are changed, added and put in order by their ids; what students learnt stays', async (t) => {
  const first = await calls.import({
    title: 'By id',
    is_official: '1',
    official_button_label: 'Learn',
    json_file: jsonOf([cardOf('one', 'một', '1'), cardOf('two', 'hai', '2'), cardOf('three', 'ba', '3')]),
  });
  const before = await idsOf(first.deck_id);
  await student.data('POST /api/cards/:cardId/progress', {
    params: { cardId: before.get('two')! },
    body: { status: 2, time_spent: 3, card_type: 'new' },
  });
  await api.project();

  const second = await brought('By id', [
    cardOf('zwei', 'hai', '2'),
    cardOf('four', 'bốn', '4'),
    cardOf('one', 'một', '1'),
  ]);
  t.match(second.report, { cards_new: 1, cards_changed: 1, cards_unchanged: 1, cards_missing: 1 });
  t.same(await frontsOf(first.deck_id), ['zwei', 'four', 'one', 'three'], 'what is missing stays');
  const after = await idsOf(first.deck_id);
  t.equal(after.get('zwei'), before.get('two'));
  t.equal(after.get('one'), before.get('one'));
  const params = { deckId: first.deck_id! };
  t.match(await student.data('GET /api/decks/:deckId/stats', { params }), { cards_studied: 1 });
  const rows = await api.sql`select card_id from review_schedule where student_id = ${student.id}`;
  t.same(rows, [{ card_id: before.get('two') }]);
  t.equal((await calls.cards(first.deck_id)).length, 4);
  const official = await api.data('GET /api/official-decks');
  t.match(official, [{ id: first.deck_id, official_button_label: 'Learn' }], 'official it stays');
});

t.test('without ids a card is known by its front, whatever its case; of several, one by one', async (t) => {
  const first = await brought('By front', [
    cardOf('bank', 'ngân hàng'),
    cardOf('bank', 'bờ sông'),
    cardOf('Đá', 'stone'),
  ]);
  const before = await calls.cards(first.deck_id);
  const second = await brought('By front', [
    cardOf('đá', 'ice'),
    cardOf('Bank', 'nhà băng'),
    cardOf('bank', 'bờ sông'),
    cardOf('new'),
  ]);
  t.match(second.report, { cards_new: 1, cards_changed: 2, cards_unchanged: 1 });
  t.match(await calls.cards(first.deck_id), [
    { id: before[2]!.id, front: 'đá', back: 'ice' },
    { id: before[0]!.id, front: 'Bank', back: 'nhà băng' },
    { id: before[1]!.id, front: 'bank', back: 'bờ sông' },
    { front: 'new' },
  ]);
});

t.test('EMP-15 without ids a card is known by what its front shows; emphasis changes nothing', async (t) => {
  const plain = [
    cardOf('big cat', 'mèo'),
    cardOf('{漢字|かんじ}', 'x'),
    cardOf('dog'),
    cardOf('**dog**', 'y'),
    cardOf('\\//no//'),
  ];
  const first = await brought('Emphasis', plain);
  const before = await calls.cards(first.deck_id);
  const marked = [
    cardOf('**big** cat', '//mèo//'),
    cardOf('漢字', 'x'),
    cardOf('**dog**', 'z'),
    cardOf('Dog'),
    cardOf('//no//'),
  ];
  const second = await brought('Emphasis', marked);
  t.match(second.report, { cards_new: 0, cards_changed: 5, cards_missing: 0 });
  t.match(await calls.cards(first.deck_id), [
    { id: before[0]!.id, front: '**big** cat', back: '//mèo//' },
    { id: before[1]!.id, front: '漢字' },
    { id: before[3]!.id, front: '**dog**', back: 'z' },
    { id: before[2]!.id, front: 'Dog' },
    { id: before[4]!.id, front: '//no//' },
  ]);
});

t.test('a deck that had no ids takes them from the file', async (t) => {
  const first = await brought('Later ids', [cardOf('a'), cardOf('b')]);
  const before = await idsOf(first.deck_id);
  await brought('Later ids', [cardOf('b', 'x', 'B'), cardOf('a', 'y', 'A')]);
  const third = await brought('Later ids', [cardOf('renamed', 'y', 'A'), cardOf('b', 'x', 'B')]);
  t.equal(third.deck_id, first.deck_id);
  t.same(
    [...(await idsOf(first.deck_id))],
    [
      ['renamed', before.get('a')],
      ['b', before.get('b')],
    ],
  );
});

t.test('TRS-07 what is no longer in the file goes into the trash when that is asked', async (t) => {
  const first = await brought('Mirror', [cardOf('a'), cardOf('b'), cardOf('c')]);
  const second = await brought('Mirror', [cardOf('c'), cardOf('a')], { remove_missing: '1' });
  t.match(second.report, { cards_missing: 1 });
  t.same(await frontsOf(first.deck_id), ['c', 'a']);
  const trash = trashCalls(admin);
  t.match((await trash.cards(first.deck_id!)).body.data, [{ front: 'b', cause: 'import' }]);
  await trash.bringBackCards(first.deck_id!);
  t.same(await frontsOf(first.deck_id), ['c', 'b', 'a']);
});

t.test('a card keeps its audio when none is sent for it again', async (t) => {
  const cards = [{ ...cardOf('a'), audio: 'a.mp3' }];
  const first = await calls.import({
    title: 'Audio',
    json_file: jsonOf(cards),
    audio_files: fileOf(MP3, 'a.mp3'),
  });
  const audio_file = (await calls.cards(first.deck_id))[0]!.audio_file!;
  t.ok(audio_file);
  await brought('Audio', cards);
  await brought('Audio', [cardOf('a', 'changed')]);
  t.match(await calls.cards(first.deck_id), [{ back: 'changed', audio_file }]);
});

t.test('another deck of the same title is made when that is asked, and for another owner', async (t) => {
  const file = { title: 'Many', json_file: jsonOf([cardOf('a')]) };
  const first = await calls.import(file);
  const other = await calls.import({ ...file, as_new: '1' });
  t.not(other.deck_id, first.deck_id);
  const teacher = await api.register('teacher');
  const theirs = await api.addDeck(teacher.id, 1, { title: 'Theirs' });
  const ours = await calls.import({ ...file, title: 'Theirs' });
  t.not(ours.deck_id, theirs.id);
  t.match(ours.report, { updates_deck: null });
});
