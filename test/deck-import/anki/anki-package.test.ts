import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { CARD_SIDE_MAX } from '../../../core/contract/card-fields.ts';
import { openAnkiPackage } from '../../../core/deck-import/anki/anki-package.ts';
import { openArchive } from '../../../core/deck-import/archive/zip-archive.ts';
import type { ColumnMap, SourceRow } from '../../../core/deck-import/cards/card-source.ts';
import { column } from '../../harness/columns.ts';
import { zipOf } from '../archive/given-archives.ts';
import { givenFile, problemOf } from '../formats/given-card-files.ts';
import {
  BASIC,
  basicNote,
  collectionOf,
  type GivenNote,
  type GivenPackage,
  message,
  packageOf,
} from './given-anki-packages.ts';

const folder = t.testdir();
const LIMITS = { archiveBytes: 2 ** 31, entries: 1_000, inflatedBytes: 2 ** 31, entryBytes: () => 2 ** 30 };

/** What is in the package; the folder that it was unpacked in is empty again afterwards. */
const read = async (given: GivenPackage, columns?: ColumnMap) =>
  readBytes(await packageOf(folder, given), columns);

async function readBytes(bytes: Buffer, columns?: ColumnMap) {
  const archive = await openArchive(givenFile(folder, 'deck.apkg', bytes), LIMITS);
  const workFolder = mkdtempSync(join(folder, 'work-'));
  try {
    const opened = await openAnkiPackage(archive, workFolder, columns);
    try {
      const batches: number[] = [];
      const rows: SourceRow[] = [];
      for await (const batch of opened.source.rows()) {
        batches.push(batch.length);
        rows.push(...batch);
      }
      const media = Object.fromEntries(
        [...opened.media.keys()].map((name) => [name, opened.readMedia(name).toString()]),
      );
      return { rows, batches, media, fields: opened.source.fields, opened };
    } finally {
      opened.close();
    }
  } finally {
    archive.close();
    t.same(readdirSync(workFolder), [], 'nothing is left behind');
  }
}

const cardsOf = async (given: GivenPackage, columns?: ColumnMap) =>
  column((await read(given, columns)).rows, 'values');
const refusal = (given: GivenPackage, columns?: ColumnMap) => problemOf(() => read(given, columns));

/** A package of one plain note, but for what is said. */
async function isMalformed(t: Test, given: Partial<GivenPackage>, what = 'it is refused') {
  t.equal((await refusal({ ...basic(note('a', 'b')), ...given })).code, 'apkg_malformed', what);
}

const note = (...fields: string[]) => basicNote('g', fields);
const typeOf = (id: number, fields: string, ...templates: [question: string, answer: string][]) => ({
  ...{ id, fields: fields.split('|'), templates },
});
const basic = (...notes: GivenNote[]): GivenPackage => ({ version: 3, types: [BASIC], notes });

for (const version of [1, 2, 3] as const)
  t.test(`a package of version ${version} is read: a card a note, with guid and audio`, async (t) => {
    const { rows, media, fields } = await read({
      version,
      types: [BASIC],
      notes: [
        { guid: 'aB;1', type: BASIC.id, fields: ['con <b>mèo</b>[sound:mèo 1.mp3]', 'cat<br>(animal)'] },
        { guid: 'x"y', type: BASIC.id, fields: ['a &amp; b', ''] },
      ],
      media: { ['mèo 1.mp3'.normalize('NFD')]: Buffer.from('miaow'), 'cat.jpg': Buffer.from('picture') },
    });
    t.same(rows, [
      { row: 1, values: { id: 'aB;1', front: 'con **mèo**', back: 'cat\n(animal)', audio: 'mèo 1.mp3' } },
      { row: 2, values: { id: 'x"y', front: 'a & b', back: '' } },
    ]);
    t.same(media, { 'mèo 1.mp3': 'miaow', 'cat.jpg': 'picture' });
    t.same(fields, { names: ['Front', 'Back'], chosen: { front: 'Front', back: 'Back' } });
  });

