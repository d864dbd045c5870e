import t from 'tap';
import { fileOf } from '../../card/card-form.ts';
import { startApi } from '../../harness/api-harness.ts';
import { columns } from '../../harness/columns.ts';
import { zipOf } from '../archive/zip-writer.ts';
import { importCalls, ownImports } from '../import-calls.ts';
import { type GivenCell, workbookOf, workbookParts } from './given-workbooks.ts';

const api = await startApi(t);
const admin = importCalls(api, await api.register('admin'));
const xlsx = (content: Buffer, name = 'words.xlsx') =>
  fileOf(content, name, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');

let decks = 0;
const imported = (content: Buffer, name?: string) =>
  admin.import({ title: `Deck ${++decks}`, json_file: xlsx(content, name) });
const cardsOf = async (rows: GivenCell[][]) => {
  const done = await imported(workbookOf(rows));
  t.equal(done.status, 'completed', JSON.stringify(done.failure));
  return columns(await admin.cards(done.deck_id), 'front', 'back', 'example_sentence');
};
const failureOf = async (content: Buffer, name?: string) => (await imported(content, name)).failure?.code;

t.test('TFI-07 the first sheet of an Excel file is a table; its first row may name columns', async (t) => {
  t.same(
    await cardsOf([
      ['Ví dụ', 'Mặt trước', 'Mặt sau'],
      ['A cat & a dog', 'cat', 'con mèo'],
      [null, 'bird', 'con "chim", chim\nnon'],
      [null, null, null],
      [null, 'fish', 'cá'],
    ]),
    [
      ['cat', 'con mèo', 'A cat & a dog'],
      ['bird', 'con "chim", chim\nnon', null],
      ['fish', 'cá', null],
    ],
  );
  t.same(
    await cardsOf([
      ['one', 'một'],
      ['two', 'hai'],
    ]),
    [
      ['one', 'một', null],
      ['two', 'hai', null],
    ],
    'without names the first row is a card',
  );
});

t.test('TFI-07 cells are what they were saved with: numbers, days, results of formulas', async (t) => {
  t.same(
    await cardsOf([
      ['front', 'back'],
      [7, 0.25],
      [true, { day: 46_349 }],
      ['=1+1', { formula: 'HYPERLINK("http://x")', is: 'a result' }],
    ]),
    [
      ['7', '0.25', null],
      ['true', '2026-11-23', null],
      ['=1+1', 'a result', null],
    ],
  );
});

t.test('TFI-07 two thousand rows with a teacher’s limits, and one more than may be', async (t) => {
  const teacher = await api.register('teacher');
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => [`front ${row}`, `back ${row}`, 'x'.repeat(50)]);
  const send = (count: number) => {
    const json_file = xlsx(workbookOf([['front', 'back', 'example'], ...rows(count)]));
    return ownImports(api).importAs(teacher, { title: `T ${count}`, json_file });
  };
  t.match(await send(2_000), { status: 'completed', cards_done: 2_000 });
  t.match(await send(2_001), { status: 'failed', failure: { code: 'too_many_cards' } });
});

t.test('TFI-08 what is no table is refused by what it is', async (t) => {
  const word = zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: '<document/>' },
  ]);
  t.equal(await failureOf(word), 'file_is_office');
  const openDocument = zipOf([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'META-INF/manifest.xml', content: '<manifest/>' },
  ]);
  t.equal(await failureOf(openDocument, 'words.ods'), 'file_is_office');
  t.equal(await failureOf(Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')), 'file_is_office');
  t.equal(await failureOf(Buffer.from('Rar!\x1a\x07\x00', 'latin1'), 'words.rar'), 'file_is_archive');
  for (const start of ['\xfd7zXZ\0\0', 'MSCF\0\0\0\0', '7z\xbc\xaf\x27\x1c\0'])
    t.equal(await failureOf(Buffer.from(start, 'latin1'), 'words.zip'), 'file_is_archive', start);
  t.equal(await failureOf(Buffer.from('\0\0\0\x18ftypheic\0\0', 'latin1'), 'a.heic'), 'file_is_picture');
});

t.test('IMF-34 a ZIP whose cards are in a file of it names that file', async (t) => {
  const zip = zipOf([{ name: 'audio/a.mp3' }, { name: 'Từ vựng/deck.apkg', content: 'x' }]);
  const failed = await imported(zip, 'deck.zip');
  t.match(failed.failure, { code: 'archive_no_cards', params: { name: 'Từ vựng/deck.apkg' } });
  t.equal(await failureOf(zipOf([{ name: 'a.mp3' }]), 'deck.zip'), 'apkg_no_collection');
});

t.test('TFI-08 a workbook that is broken or inflates to a flood is refused; nothing is left', async (t) => {
  const changed = (name: string, content: string) =>
    zipOf(workbookParts([['a', 'b']]).map((part) => (part.name === name ? { name, content } : part)));
  const cut = changed('xl/worksheets/sheet1.xml', '<worksheet><sheetData><row');
  t.equal(await failureOf(cut), 'xlsx_malformed');
  const none = zipOf(workbookParts([['a', 'b']]).filter(({ name }) => !name.includes('sheet1')));
  t.equal(await failureOf(none), 'xlsx_malformed');
  const flood = `<worksheet><sheetData>${'<row><c t="str"><v>a</v></c></row>'.repeat(1_200_000)}</sheetData></worksheet>`;
  t.equal(await failureOf(changed('xl/worksheets/sheet1.xml', flood)), 'archive_entry_too_large');
  const bomb = `<worksheet><!--${' '.repeat(20 * 1024 * 1024)}--></worksheet>`;
  t.equal(await failureOf(changed('xl/worksheets/sheet1.xml', bomb)), 'archive_bomb');
  // Another file lies between two entries, where only who reads from front to back comes upon it.
  const lying = workbookOf([['a', 'b']]);
  t.equal(await failureOf(Buffer.concat([lying.subarray(0, 30), lying])), 'archive_malformed');
});
