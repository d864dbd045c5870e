import fc from 'fast-check';
import t from 'tap';
import { csvText } from '../../../web/lib/text/csv.ts';

/** A reader of RFC 4180, of its own making so that it shares no mistake with the writer. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at++) {
    const sign = csv[at] as string;
    if (quoted && sign === '"' && csv[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (sign === '"') quoted = !quoted;
    else if (quoted) cell += sign;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && csv[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at++;
    } else cell += sign;
  }
  return rows;
}

const line = (cell: string | number) => csvText([[cell]]).slice(1, -2);

t.test('a file begins with the byte order mark and its lines end with CR LF', async (t) => {
  t.equal(
    csvText([
      ['Tên', 'Thẻ'],
      ['Lan', 3],
    ]),
    '\uFEFFTên,Thẻ\r\nLan,3\r\n',
  );
  t.equal(csvText([]), '\uFEFF');
});

t.test('cells that a spreadsheet would run are made harmless', async (t) => {
  const cells: [string, string][] = [
    ['=1+1', "'=1+1"],
    ['+84 90', "'+84 90"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =cmd', "'  =cmd"],
    ['\u00a0=cmd', "'\u00a0=cmd"],
    ['\tLan', '"\'\tLan"'],
    ['\rLan', '"\'\rLan"'],
    [' \r=x', '"\' \r=x"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ];
  for (const [cell, written] of cells) t.equal(line(cell), written, JSON.stringify(cell));
});

t.test('what is harmless stays as it is', async (t) => {
  for (const cell of ['Lan', 'a=b', '1-2', "O'Neill", 'Đặng Thị Ngọc Ánh', '', '1h 5m'])
    t.equal(line(cell), cell);
});

t.test('numbers of our own stay numbers, also negative ones', async (t) => {
  t.equal(line(-5), '-5');
  t.equal(line(0), '0');
});

t.test('commas, quotes and lines are quoted, and what parts cells elsewhere', async (t) => {
  t.equal(line('Lan, Mai'), '"Lan, Mai"');
  t.equal(line('"Lan"'), '"""Lan"""');
  t.equal(line('Lan\nMai'), '"Lan\nMai"');
  t.equal(line('Lan;=1'), '"Lan;=1"');
  t.equal(line(' Lan'), '" Lan"', 'some cut spaces off');
});

t.test('every table is read back as it was, but for the apostrophe', async (t) => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '\t', ' ', ';', 'a'))
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      const read = readCsv(csvText(rows).slice(1));
      t.equal(read.length, rows.length);
      for (const [index, row] of rows.entries())
        for (const [place, written] of row.entries()) {
          const found = read[index]?.[place] ?? '';
          t.ok(found === written || found === `'${written}`);
          t.notMatch(found, /^\s*[=+\-@]|^ *[\t\r]/);
        }
    }),
  );
});
