import t from 'tap';
import { openArchive } from '../../../core/deck-import/archive/zip-archive.ts';
import { openWorkbook } from '../../../core/deck-import/formats/workbook-cards.ts';
import { entryBytesMax } from '../../../core/deck-import/import-limits.ts';
import { fileOf } from '../../card/card-form.ts';
import { startApi } from '../../harness/api-harness.ts';
import { columns } from '../../harness/columns.ts';
import { zipOf } from '../archive/zip-writer.ts';
import { importCalls, ownImports } from '../import-calls.ts';
import { givenFile, readRows } from './given-card-files.ts';
import { type GivenCell, workbookOf, workbookParts } from './given-workbooks.ts';

const folder = t.testdir();
const LIMITS = { archiveBytes: 1e8, entries: 100, inflatedBytes: 1e8, entryBytes: entryBytesMax };
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

const source = async (parts: { name: string; content: string }[]) => {
  const path = givenFile(folder, 'book.xlsx', zipOf(parts));
  const archive = await openArchive(path, LIMITS);
  const found = openWorkbook(archive, undefined);
  return { rows: found ? await readRows(found) : undefined, notes: found?.found?.() ?? [] };
};
const sides = async (parts: { name: string; content: string }[]) =>
  (await source(parts)).rows?.map(({ row, values, fault }) => [
    row,
    values?.front,
    values?.back,
    fault?.code,
  ]);
const right = (...pairs: [string, string][]) =>
  pairs.map(([front, back], at) => [at + 1, front, back, undefined]);

t.test('TFI-11 what the standard lets programs leave out may be missing', async (t) => {
  const bare = workbookParts([]).filter(({ name }) => !/styles|Content_Types/.test(name));
  const sheet = (data: string, root = 'worksheet') =>
    bare.map((part) =>
      /sheet1/.test(part.name) ? { ...part, content: `<${root}>${data}</${root}>` } : part,
    );
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  t.same(
    await sides(
      sheet(
        `<sheetData><row>${inline('cat')}${inline('mèo')}</row><row><c/>${inline('x')}</row></sheetData>`,
      ),
    ),
    [...right(['cat', 'mèo']), [2, '', 'x', undefined]],
    'neither rows nor cells say where they are',
  );
  const prefixed =
    '<x:sheetData><x:row><x:c t="str"><x:v>cat</x:v></x:c><x:c><x:v>7</x:v></x:c></x:row></x:sheetData>';
  t.same(await sides(sheet(prefixed, 'x:worksheet')), right(['cat', '7']), 'another prefix');
});

t.test('TFI-11 parts are found by what refers to them, whatever they are called', async (t) => {
  const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const relations = (...targets: [id: string, type: string, target: string][]) =>
    `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="${STRICT}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const word = '<t>con <![CDATA[<mèo>]]></t><rPh sb="0" eb="1"><t>meo</t></rPh>';
  t.same(
    await sides([
      { name: '_rels/.rels', content: relations(['a', 'officeDocument', '/office/book.xml']) },
      {
        name: 'office/_rels/book.xml.rels',
        content: relations(['s1', 'worksheet', './pages/First.xml'], ['t', 'sharedStrings', '/texts.xml']),
      },
      {
        name: 'office/book.xml',
        content: '<x:workbook><x:sheets><x:sheet name="A" q:id="s1"/></x:sheets></x:workbook>',
      },
      {
        name: 'office/pages/first.xml',
        content:
          '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row></sheetData></worksheet>',
      },
      {
        name: 'texts.xml',
        content: `<sst><si>${word}</si><si><r><t>a </t></r><r><t>cat_x000D_\n&amp; _x005F_x0041_</t></r></si></sst>`,
      },
    ]),
    right(['a cat\n& _x0041_', 'con <mèo>']),
  );
});

t.test('TFI-12 the first sheet that is seen and not empty is read, and others are named', async (t) => {
  const sheet = (text: string) =>
    `<worksheet><sheetData>${text && `<row><c t="str"><v>${text}</v></c><c t="str"><v>x</v></c></row>`}</sheetData></worksheet>`;
  const states = ['state="hidden"', '', '', ''];
  const texts = ['secret', '', 'seen', 'more'];
  const parts = workbookParts([]).filter(({ name }) => !/sheet1|workbook/.test(name));
  const { rows, notes } = await source([
    ...parts,
    {
      name: 'xl/workbook.xml',
      content: `<workbook><sheets>${states.map((state, at) => `<sheet name="S${at}" ${state} r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${texts.map((_, at) => `<Relationship Id="r${at}" Type="a/worksheet" Target="s${at}.xml"/>`).join('')}</Relationships>`,
    },
    ...texts.map((text, at) => ({ name: `xl/s${at}.xml`, content: sheet(text) })),
  ]);
  t.same(
    rows?.map(({ values }) => values?.front),
    ['seen'],
  );
  t.match(notes, [{ code: 'sheets_left_out', params: { name: 'S2', names: 'S3' } }]);
});

t.test('TFI-12 a cell without a result is told; a remark beside the table leaves its card', async (t) => {
  const cell = (place: string, type: string, value: string, formula = '') =>
    `<c r="${place}" t="${type}">${formula && `<f>${formula}</f>`}<v>${value}</v></c>`;
  const data = [
    cell('A1', 'str', 'front') + cell('B1', 'str', 'back'),
    cell('A2', 'str', 'cat') + cell('B2', 'e', '#N/A'),
    cell('A3', 'n', '', 'A2') + cell('B3', 'str', 'x'),
    cell('A4', 'str', 'dog') + cell('B4', 'str', 'chó') + cell('H4', 'str', 'ask Lan'),
    cell('A5', 'd', '2026-11-23T00:00:00') + cell('B5', 'n', '0.30000000000000004'),
  ];
  const rows = data.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('');
  const parts = workbookParts([]).map((part) =>
    /sheet1/.test(part.name)
      ? { ...part, content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` }
      : part,
  );
  t.same(await sides(parts), [
    [2, 'cat', '#N/A', 'cell_without_result'],
    [3, '=A2', 'x', 'cell_without_result'],
    [4, 'dog', 'chó', undefined],
    [5, '2026-11-23', '0.3', undefined],
  ]);
  t.match((await source(parts)).notes, [
    { row: 4, code: 'column_left_out', params: { name: '8', words: 'ask Lan' } },
  ]);
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

t.test('IMF-30 a ZIP whose cards are in a file of it names that file', async (t) => {
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