t.test('fields are recognised by their names, and by their order where that fails', async (t) => {
  const words = { id: 2, fields: ['Hình', 'Nghĩa', 'Từ vựng', 'Ví dụ', 'Phát âm', 'Âm thanh'] };
  const odd = { id: 3, fields: ['Korean', 'English', 'Audio'] };
  const cards = await cardsOf({
    version: 3,
    types: [BASIC, words, odd],
    notes: [
      { guid: 'w', type: 2, fields: ['<img src=1>', 'mèo', 'cat', 'A cat.', 'kæt', '[sound:cat.mp3]'] },
      { guid: 'o', type: 3, fields: ['고양이', 'cat', 'cat.ogg'] },
    ],
  });
  t.same(cards, [
    { id: 'w', front: 'cat', back: 'mèo', example_sentence: 'A cat.', audio: 'cat.mp3', back_picture: '1' },
    { id: 'o', front: '고양이', back: 'cat', audio: 'cat.ogg' },
  ]);
});

t.test('chosen fields count where a note type has them', async (t) => {
  const types = [BASIC, { id: 2, fields: ['Wort', 'Satz', 'Sinn'] }];
  const notes = [
    note('a', 'b'),
    { guid: 'w', type: 2, fields: ['Katze', 'Die Katze.', 'cat[sound:katze.mp3]'] },
  ];
  const given: GivenPackage = { version: 2, types, notes };
  const columns = { front: 'Wort', back: 'Sinn', example_sentence: 'Satz' };
  t.same(await cardsOf(given, columns), [
    { id: 'g', front: 'a', back: 'b' },
    { id: 'w', front: 'Katze', back: 'cat', example_sentence: 'Die Katze.', audio: 'katze.mp3' },
  ]);
  t.same(await refusal(given, { ...columns, level: 'Stufe' }), {
    code: 'column_missing',
    field: 'level',
    columns: '“Front”, “Back”, “Wort”, “Satz”, “Sinn”',
  });
});

t.test('the fields of all note types are told, those of the most used first', async (t) => {
  const rare = { id: 2, fields: ['Word', 'Back'] };
  const unused = { id: 3, fields: ['Never'] };
  const { fields } = await read({
    version: 3,
    types: [rare, unused, BASIC],
    notes: [{ guid: 'r', type: 2, fields: ['a', 'b'] }, note('a', 'b'), note('c', 'd')],
  });
  t.same(fields?.names, ['Front', 'Back', 'Word']);
});

t.test('IMF-03 SL-233 a note with gaps becomes a card for each, which asks it alone', async (t) => {
  const cloze = { id: 2, fields: ['Text', 'Back Extra'], isCloze: true };
  const cards = await cardsOf({
    version: 3,
    types: [cloze],
    notes: [
      { guid: 'c', type: 2, fields: ['{{c1::Hà Nội::capital}} is in {{c2::<b>Vietnam</b>}}.', 'Asia'] },
      { guid: 'n', type: 2, fields: ['{{c1::outer {{c2::inner}}}} }} {{c3::open', ''] },
    ],
  });
  t.same(cards, [
    { id: 'c', front: '[capital] is in **Vietnam**.', back: 'Hà Nội is in **Vietnam**.\nAsia' },
    { id: 'c#2', front: 'Hà Nội is in […].', back: 'Hà Nội is in **Vietnam**.\nAsia' },
    { id: 'n', front: '[…] }} {{c3::open', back: 'outer inner }} {{c3::open' },
    { id: 'n#2', front: 'outer […] }} {{c3::open', back: 'outer inner }} {{c3::open' },
  ]);
});

const TWO_SIDED = typeOf(
  3,
  'Nghĩa|Word|Audio|Picture',
  ['{{Word}}{{Picture}}', '{{FrontSide}}<hr>{{Nghĩa}} {{Audio}}'],
  ['{{#Nghĩa}}{{type:Nghĩa}}{{/Nghĩa}}', '{{FrontSide}}{{Word}}'],
  ['{{Audio}}', '{{Word}}'],
);

