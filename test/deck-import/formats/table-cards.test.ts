import fc from 'fast-check';
import t from 'tap';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import type { Delimiter } from '../../../core/deck-import/formats/column-names.ts';
import { openTableCards, tableCards } from '../../../core/deck-import/formats/table-cards.ts';
import { givenFile, inPieces, problemOf, readRows } from './given-card-files.ts';

const folder = t.testdir();

interface Given {
  delimiter?: Delimiter;
  columns?: ColumnMap;
}

async function rowsOf(content: string | Uint8Array, { delimiter = ',', columns }: Given = {}) {
  const source = await openTableCards(givenFile(folder, 'deck.csv', content), { delimiter, columns });
  return (await readRows(source)).map(({ row, values }) => [row, values]);
}
const refusal = (content: string | Uint8Array, given?: Given) => problemOf(() => rowsOf(content, given));

t.test('the first line names the columns, in English or Vietnamese, in any order', async (t) => {
  t.same(await rowsOf('Mặt sau,Ghi chú,TỪ VỰNG,Ví dụ,Cấp độ\nmèo,x,cat,A cat.,A1\n'), [
    [2, { front: 'cat', back: 'mèo', example_sentence: 'A cat.', level: 'A1' }],
  ]);
});

t.test('chosen columns are read, and no others', async (t) => {
  const columns = { front: 'Nghĩa', back: 'Từ' };
  t.same(await rowsOf('Từ,Nghĩa,Ví dụ\ncat,mèo,A cat.', { columns }), [[2, { front: 'mèo', back: 'cat' }]]);
  const missing = { code: 'column_missing', field: 'level' };
  t.same(await refusal('Từ,Nghĩa\na,b', { columns: { ...columns, level: 'Cấp độ' } }), missing);
});

t.test('semicolons and tabs separate as well; Excel’s line that says so is none of the table', async (t) => {
  const rows = [[2, { front: 'a,b', back: 'c' }]];
  t.same(await rowsOf('front;back\na,b;c', { delimiter: ';' }), rows);
  t.same(await rowsOf('front\tback\na,b\tc', { delimiter: '\t' }), rows);
  t.same(await rowsOf('sep=;\r\nfront;back\r\na,b;c\r\n', { delimiter: ';' }), rows);
});

t.test('quoted cells hold separators, lines and quotes', async (t) => {
  t.same(await rowsOf('front,back\n"a, ""b""","c\nd"\n "x" , y \n'), [
    [2, { front: 'a, "b"', back: 'c\nd' }],
    [3, { front: 'x', back: 'y' }],
  ]);
});

t.test('lines end as on Windows, Unix and old Macs, even mixed; a byte order mark is no text', async (t) => {
  const rows = [
    [2, { front: 'a', back: 'b' }],
    [3, { front: 'c', back: 'd' }],
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    t.same(await rowsOf(['front,back', 'a,b', 'c,d', ''].join(end)), rows, JSON.stringify(end));
    t.same(await rowsOf(`\uFEFF"front",back${end}a,b${end}c,d`), rows, JSON.stringify(end));
  }
  t.same(await rowsOf('front,back\r\na,b\nc,d\r'), rows);
});

