import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import t, { type Test } from 'tap';
import { deckHead } from '../../core/deck-export/deck-rows.ts';
import { deckZip } from '../../core/deck-export/deck-zip.ts';
import { attachment, exportFileName } from '../../core/deck-export/export-file-name.ts';
import { idOfAnkiGuid } from '../../core/text/anki-guid.ts';
import { fromCellText } from '../../core/text/spreadsheet-cell.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column, columns } from '../harness/columns.ts';
import { download, givenAudio, givenDeck, unzip } from './exported-deck.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

const csvOf = async (deckId: number): Promise<string> =>
  (await download(api, teacher.token, deckId, 'csv')).bytes.toString();
const read = (csv: string): string[][] => parse(csv, { bom: true });

const HEADER =
  'id,front,back,example_sentence,definition,part_of_speech,level,audio,' +
  'front_picture,front_picture_alt,back_picture,back_picture_alt,tags';

t.test('CSV is a table for spreadsheets: UTF-8 with its mark, quoted if needed, with audio', async (t) => {
  const meow = await givenAudio(api, 'meow');
  const id = await givenDeck(api, teacher.id, [
    { source_id: '1', front: 'Mèo, con', back: 'a "cat"', audio_file: meow, tags: ['pets', 'Unit 1'] },
    { front: 'two\r\nlines', back: 'semi;colon', level: 'A1', audio_file: meow },
    { front: 'x', back: ' space ', audio_file: 'https://example.org/a.mp3' },
  ]);
  t.equal(
    await csvOf(id),
    `\uFEFF${HEADER}\r\n` +
      '1,"Mèo, con","a ""cat""",,,,,audio/0001-meo-con.mp3,,,,,"pets, Unit 1"\r\n' +
      ',"two\r\nlines","semi;colon",,,,A1,audio/0001-meo-con.mp3,,,,,\r\n' +
      ',x," space ",,,,,https://example.org/a.mp3,,,,,\r\n',
  );
});

t.test('no spreadsheet runs a card, and reading it back gives the very same text', async (t) => {
  const texts = ['=1+1', '-ly', '+84', '@me', "'-ly", "'quoted'", '\tx', ' =1', '＝1', "it's", 'a=b', "''=1"];
  const id = await givenDeck(
    api,
    teacher.id,
    texts.map((front) => ({ front, back: 'x' })),
  );
  const cells = read(await csvOf(id))
    .slice(1)
    .map((row) => row[1]!);
  const guarded = [
    "'=1+1",
    "'-ly",
    "'+84",
    "'@me",
    "''-ly",
    "'quoted'",
    "'\tx",
    "' =1",
    "'＝1",
    "it's",
    'a=b',
    "'''=1",
  ];
  t.same(cells, guarded);
  t.same(cells.map(fromCellText), texts);
});

t.test('a table without cards has a header; a long one comes whole', async (t) => {
  t.equal(await csvOf(await givenDeck(api, teacher.id, [])), `\uFEFF${HEADER}\r\n`);
  const { id } = await api.addDeck(teacher.id, 1_234);
  const rows = read(await csvOf(id));
  t.equal(rows.length, 1_235);
  t.same(rows.at(-1)?.slice(1, 3), ['front 1234', 'back 1234']);
});

const zipOf = async (deckId: number) => {
  const files = await unzip((await download(api, teacher.token, deckId, 'zip')).bytes);
  return { files, deck: JSON.parse(String(files.get('deck.json')?.content)) };
};

const CAT = {
  front: 'con mèo "đen"',
  back: 'black\ncat',
  example_sentence: 'Mèo ngủ.',
  definition: 'An animal',
  part_of_speech: 'noun',
  level: 'A1',
};

t.test('SL-55 a ZIP has the deck as an import takes it, and its audio under readable names', async (t) => {
  const [meow, bark] = [await givenAudio(api, 'meow'), await givenAudio(api, 'bark')];
  const id = await givenDeck(
    api,
    teacher.id,
    [
      { ...CAT, source_id: 'animals/1', audio_file: meow },
      { front: '犬', back: 'dog', audio_file: bark },
      { front: 'cat', back: 'mèo', audio_file: meow },
      { front: 'elsewhere', back: 'ở nơi khác', audio_file: 'https://example.org/a.mp3' },
      { front: '-ly', back: 'an ending' },
    ],
    { title: 'Từ vựng', description: 'Bài 1' },
  );
  const { files, deck } = await zipOf(id);
  t.same(deck, {
    title: 'Từ vựng',
    description: 'Bài 1',
    cards: [
      { ...CAT, id: 'animals/1', audio: 'audio/0001-con-meo-den.mp3' },
      { front: '犬', back: 'dog', audio: 'audio/0002.mp3' },
      { front: 'cat', back: 'mèo', audio: 'audio/0001-con-meo-den.mp3' },
      { front: 'elsewhere', back: 'ở nơi khác', audio: 'https://example.org/a.mp3' },
      { front: '-ly', back: 'an ending' },
    ],
  });
  t.same([...files.keys()], ['audio/0001-con-meo-den.mp3', 'audio/0002.mp3', 'deck.json']);
  t.same(column([...files.values()], 'isDeflated'), [false, false, true], 'audio is compressed already');
  t.equal(String(files.get('audio/0001-con-meo-den.mp3')?.content), 'meow');
  t.equal(String(files.get('audio/0002.mp3')?.content), 'bark');
});