for (const version of [2, 3] as const)
  t.test(
    `IMF-02 IMF-03 SL-232 SL-233 a note becomes the cards that it has in Anki (version ${version})`,
    async (t) => {
      const fields = ['mèo', 'cat', '[sound:cat.mp3]', '<img src="cat.jpg">'];
      const cards = await cardsOf({
        version,
        types: [TWO_SIDED],
        notes: [
          { guid: 'w', type: 3, fields, ords: [0, 1, 2] },
          { guid: 'v', type: 3, fields, ords: [1] },
          { guid: 'u', type: 3, fields },
        ],
      });
      const audio = 'cat.mp3';
      t.same(cards, [
        { id: 'w', front: 'cat', back: 'mèo', audio, front_picture: 'cat.jpg' },
        { id: 'w#2', front: 'mèo', back: 'cat', audio },
        { id: 'w#3', front: '🔊', back: 'cat\nmèo', audio },
        { id: 'v#2', front: 'mèo', back: 'cat', audio },
        { id: 'u', front: 'cat', back: 'mèo', audio, front_picture: 'cat.jpg' },
      ]);
    },
  );

for (const version of [1, 3] as const)
  t.test(
    `IMF-13 a card that is away in a filtered deck has the tags of its home (version ${version})`,
    async (t) => {
      const decks = {
        10: 'English',
        11: 'English::Unit 1',
        12: 'English::Unit 2',
        13: 'Custom Study Session',
      };
      const of = (guid: string, more: Partial<GivenNote>) =>
        basicNote(guid, [guid, 'x'], { ords: [0], ...more });
      const tagsOf = async (...notes: GivenNote[]) =>
        (await cardsOf({ version, types: [BASIC], decks, filtered: [13], notes })).map((card) => card?.tags);
      const bird = of('bird', { deck: 13, home: 11 });
      t.same(await tagsOf(of('cat', { deck: 11 }), of('dog', { deck: 12 }), bird), [
        ['Unit 1'],
        ['Unit 2'],
        ['Unit 1'],
      ]);
      t.same(await tagsOf(of('dog', { deck: 13, home: 12 }), bird), [['Unit 2'], ['Unit 1']], 'all are away');
      t.same(await tagsOf(of('cat', { deck: 11 }), bird), [undefined, undefined], 'one deck gives none');
      // Some programs write no home: then the deck in which it was for the time being says nothing either.
      t.same(await tagsOf(of('cat', { deck: 11 }), of('dog', { deck: 12 }), of('stray', { deck: 13 })), [
        ['Unit 1'],
        ['Unit 2'],
        undefined,
      ]);
      const tamper = 'ALTER TABLE cards DROP COLUMN odid';
      const notes = [of('cat', { deck: 11 }), of('dog', { deck: 12 })];
      t.match(await cardsOf({ version, types: [BASIC], decks, notes, tamper }), [{ tags: ['Unit 1'] }, {}]);
    },
  );

for (const version of [1, 3] as const)
  t.test(`EMP-13 where a template asks for furigana, brackets are readings (${version})`, async (t) => {
    const type = typeOf(5, 'Word|Meaning', ['{{furigana:Word}}', '{{Meaning}}']);
    const fields = ['日本語[にほんご]', '<b>Japanese</b> 語[ご]'];
    const [card] = await cardsOf({ version, types: [type], notes: [{ guid: 'g', type: 5, fields }] });
    t.match(card, { front: '{日本語|にほんご}', back: '**Japanese** 語[ご]' });
  });

for (const version of [1, 3] as const)
  t.test(`IMF-02 a field that is typed is the answer, with its picture (version ${version})`, async (t) => {
    const names = 'Meaning|Note|Word';
    const type = typeOf(6, names, ['{{Meaning}} {{type:Word}}', '{{FrontSide}}<hr>{{type:Word}}']);
    const boxAlone = typeOf(7, names, ['{{Meaning}}{{type:nc:Word}}', '']);
    const cloze = '{{type:cloze:Sentence}}';
    const gap = { ...typeOf(8, 'Extra|Sentence', [cloze, cloze]), isCloze: true };
    const fields = ['mèo', 'x', 'cat<img src="cat.jpg">'];
    const cards = await cardsOf({
      version,
      types: [type, boxAlone, gap],
      notes: [
        { guid: 'w', type: 6, fields },
        { guid: 'v', type: 7, fields },
        { guid: 'u', type: 8, fields: ['', 'a {{c1::cat}}'] },
      ],
    });
    t.match(cards, [
      { id: 'w', front: 'mèo', back: 'cat', back_picture: 'cat.jpg' },
      { id: 'v', front: 'mèo', back: 'cat', back_picture: 'cat.jpg' },
      { id: 'u', front: /^a /, back: 'a cat' },
    ]);
    const pictures = cards.map((card) => card?.front_picture);
    t.same(pictures, [undefined, undefined, undefined], 'the question does not show the answer');
  });

