import { parse } from 'csv-parse/sync';
import t from 'tap';
import { fromCellText, toCellText } from '../../core/text/guarded-cell.ts';
import { startApi } from '../harness/api-harness.ts';
import { download, givenAudio, givenDeck } from './exported-deck.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');

const exported = async (deckId: number): Promise<string> =>
  (await download(api, teacher.token, deckId, 'csv')).bytes.toString();
const read = (csv: string): string[][] => parse(csv, { bom: true });

const HEADER = [
  'id',
  'front',
  'back',
  'example_sentence',
  'definition',
  'part_of_speech',
  'level',
  'audio',
  'front_picture',
  'front_picture_alt',
  'back_picture',
  'back_picture_alt',
  'tags',
];

t.test('a table for spreadsheets: UTF-8 with its mark, quoted if needed, audio as in the ZIP', async (t) => {
  const meow = await givenAudio(api, 'meow');
  const id = await givenDeck(api, teacher.id, [
    { source_id: '1', front: 'Mèo, con', back: 'a "cat"', audio_file: meow, tags: ['pets', 'Unit 1'] },
    { front: 'two\r\nlines', back: 'semi;colon', level: 'A1', audio_file: meow },
    { front: 'x', back: ' space ', audio_file: 'https://example.org/a.mp3' },
  ]);
  const csv = await exported(id);
  t.equal(
    csv,
    '\uFEFFid,front,back,example_sentence,definition,part_of_speech,level,audio,' +
      'front_picture,front_picture_alt,back_picture,back_picture_alt,tags\r\n' +
      '1,"Mèo, con","a ""cat""",,,,,audio/0001-meo-con.mp3,,,,,"pets, Unit 1"\r\n' +
      ',"two\r\nlines","semi;colon",,,,A1,audio/0001-meo-con.mp3,,,,,\r\n' +
      ',x," space ",,,,,https://example.org/a.mp3,,,,,\r\n',
  );
  t.same(read(csv), [
    HEADER,
    ['1', 'Mèo, con', 'a "cat"', '', '', '', '', 'audio/0001-meo-con.mp3', '', '', '', '', 'pets, Unit 1'],
    ['', 'two\r\nlines', 'semi;colon', '', '', '', 'A1', 'audio/0001-meo-con.mp3', '', '', '', '', ''],
    ['', 'x', ' space ', '', '', '', '', 'https://example.org/a.mp3', '', '', '', '', ''],
  ]);
});

t.test('no spreadsheet runs a card, and reading it back gives the very same text', async (t) => {
  const texts = ['=1+1', '-ly', '+84', '@me', "'-ly", "'quoted'", '\tx', ' =1', '＝1', "it's", 'a=b', "''=1"];
  const id = await givenDeck(
    api,
    teacher.id,
    texts.map((front) => ({ front, back: 'x' })),
  );
  const cells = read(await exported(id))
    .slice(1)
    .map((row) => row[1]!);
  t.same(cells, [
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
  ]);
  t.same(cells.map(fromCellText), texts);
  t.same(
    texts.map((text) => fromCellText(toCellText(text))),
    texts,
  );
});

t.test('a deck without cards has a header; a long one comes whole', async (t) => {
  t.same(read(await exported(await givenDeck(api, teacher.id, []))), [HEADER]);
  const { id } = await api.addDeck(teacher.id, 1_234);
  const rows = read(await exported(id));
  t.equal(rows.length, 1_235);
  t.same(rows.at(-1)?.slice(1, 3), ['front 1234', 'back 1234']);
});