t.test('an audio that is lost does not stop an export; its card comes without', async (t) => {
  const [lost, empty] = [await givenAudio(api, 'lost'), await givenAudio(api, '')];
  await api.services.storage.disk.delete(lost.replace('/storage/', ''));
  const cards = [
    { front: 'lost', back: 'mất', audio_file: lost },
    { front: 'empty', back: 'trống', audio_file: empty },
    { front: 'also lost', back: 'cũng mất', audio_file: lost },
  ];
  const { files, deck } = await zipOf(await givenDeck(api, teacher.id, cards));
  t.same([...files.keys()], ['audio/0002-empty.mp3', 'deck.json']);
  t.equal(files.get('audio/0002-empty.mp3')?.content.length, 0);
  t.same(deck.cards, [
    { front: 'lost', back: 'mất' },
    { front: 'empty', back: 'trống', audio: 'audio/0002-empty.mp3' },
    { front: 'also lost', back: 'cũng mất' },
  ]);
});

t.test('a ZIP without cards, and one of several pages of cards in their order', async (t) => {
  const { deck: none } = await zipOf(await givenDeck(api, teacher.id, []));
  t.same(none, { title: 'Words', cards: [] });
  const { id } = await api.addDeck(teacher.id, 1_000);
  const { deck } = await zipOf(id);
  const expected = Array.from({ length: 1_000 }, (_, index) => `front ${index + 1}`);
  t.same(column(deck.cards as { front: string }[], 'front'), expected);
});

t.test('audio that lies in a bucket is read from there; one that is lost is left out', async (t) => {
  const [bark, lost] = [await givenAudio(api, 'woof'), await givenAudio(api, 'silence')];
  const { disk } = api.services.storage;
  await disk.delete(lost.replace('/storage/', ''));
  const id = await givenDeck(api, teacher.id, [
    { front: 'silence', back: 'x', audio_file: lost },
    { front: 'dog', back: 'x', audio_file: bark },
  ]);
  const deck = (await deckHead(api.pool, id))!;
  const source = { pool: api.pool, storage: { ...api.services.storage, folder: undefined } };
  const files = await unzip(await buffer(deckZip(source, deck, new Date())));
  t.same([...files.keys()], ['audio/0002-dog.mp3', 'deck.json']);
  t.equal(String(files.get('audio/0002-dog.mp3')?.content), 'woof');
});

interface Note {
  id: number;
  guid: string;
  mid: number;
  flds: string;
  sfld: string | number;
  csum: number;
}
interface Named {
  id: number;
  name: string;
}

const all = <T>(db: DatabaseSync, sql: string): T[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row })) as T[];

async function packageOf(t: Test, deckId: number) {
  const files = await unzip((await download(api, teacher.token, deckId, 'apkg')).bytes);
  const path = join(t.testdir(), `${deckId}-${performance.now()}.anki2`);
  writeFileSync(path, files.get('collection.anki2')!.content);
  const db = new DatabaseSync(path, { readOnly: true });
  t.teardown(() => db.close());
  const [col] = all<{ models: string; decks: string }>(db, 'select * from col');
  return {
    files,
    media: JSON.parse(String(files.get('media')?.content)) as Record<string, string>,
    db,
    notes: all<Note>(db, 'select * from notes order by id'),
    cards: all<object>(db, 'select nid, did, ord, due, type, queue from cards order by due'),
    models: JSON.parse(col!.models) as Record<string, Named & { flds: { name: string; ord: number }[] }>,
    decks: JSON.parse(col!.decks) as Record<string, Named>,
  };
}

const checksum = (text: string) =>
  Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16);