t.test('EMP-14 a text that only its marks make too long comes without them', async (t) => {
  const word = 'x'.repeat(CARD_SIDE_MAX);
  const [fits, long] = await cardsOf(
    basic(note(`<b>${word}</b>`, '<b>y</b>'), { ...note(`<b>${word}x</b>`, 'y'), guid: 'h' }),
  );
  t.match(fits, { front: word, back: '**y**' });
  t.match(long, { front: `**${word}x**` });
});

t.test('IMF-01 SL-234 a side that is only a picture or a film says so, and a film is no audio', async (t) => {
  const sides = [
    '<img src=a.jpg>|b',
    'a|[sound:b.mp3]',
    '[sound:film.mp4]|b',
    '[sound:a.mp3]|b',
    'a|b[sound:a.webm]',
  ];
  const { rows } = await read(basic(...sides.map((two) => note(...two.split('|')))));
  t.same(
    rows.map(({ values, instead }) => [values?.front, values?.back, values?.audio, instead]),
    [
      ['', 'b', undefined, { front: 'picture' }],
      ['a', '', 'b.mp3', { back: 'sound' }],
      ['', 'b', undefined, { front: 'video' }],
      ['🔊', 'b', 'a.mp3', undefined],
      ['a', 'b', 'a.webm', undefined],
    ],
  );
});

t.test('notes whose type is unknown are read by the order of their fields', async (t) => {
  t.same(await cardsOf({ version: 1, types: [], notes: [note('a', 'b', 'c')] }), [
    { id: 'g', front: 'a', back: 'b' },
  ]);
});

t.test(
  'IMF-33 what neither a template nor a name says is told once, with the field that was taken',
  async (t) => {
    const type = { id: 4, fields: ['Eins', 'Zwei', 'Drei'] };
    const notes = ['g', 'h'].map((guid) => ({ guid, type: 4, fields: ['a', 'b', 'c'] }));
    const given: GivenPackage = { version: 3, types: [type], notes };
    const doubts = [
      { field: 'front', name: 'Eins' },
      { field: 'back', name: 'Zwei' },
    ];
    t.same(column((await read(given)).rows, 'doubts'), [doubts, undefined]);
    t.same(column((await read({ ...given, version: 1, types: [] })).rows, 'doubts'), [
      [
        { field: 'front', name: '1' },
        { field: 'back', name: '2' },
      ],
      undefined,
    ]);
    t.same(column((await read(given, { front: 'Eins', back: 'Drei' })).rows, 'doubts'), [
      undefined,
      undefined,
    ]);
    const said = { ...given, types: [typeOf(4, 'Eins|Zwei|Drei', ['{{Eins}}', '{{FrontSide}}{{Drei}}'])] };
    const { rows } = await read(said);
    t.match(rows, [{ values: { front: 'a', back: 'c' }, doubts: undefined }, {}]);
  },
);

t.test('many notes are read in batches, in the order in which they were made', async (t) => {
  const notes = Array.from({ length: 3_000 }, (_, index) => basicNote(`g${index}`, [`f${index}`, 'b']));
  const { rows, batches } = await read(basic(...notes));
  t.same(batches, [500, 500, 500, 500, 500, 500]);
  t.same(
    rows.map(({ row, values }) => [row, values?.front]),
    notes.map((_, index) => [index + 1, `f${index}`]),
  );
});

t.test('a field without end is cut off, far behind what a card may hold', async (t) => {
  const [card] = await cardsOf(basic(note('x'.repeat(20_000_000), 'b')));
  t.equal(String(card?.front).length, 1_000_000);
  t.match(await refusal(basic(note('x'.repeat(40_000_000), 'b'))), { code: 'apkg_malformed' });
});