t.test('a table reads the same however the file comes in pieces, with any cells', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab"",;\t\r\n ế𝄞'), maxLength: 12 });
  const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 12 });
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const delimiters = fc.constantFrom<Delimiter[]>(',', ';', '\t');
  await fc.assert(
    fc.asyncProperty(table, lengths, ends, delimiters, async (cells, pieces, end, delimiter) => {
      const quoted = cells.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`));
      const lines = [['front', 'back', 'level'], ...quoted].map((row) => row.join(delimiter) + end);
      async function* open() {
        yield* inPieces(Buffer.from(lines.join('')), pieces);
      }
      const read = await readRows(await tableCards(open, { delimiter, columns: undefined }));
      const expected = cells
        .map(([front, back, level], index) => ({ row: index + 2, values: { front, back, level } }))
        .filter(({ values }) => Object.values(values).some((one) => one !== ''));
      if (JSON.stringify(read) !== JSON.stringify(expected)) throw new Error(JSON.stringify(read));
    }),
    { numRuns: 200 },
  );
});

t.test('empty rows are left out and counted, so that numbers are those of the spreadsheet', async (t) => {
  t.same(await rowsOf('\n\nfront,back\n,\na,b\n\n  , \nc,d\n\n'), [
    [5, { front: 'a', back: 'b' }],
    [8, { front: 'c', back: 'd' }],
  ]);
});

t.test('cells that lack at the end are empty, and empty ones too many do no harm', async (t) => {
  t.same(await rowsOf('front,back,level,,\na,b\nc\nd,e,A1,,,,\n'), [
    [2, { front: 'a', back: 'b', level: '' }],
    [3, { front: 'c', back: '', level: '' }],
    [4, { front: 'd', back: 'e', level: 'A1' }],
  ]);
});

t.test('a row with more than the header names is refused: a separator in it was not quoted', async (t) => {
  t.same(await refusal('front,back\na,b\nc,d, e\n'), {
    code: 'csv_malformed',
    line: 3,
    detail: 'there are 3 cells for 2 columns',
  });
});

t.test('quotes gone wrong are refused with their line', async (t) => {
  for (const [content, line] of [
    ['front,back\na,b\n"c,d\ne,f\n', 3],
    ['front,back\na,b\n"c"x,d\n', 3],
    ['front,back\na,b\nc"c",d\n', 3],
    ['front,back\na,b\n"c""",d"\n', 3],
    ['front,back\n"a\nb",c\n"d" "e",f\n', 4],
    ['"front,back\na,b\n', 1],
  ] as const) {
    const problem = await refusal(content);
    t.equal(problem.code, 'csv_malformed', content);
    const at = Number(problem.line);
    t.ok(at >= line && at <= line + 2, `${content}: ${at}`);
    t.notMatch(problem.detail, /CSV|undefined/);
  }
});

t.test('a quote that is never closed is refused before it has swallowed the file', async (t) => {
  const tooLarge = { code: 'csv_malformed', detail: /larger than 1 MB/ };
  t.match(await refusal(`front,back\na,"b\n${'c,d\n'.repeat(2_000_000)}`), tooLarge);
  t.match(await refusal(`front,back\n${','.repeat(8_000_000)}`), tooLarge);
});

t.test('names of columns differ, and say where front and back are', async (t) => {
  for (const nothing of ['', '\n\n', ' , ,\na,b', '\uFEFF'])
    t.same(await refusal(nothing), { code: 'csv_no_header' }, JSON.stringify(nothing));
  t.same(await refusal('front,back,front\na,b,c'), { code: 'csv_duplicate_column', column: 'front' });
  t.same(await refusal('front,note\na,b'), { code: 'column_missing', field: 'back' });
  t.equal((await refusal(`front,back${',x'.repeat(1_000)}`)).code, 'csv_malformed');
});

t.test(
  'IMF-06 SL-235 a text without names of columns loses no card; those of Anki are read as they are',
  async (t) => {
    const cat = [1, { front: 'cat', back: 'mèo' }];
    t.same(await rowsOf('cat,mèo\ndog,chó'), [cat, [2, { front: 'dog', back: 'chó' }]]);
    const quoted = 'say "hi"\tnói "chào"\ncat\tmèo';
    t.same(await rowsOf(quoted, { delimiter: '\t' }), [
      [1, { front: 'say "hi"', back: 'nói "chào"' }],
      [2, { front: 'cat', back: 'mèo' }],
    ]);
    t.same(await rowsOf('cat - mèo - con "mèo"\nto-do – việc', { delimiter: ' - ' }), [
      [1, { front: 'cat', back: 'mèo - con "mèo"' }],
      [2, { front: 'to-do', back: 'việc' }],
    ]);
    t.same(await rowsOf('mèo,cat', { columns: { front: '2', back: '1' } }), [cat]);
    const chosen = { columns: { front: 'dịch', back: 'gốc' } };
    t.same(await rowsOf('gốc,dịch\nmèo,cat', chosen), [[2, { front: 'cat', back: 'mèo' }]], 'a chosen name');
    t.same(await rowsOf('Front,x\nmèo,cat', { columns: { front: 'x', back: 'Front' } }), [
      [2, { front: 'cat', back: 'mèo' }],
    ]);
    const text =
      '#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n' +
      'g1\t<b>cat</b> [sound:cat.mp3]\tmèo &amp; co\tpets\n';
    const [card] = await rowsOf(text, { delimiter: '\t' });
    t.same(card, [5, { id: 'g1', front: '**cat**', back: 'mèo & co', tags: ['pets'], audio: 'cat.mp3' }]);
    const named = '#separator:Semicolon\n#html:false\n#columns:Back;Front\n<mèo>;cat\n';
    t.same(await rowsOf(named, { delimiter: ';' }), [[4, { front: 'cat', back: '<mèo>' }]]);
  },
);

t.test('a file that is not UTF-8 is refused with the place', async (t) => {
  t.same(await refusal(Buffer.from('front,back\ncaf\xe9,b\n', 'latin1')), { code: 'not_utf8', offset: 14 });
  t.same(await refusal(Buffer.from('\uFEFFfront,back\na,b', 'utf16le')), { code: 'not_utf8', offset: 0 });
  t.same(await refusal(Buffer.from('front,back\na,b', 'utf16le')), { code: 'not_utf8', offset: 1 });
});

t.test('more than 100,000 cards are refused', async (t) => {
  t.equal((await rowsOf(`front,back\n${'a,b\n'.repeat(100_000)}`)).length, 100_000);
  t.same(await refusal(`front,back\n${'a,b\n'.repeat(100_001)}`), { code: 'too_many_cards', max: 100_000 });
});

t.test('reading may stop early and begin anew', async (t) => {
  const path = givenFile(folder, 'twice.csv', `front,back\n${'a,b\n'.repeat(5_000)}`);
  const source = await openTableCards(path, { delimiter: ',', columns: undefined });
  for await (const batch of source.rows()) {
    t.equal(batch.length, 500);
    break;
  }
  t.equal((await readRows(source)).length, 5_000);
});
