import t from 'tap';
import { foreignFile } from '../../../core/deck-import/archive/opened-files.ts';
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

t.test('TFI-07 cells are what they show: numbers, days, results of formulas', async (t) => {
  t.same(
    await cardsOf([
      ['front', 'back'],
      [7, 0.25],
      [true, { day: 46_349 }],
      ['=1+1', { formula: 'HYPERLINK("http://x")', is: 'a result' }],
    ]),
    [
      ['7', '0.25', null],
      ['TRUE', '2026-11-23', null],
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

/** A sheet of these XML elements, with a style for each format of numbers, from 1. */
const sheetOf = (content: string, formats: readonly (string | number)[] = []) =>
  workbookParts([]).map((part) => {
    if (part.name === 'xl/worksheets/sheet1.xml')
      return { ...part, content: `<worksheet>${content}</worksheet>` };
    if (part.name !== 'xl/styles.xml') return part;
    const quoted = (code: string) =>
      code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const own = formats.flatMap((format, at) =>
      typeof format === 'string' ? `<numFmt numFmtId="${200 + at}" formatCode="${quoted(format)}"/>` : [],
    );
    const styles = formats.map(
      (format, at) => `<xf numFmtId="${typeof format === 'string' ? 200 + at : format}"/>`,
    );
    return {
      ...part,
      content: `<styleSheet><numFmts>${own.join('')}</numFmts><cellXfs><xf/>${styles.join('')}</cellXfs></styleSheet>`,
    };
  });
const textCell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
/** Rows of texts, empty ones left out. */
const rowsOf = (rows: readonly (readonly string[])[], hidden: readonly number[] = []) =>
  `<sheetData>${rows
    .map((cells, at) => {
      const all = cells.map((text, column) => text && textCell(`${'ABCDEF'[column]}${at + 1}`, text));
      return `<row r="${at + 1}"${hidden.includes(at + 1) ? ' hidden="1"' : ''}>${all.join('')}</row>`;
    })
    .join('')}</sheetData>`;

t.test(
  'TFI-13 a cell is what the sheet shows: its format says how numbers, days and times are written',
  async (t) => {
    const shown = async (format: string | number, value: string, type = 'n') => {
      const cell = `<c r="A1" s="1" t="${type}"><v>${value}</v></c>`;
      const content = `<sheetData><row r="1">${cell}${textCell('B1', 'x')}</row></sheetData>`;
      return (await sides(sheetOf(content, [format])))?.[0]?.[1];
    };
    const given: [format: string | number, value: string, shown: string, type?: string][] = [
      ['0%', '0.5', '50%'],
      ['0.00%', '0.125', '12.50%'],
      ['000', '7', '007'],
      ['[h]:mm', '1.25', '30:00'],
      ['#,##0', '1234567', '1,234,567'],
      ['"$"#,##0.00_);[Red]("$"#,##0.00)', '-12.5', '($12.50)'],
      ['#,##0 [$₫-42A]', '25000', '25.000 ₫'],
      ['# ?/?', '1.75', '1 3/4'],
      ['0.00E+00', '12345', '1.23E+04'],
      ['d/m/yyyy', '46349', '23/11/2026'],
      ['d mmmm yyyy', '46349', '23 November 2026'],
      ['d.m.yyyy', '2026-11-23', '23.11.2026', 'd'],
      ['h:mm AM/PM', '0.75', '6:00 PM'],
      ['0"kg"', '5', '5kg'],
      ['"to "@', 'go', 'to go', 'str'],
      ['@', '0.30000000000000004', '0.3'],
      ['General', '9786041234567', '9786041234567'],
      [9, '0.07', '7%'],
      [12, '0.5', '1/2'],
      [20, '0.3', '7:12'],
      [46, '1.25', '30:00:00'],
    ];
    for (const [format, value, text, type] of given)
      t.equal(await shown(format, value, type), text, String(format));
    t.equal(await shown(0, '1', 'b'), 'TRUE');
    t.equal(await shown('"WAHR";"WAHR";"FALSCH"', '0', 'b'), 'FALSCH', 'in the language of the program');
    // Who looks at 3/4 sees April or March, by the settings of the own machine.
    for (const format of [14, '[$-F800]dddd, mmmm dd, yyyy'])
      t.equal(await shown(format, '46349'), '2026-11-23');
    t.equal(await shown(22, '46349.5'), '2026-11-23 12:00');
    for (const format of [';;;', '0;-0;;@', '0[', `0.${'0'.repeat(300)}`])
      t.equal(await shown(format, '0'), '0', `nothing is lost by ${format.slice(0, 10)}`);
  },
);

t.test('TFI-13 days of old Macs begin later; how long something takes does not', async (t) => {
  const cells = (...values: number[]) =>
    values.map((value, at) => `<c r="${'AB'[at]}1" s="${at + 1}"><v>${value}</v></c>`).join('');
  const parts = sheetOf(`<sheetData><row r="1">${cells(44_887, 1.25)}</row></sheetData>`, [
    'd/m/yyyy',
    '[h]:mm',
  ]);
  const old = parts.map((part) =>
    part.name === 'xl/workbook.xml'
      ? { ...part, content: part.content.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') }
      : part,
  );
  t.same(await sides(old), right(['23/11/2026', '30:00']));
});

t.test(
  'TFI-14 a front that is merged over several rows has what differs in lines; other cells are in each',
  async (t) => {
    const rows = [
      ['Chủ đề', 'Từ', 'Nghĩa', 'Ví dụ'],
      ['Unit 1', 'bank', 'ngân hàng', 'a bank'],
      ['', '', 'bờ sông', ''],
      ['', 'cat', 'mèo', ''],
      ['', '', '', ''],
      ['', 'dog', 'chó', 'a dog'],
    ];
    const merged = (...refs: string[]) =>
      `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    const { rows: cards, notes } = await source(sheetOf(rowsOf(rows) + merged('A2:A6', 'B2:B3', 'A1:D1')));
    t.same(
      cards?.map(({ row, values }) => [
        row,
        values?.front,
        values?.back,
        values?.example_sentence,
        values?.tags,
      ]),
      [
        [2, 'bank', 'ngân hàng\nbờ sông', 'a bank', 'Unit 1'],
        [4, 'cat', 'mèo', '', 'Unit 1'],
        [6, 'dog', 'chó', 'a dog', 'Unit 1'],
      ],
    );
    t.match(notes, [{ row: 3, code: 'rows_joined', params: { count: 1 } }]);
    const heads = [
      ['Từ', 'Nghĩa', ''],
      ['', 'English', 'Vietnamese'],
      ['chat', 'cat', 'mèo'],
    ];
    t.same(await sides(sheetOf(rowsOf(heads) + merged('A1:A2', 'B1:C1'))), [[3, 'chat', 'mèo', undefined]]);
  },
);

t.test(
  'TFI-14 rows that are hidden or filtered out are left out and told; hidden columns can be chosen',
  async (t) => {
    const rows = [
      ['Mã', 'Từ', 'Nghĩa', 'Ví dụ'],
      ['1', 'cat', 'mèo', 'A cat'],
      ['2', 'dog', 'chó', 'A dog'],
      ['3', 'cow', 'bò', ''],
    ];
    const hide = (...columns: number[]) =>
      `<cols>${columns.map((column) => `<col min="${column}" max="${column}" hidden="1"/>`).join('')}</cols>`;
    const read = async (cells: string[][], hidden: number[], ...columns: number[]) => {
      const { rows: cards, notes } = await source(sheetOf(hide(...columns) + rowsOf(cells, hidden)));
      const told = notes.map(({ row, code, params }) => [row, code, params?.count ?? params?.name]);
      return [
        cards?.map(({ values }) =>
          Object.values(values ?? {})
            .filter(Boolean)
            .join('|'),
        ),
        told,
      ];
    };
    t.same(await read(rows, [2, 4]), [['2|dog|chó|A dog'], [[2, 'rows_hidden', 2]]]);
    t.same(await read(rows, [], 1, 4), [
      ['1|cat|mèo', '2|dog|chó', '3|cow|bò'],
      [[2, 'column_left_out', 'Ví dụ']],
    ]);
    t.same(
      await read(rows, [], 3),
      [['1|cat|mèo|A cat', '2|dog|chó|A dog', '3|cow|bò'], []],
      'a side that no other has',
    );
    t.same(
      (await read(rows.slice(1), [], 1))[0],
      ['cat|mèo|A cat', 'dog|chó|A dog', 'cow|bò'],
      'without names',
    );
  },
);

t.test(
  'TFI-15 letters above and below the line, and what is bold or in italics in a text, stay so',
  async (t) => {
    const run = (text: string, look = '') =>
      `<r>${look && `<rPr>${look}<sz val="11"/></rPr>`}<t xml:space="preserve">${text}</t></r>`;
    const [bold, italic, above, below] = [
      '<b/>',
      '<i val="1"/>',
      '<vertAlign val="superscript"/>',
      '<vertAlign val="subscript"/>',
    ];
    const shown = async (...runs: string[]) => {
      const cell = `<c r="A1" t="inlineStr"><is>${runs.join('')}</is></c>`;
      return (
        await sides(sheetOf(`<sheetData><row r="1">${cell}${textCell('B1', 'x')}</row></sheetData>`))
      )?.[0]?.[1];
    };
    t.equal(await shown(run('x'), run('2', above), run(' + H'), run('2', below), run('O')), 'x² + H₂O');
    t.equal(await shown(run('m'), run('Q', above)), 'mQ', 'where Unicode has no such letter');
    t.equal(await shown(run('I '), run('have been', bold), run(' here')), 'I **have been** here');
    t.equal(
      await shown(run('a ', bold), run('b', bold + italic)),
      'a //b//',
      'what is bold as a whole is none of the text',
    );
    t.equal(await shown(run('all', bold)), 'all');
    t.equal(
      await shown(run('no', '<b val="0"/>'), run(' and ', '<strike/>'), run('no', '<i val="false"/>')),
      'no and no',
    );
    t.equal(
      await shown(run('a\nb'), run('c', italic)),
      'a\nbc',
      'marks that cannot stand there are left out',
    );
    t.equal(await shown(run('2**3 is '), run('8', bold)), '2**3 is **8**');
    const named = `<c r="A1" t="inlineStr"><is>${run('Từ')}${run(' mới', bold)}</is></c>${textCell('B1', 'Nghĩa')}`;
    const card = `<row r="2">${textCell('A2', 'cat')}${textCell('B2', 'mèo')}</row>`;
    t.same(await sides(sheetOf(`<sheetData><row r="1">${named}</row>${card}</sheetData>`)), [
      [2, 'cat', 'mèo', undefined],
    ]);
  },
);

t.test('TFI-14 what only pretends to be merged or hidden takes no time', async (t) => {
  const rows = rowsOf(Array.from({ length: 2_000 }, (_, at) => [at === 0 ? 'x' : '', 'b']));
  const merged = '<mergeCell ref="A1:A1048576"/>'.repeat(1_000);
  const cols = '<col min="1" max="16384" hidden="1"/>'.repeat(10_000);
  const begun = performance.now();
  const found = await source(sheetOf(`<cols>${cols}</cols>${rows}<mergeCells>${merged}</mergeCells>`)).catch(
    ({ code }) => code,
  );
  t.equal(found, 'xlsx_malformed');
  const far = Array.from({ length: 500 }, (_, at) => `<row><c r="XFD1" t="str"><v>${at}</v></c></row>`).join(
    '',
  );
  t.equal(await source(sheetOf(`<sheetData>${far}</sheetData>`)).catch(({ code }) => code), 'xlsx_malformed');
  t.ok(performance.now() - begun < 5_000);
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

t.test('TFI-16 a page or XML under the name of an Excel file is refused with what to do', async (t) => {
  const page = '<meta charset="utf-8"><table border=1>\n<tr><td>cat</td><td>mèo, con</td></tr></table>';
  for (const text of [
    page,
    `\uFEFF<!DOCTYPE html>\r\n<html>${page}</html>`,
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:a"><Worksheet/></Workbook>',
    '<?xml version="1.0"?><office:document office:mimetype="a"/>',
  ])
    t.equal(foreignFile(Buffer.from(text)), 'file_is_office', text);
  t.equal(foreignFile(Buffer.from(`\uFEFF${page}`, 'utf16le')), 'file_is_office');
  for (const list of [
    '<table>\tbảng\n<td>\tô',
    '<b>cat</b>,mèo',
    '<html>;gốc\n<table>;bảng\n<p>;đoạn',
    'cat\t<table><tr><td>x',
  ])
    t.equal(foreignFile(Buffer.from(list)), undefined, list);
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
  t.equal(await failureOf(Buffer.concat([lying.subarray(0, 30), lying])), 'xlsx_malformed');
});