for (const version of [1, 2, 3] as const)
  t.test(`IMF-30 a package that was unpacked and packed again is read (version ${version})`, async (t) => {
    const media = { 'a.mp3': Buffer.from('a') };
    const given: GivenPackage = { ...basic(note('a[sound:a.mp3]', 'b')), version, media };
    const packed = await packageOf(folder, given);
    const archive = await openArchive(givenFile(folder, 'whole.apkg', packed), LIMITS);
    const files = archive.entries.map((entry) => [`My deck/${entry.name}`, Buffer.from(archive.read(entry))]);
    archive.close();
    const whole = await read(given);
    const again = await readBytes(await zipOf(Object.fromEntries(files)));
    t.same([again.rows, again.media], [whole.rows, whole.media]);
  });

t.test('a list of media that cannot be read is refused; media that are not there are left out', async (t) => {
  const media = { 'a.mp3': Buffer.from('a'), '../b.mp3': Buffer.from('b') };
  t.same((await read({ ...basic(), media })).media, { 'a.mp3': 'a' });
  t.same((await read({ ...basic(), version: 2, media, instead: { 0: undefined } })).media, {});
  t.same((await read({ ...basic(), instead: { media: undefined } })).media, {});
  const list = (bytes: Buffer) => ({ instead: { media: bytes } });
  const compressed = [Buffer.from([10, 200]), Buffer.of(11), Buffer.alloc(64 * 1024 * 1024)];
  for (const wrong of [Buffer.from('{}'), ...compressed.map((bytes) => zstdCompressSync(bytes))])
    await isMalformed(t, list(wrong));
  for (const wrong of ['[', '"x"', 'null'])
    await isMalformed(t, { version: 2, ...list(Buffer.from(wrong)) }, wrong);
});

t.test('media that do not inflate, or to too much, are refused when they are read', async (t) => {
  const media = { 'a.mp3': Buffer.from('a') };
  const damaged = { ...basic(), media, instead: { 0: Buffer.from('not zstd') } };
  t.match(await refusal(damaged), { code: 'apkg_malformed', detail: /a\.mp3/ });
  const bomb = { ...basic(), media, instead: { 0: zstdCompressSync(Buffer.alloc(11 * 1024 * 1024)) } };
  t.same(await refusal(bomb), { code: 'audio_too_large', name: 'a.mp3', megabytes: 10 });
});

t.test('what is no collection is refused', async (t) => {
  t.same(await refusal({ ...basic(), version: 1, instead: { 'collection.anki2': undefined } }), {
    code: 'apkg_no_collection',
  });
  const whole = collectionOf(folder, 11, basic(note('a', 'b'.repeat(50_000))));
  const wrong = {
    text: Buffer.from('Dear reader,\n'.repeat(1_000)),
    nothing: Buffer.of(),
    'a cut database': whole.subarray(0, whole.length - 20_000),
    'a cut page': whole.subarray(0, 1_000),
    'a damaged database': Buffer.from(whole.map((byte, at) => (at < 4_096 ? byte : byte ^ (at * 167)))),
  };
  for (const [what, bytes] of Object.entries(wrong))
    await isMalformed(t, { version: 1, instead: { 'collection.anki2': bytes } }, what);
  await isMalformed(t, { instead: { 'collection.anki21b': whole } }, 'a collection that is not compressed');
});

t.test('IMF-30 a package of a version to come is refused with what to do', async (t) => {
  t.match(await refusal({ ...basic(), instead: { meta: message([1, 4]) } }), { code: 'apkg_too_new' });
  await isMalformed(t, { instead: { meta: Buffer.of(8) } });
});