t.test('a package is what every version of Anki opens', async (t) => {
  const meow = await givenAudio(api, 'meow');
  const id = await givenDeck(
    api,
    teacher.id,
    [
      {
        source_id: 'a1',
        front: 'con\nmèo <đen>',
        back: 'a "cat" & more',
        example_sentence: 'Mèo ngủ.',
        definition: 'An animal',
        part_of_speech: 'noun',
        level: 'A1',
        audio_file: meow,
      },
      { front: '2026', back: '[sound:x.mp3] [latex]', audio_file: 'https://example.org/a.mp3?b&c' },
      { front: 'cat\x1f', back: 'mèo', audio_file: meow },
    ],
    { title: 'Từ vựng::Bài 1', description: '1 < 2' },
  );
  const { files, media, db, notes, cards, models, decks } = await packageOf(t, id);

  t.same(all(db, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
  const tables = all<Named>(db, "select name from sqlite_schema where type = 'table' order by name");
  t.same(column(tables, 'name'), ['cards', 'col', 'graves', 'notes', 'revlog']);
  const state =
    'select id, ver, usn, dty, tags, (select count(*) from revlog) r, (select count(*) from graves) g';
  t.same(all(db, `${state} from col`), [{ id: 1, ver: 11, usn: 0, dty: 0, tags: '{}', r: 0, g: 0 }]);

  const [sound] = Object.values(media);
  t.match(sound, /^nho-[0-9a-f]{64}\.mp3$/);
  t.same(media, { 0: sound });
  t.same([...files.keys()].sort(), ['0', 'collection.anki2', 'media']);
  t.equal(String(files.get('0')?.content), 'meow', 'once, though two cards have it');

  t.same(
    notes.map(({ flds }) => flds.split('\x1f')),
    [
      [
        'con<br>mèo &lt;đen&gt;',
        'a &quot;cat&quot; &amp; more',
        'Mèo ngủ.',
        'An animal',
        'noun',
        'A1',
        `[sound:${sound}]`,
      ],
      [
        '2026',
        '&#91;sound:x.mp3] &#91;latex]',
        '',
        '',
        '',
        '',
        '<a href="https://example.org/a.mp3?b&amp;c">https://example.org/a.mp3?b&amp;c</a>',
      ],
      ['cat ', 'mèo', '', '', '', '', `[sound:${sound}]`],
    ],
  );
  t.same(column(notes, 'sfld'), ['conmèo <đen>', 2026, 'cat '], 'without marks; numbers sort as numbers');
  t.same(column(notes, 'csum'), ['conmèo <đen>', '2026', 'cat '].map(checksum));
  t.equal(new Set(notes.map(({ guid }) => guid)).size, 3);
  t.equal(idOfAnkiGuid(notes[0]!.guid), 'a1');

  const { 1: standard, ...own } = decks;
  t.equal(standard?.name, 'Default');
  const [deck] = Object.values(own);
  t.match(deck, { name: 'Từ vựng:Bài 1', desc: '1 &lt; 2', dyn: 0, conf: 1 });
  t.same(Object.keys(own), [String(deck?.id)]);
  const [model] = Object.values(models);
  t.match(model, { name: 'Nhớ', type: 0, sortf: 0 });
  t.same(Object.keys(models), [String(model?.id)]);
  const fields = ['Front', 'Back', 'Example', 'Definition', 'Part of speech', 'Level', 'Audio'];
  t.same(columns(model!.flds, 'ord', 'name'), [...fields.entries()]);
  t.ok(notes.every(({ mid }) => mid === model?.id));
  t.same(
    cards,
    notes.map(({ id }, index) => ({ nid: id, did: deck?.id, ord: 0, due: index + 1, type: 0, queue: 0 })),
    'one new card a note, in the order of the deck',
  );
  // SQLite keeps whatever type it is given; Anki reads these columns as integers.
  const kinds = all<object>(
    db,
    `select distinct typeof(n.id) a, typeof(mid) b, typeof(n.mod) c, typeof(csum) d, typeof(n.usn) e,
       typeof(did) f, typeof(due) g, typeof(nid) h, typeof(crt) i, typeof(col.mod) j, typeof(scm) k
     from notes n join cards on nid = n.id, col`,
  );
  t.same(kinds.map(Object.values), [Array(11).fill('integer')]);
});

t.test('what was exported is known again: numbers and guids stay, and no two decks share one', async (t) => {
  const twin = { source_id: '1', front: 'cat', back: 'mèo' };
  const id = await givenDeck(api, teacher.id, [twin, { front: 'dog', back: 'chó' }]);
  const other = await givenDeck(api, teacher.id, [twin]);
  const [first, again, others] = [await packageOf(t, id), await packageOf(t, id), await packageOf(t, other)];
  t.same(again.notes, first.notes);
  t.same(Object.keys(again.models), Object.keys(others.models), 'one type of note for all decks');
  t.notOk(first.notes.some(({ guid }) => others.notes.some((note) => note.guid === guid)));
  t.same(Object.keys(again.decks), Object.keys(first.decks));

  const dog = first.notes[1]!;
  t.equal(idOfAnkiGuid(dog.guid), dog.guid, 'a card without an id gets one by the way to Anki and back');
  await api.sql`update cards set source_id = ${dog.guid} where deck_id = ${id} and front = 'dog'`;
  t.same((await packageOf(t, id)).notes, first.notes);
  t.equal(idOfAnkiGuid('q0:9}L%x^a'), 'q0:9}L%x^a', 'a guid of Anki’s own is an id as it stands');
});

t.test('a deck of several batches; what is lost is not in the package, and no file stays', async (t) => {
  const lost = await givenAudio(api, 'lost for Anki');
  await api.services.storage.disk.delete(lost.replace('/storage/', ''));
  const cards = Array.from({ length: 1_100 }, (_, index) => ({
    front: `front ${index + 1}`,
    back: 'x',
    ...(index === 700 && { audio_file: lost }),
  }));
  const { media, files, notes, db } = await packageOf(t, await givenDeck(api, teacher.id, cards));
  t.same(all(db, 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
  t.equal(notes.length, 1_100);
  const expected = cards.map(({ front }) => [front, 'x', '', '', '', '', ''].join('\x1f'));
  t.same(column(notes, 'flds'), expected);
  t.same([media, [...files.keys()]], [{}, ['collection.anki2', 'media']]);
  t.same(readdirSync(join(api.services.config.DATA_DIR, 'uploads')), []);
});

const foods = await givenDeck(api, teacher.id, [{ front: 'cat', back: 'mèo' }], {
  title: 'Từ vựng: "Đồ ăn" 1/2',
});
const url = `/api/decks/${foods}/export`;

t.test('SL-03 who may not read a deck may export it in no format', async (t) => {
  const other = await api.register('teacher');
  for (const format of ['zip', 'csv', 'apkg'] as const)
    t.equal((await download(api, other.token, foods, format)).status, 403, format);
  t.match(await teacher.raw('GET', '/api/decks/999999/export?format=zip'), coded(404, 'deck_not_found'));
  for (const query of ['', '?format=', '?format=pdf'])
    t.match(await teacher.raw('GET', url + query), coded(422, 'validation_failed'), query);
});

t.test('a file is called after its deck, in every letter, and is kept by no cache', async (t) => {
  const name = 'T%E1%BB%AB%20v%E1%BB%B1ng%20%C4%90%E1%BB%93%20%C4%83n%201%202';
  for (const [format, type] of [
    ['zip', 'application/zip'],
    ['csv', 'text/csv; charset=utf-8'],
    ['apkg', 'application/apkg'],
  ] as const) {
    const { headers } = await download(api, teacher.token, foods, format);
    t.match(headers, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="Tu vung Do an 1 2.${format}"; filename*=UTF-8''${name}.${format}`,
    });
  }
  t.equal(exportFileName('../..\\etc\u202e\n', 'zip'), 'etc.zip');
  t.equal(exportFileName(' ... ', 'csv'), 'deck.csv');
  t.equal(exportFileName('😀'.repeat(100), 'zip'), `${'😀'.repeat(60)}.zip`);
  t.equal(
    attachment('犬\'s 100% (*)".zip'),
    `attachment; filename="_'s 100_ (*)_.zip"; filename*=UTF-8''%E7%8A%AC%27s%20100%25%20%28%2A%29%22.zip`,
  );
});

t.test('a HEAD makes no export, and no batch gathers one', async (t) => {
  t.equal((await teacher.raw('HEAD', `${url}?format=apkg`)).status, 404);
  const { body } = await teacher.call('POST /api/batch', {
    body: {
      requests: [
        { method: 'GET', url: `${url}?format=zip` },
        { method: 'GET', url: `/api/decks/${foods}/%65xport`, params: { format: 'csv' } },
      ],
    },
  });
  const refused = { status: 400, data: { code: 'malformed_request' } };
  t.match(body, { data: [refused, refused] });
  t.equal(body.data.length, 2);
});

t.test('one account has only so many exports a minute', async (t) => {
  const eager = await api.register('teacher');
  const { id } = await api.addDeck(eager.id, 1);
  const statuses = [];
  for (let count = 0; count < 31; count++)
    statuses.push((await download(api, eager.token, id, 'csv')).status);
  t.same([...new Set(statuses.slice(0, 30)), statuses[30]], [200, 429]);
});

t.test('what fails before the file has begun is answered as an error, not as a file', async (t) => {
  const { disk } = api.services.storage;
  const broken = await givenDeck(api, teacher.id, [
    { front: 'x', back: 'x', audio_file: '/storage/cards/a.mp3' },
  ]);
  // What is there and cannot be read as a file.
  await disk.put('cards/a.mp3/b.mp3', 'x');
  disk.exists = async () => true;
  t.teardown(() => Reflect.deleteProperty(disk, 'exists'));
  const answer = await teacher.call('GET /api/decks/:deckId/export', {
    params: { deckId: broken },
    query: { format: 'zip' },
    fault: true,
  });
  t.match(answer, coded(500, 'internal_error'));
  t.match(answer.headers['content-type'], /^application\/json/);
  t.equal(answer.headers['content-disposition'], undefined);
});