t.test('a database that would run somebody’s SQL, or lacks what it needs, is refused', async (t) => {
  const endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    SELECT i AS id, 'g' AS guid, 1 AS mid, 'a' AS flds FROM n`;
  const hostile = {
    'a view that never ends': `DROP TABLE notes; CREATE VIEW notes AS ${endless}`,
    'a computed column': `ALTER TABLE notes RENAME COLUMN flds TO old;
      ALTER TABLE notes ADD COLUMN flds AS (hex(zeroblob(100000000)))`,
    'a virtual table': 'DROP TABLE notes; CREATE VIRTUAL TABLE notes USING fts5(guid, mid, flds)',
    'no notes': 'DROP TABLE notes',
    'other columns': 'ALTER TABLE notes RENAME COLUMN guid TO id2',
    'no rowid': `DROP TABLE notes;
      CREATE TABLE notes (guid text PRIMARY KEY, mid integer, flds text) without rowid`,
  };
  for (const [what, tamper] of Object.entries(hostile))
    for (const version of [1, 3] as const) await isMalformed(t, { version, tamper }, what);
  const types = {
    'no JSON': "UPDATE col SET models = 'x'",
    'a list': "UPDATE col SET models = '[]'",
    'a number': 'UPDATE col SET models = 5',
    'no collection': 'DROP TABLE col',
  };
  for (const [what, tamper] of Object.entries(types)) await isMalformed(t, { version: 1, tamper }, what);
  const view = 'DROP TABLE fields; CREATE VIEW fields AS SELECT 1 AS ntid, 1 AS ord, 1 AS name';
  await isMalformed(t, { tamper: view });
});

t.test('odd values where Anki has others do no harm', async (t) => {
  const tamper = `CREATE TRIGGER added AFTER INSERT ON notes BEGIN DELETE FROM notes; END;
    UPDATE notes SET guid = x'ff00', mid = 9223372036854775807, flds = x'61ff1f62'`;
  for (const version of [1, 3] as const) {
    const [card] = await cardsOf({ ...basic(note('a', 'b')), version, tamper });
    t.match(card, { front: 'a\uFFFD', back: 'b' });
  }
  const models = 'UPDATE col SET models = \'{"1":5,"1500000000001":{"flds":[null,{"name":7,"ord":"x"}]}}\'';
  t.same(await cardsOf({ ...basic(note('a', 'b')), version: 1, tamper: models }), [
    { id: 'g', front: 'a', back: 'b' },
  ]);
});

t.test('a collection that still has its write-ahead log switched on is read', async (t) => {
  for (const version of [1, 3] as const) {
    const given = { ...basic(note('a', 'b')), version, tamper: 'PRAGMA journal_mode = WAL' };
    t.same(await cardsOf(given), [{ id: 'g', front: 'a', back: 'b' }]);
  }
});

t.test('pages that lead in circles are refused', async (t) => {
  const notes = Array.from({ length: 2_000 }, (_, index) => note(`front ${index}`, 'b'.repeat(100)));
  const bytes = collectionOf(folder, 11, basic(...notes));
  // The root of `notes`, an interior page, is page 2: all its children become the first of them.
  const root = 4_096;
  t.equal(bytes[root], 5);
  const cells = bytes.readUInt16BE(root + 3);
  const first = bytes.readUInt16BE(root + 12);
  for (let cell = 1; cell < cells; cell++)
    bytes.copy(bytes, bytes.readUInt16BE(root + 12 + 2 * cell) + root, root + first, root + first + 4);
  const problem = await refusal({ ...basic(), version: 1, instead: { 'collection.anki2': bytes } });
  t.match(problem, { code: 'apkg_malformed', detail: /damaged/ });
});

t.test('more than 100,000 notes are refused', async (t) => {
  const notes = Array.from({ length: 100_001 }, () => note('a', 'b'));
  t.same(await refusal(basic(...notes)), { code: 'too_many_cards', max: 100_000 });
});

t.test('a closed package is gone from the disk; what it does not have is the caller’s mistake', async (t) => {
  const { opened } = await read(basic(note('a', 'b')));
  t.throws(() => opened.readMedia('none.mp3'), /no media file/);
  t.notOk(existsSync(join(folder, 'collection.db')));
});

t.test(
  'IMF-32 a note type that asks for the meaning alone answers with the word, not with how it is said',
  async (t) => {
    const type = typeOf(1, 'Từ vựng|Phiên âm|Nghĩa|Gợi ý', [
      '{{Gợi ý}}<br>{{Nghĩa}}',
      '{{FrontSide}}<hr>{{Phiên âm}}<br>{{Từ vựng}}',
    ]);
    const note = { guid: 'a', type: 1, fields: ['cat', '/kæt/', 'con mèo', 'meo'], ords: [0] };
    const [card] = await cardsOf({ version: 3, types: [type], notes: [note] });
    t.match(card, { front: 'con mèo', back: 'cat' });
  },
);
