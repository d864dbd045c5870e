import fc from 'fast-check';
import t from 'tap';
import { cellsOf, guessSeparator } from '../../core/text/pasted-cells.ts';
import { rowsOfText, type Separator, TableScanner } from '../../core/text/table-rows.ts';

const cut = (text: string) =>
  rowsOfText(text, guessSeparator(text)).map(({ cells, fault }) => [...cells, ...(fault ? [{ fault }] : [])]);

t.test('IMF-23 what separates is what all lines agree on, whatever else stands in them', async (t) => {
  for (const [text, rows] of [
    [
      'red, green\tđỏ, xanh\nsun\tmặt trời',
      [
        ['red, green', 'đỏ, xanh'],
        ['sun', 'mặt trời'],
      ],
    ],
    [
      'a; b\tx; y\nc; d\tz; w',
      [
        ['a; b', 'x; y'],
        ['c; d', 'z; w'],
      ],
    ],
    [
      'red, green;đỏ, xanh\nsun;mặt trời',
      [
        ['red, green', 'đỏ, xanh'],
        ['sun', 'mặt trời'],
      ],
    ],
    [
      'cat; kitty,mèo; miu\ndog; puppy,chó; cún',
      [
        ['cat; kitty', 'mèo; miu'],
        ['dog; puppy', 'chó; cún'],
      ],
    ],
    [
      'cat - a pet, mèo\ndog, chó',
      [
        ['cat - a pet', 'mèo'],
        ['dog', 'chó'],
      ],
    ],
    [
      '"well - known",x\n"to - do",y',
      [
        ['well - known', 'x'],
        ['to - do', 'y'],
      ],
    ],
    [
      '1,5;một rưỡi\n2;hai',
      [
        ['1,5', 'một rưỡi'],
        ['2', 'hai'],
      ],
    ],
    [
      'cat|mèo\ndog|chó',
      [
        ['cat', 'mèo'],
        ['dog', 'chó'],
      ],
    ],
    [
      'cat: con mèo\ndog: con chó',
      [
        ['cat', 'con mèo'],
        ['dog', 'con chó'],
      ],
    ],
    [
      'cat = mèo\ndog = chó',
      [
        ['cat', 'mèo'],
        ['dog', 'chó'],
      ],
    ],
    ['at 7:30\nlonely', [['at 7:30'], ['lonely']]],
  ] as const)
    t.same(cut(text), rows, text);
});

t.test(
  'IMF-23 a line that differs is cut by what it has, and a sign that may belong to words is not',
  async (t) => {
    t.same(cut('sun\tmặt trời\nmoon - mặt trăng\nstar;sao\nsea,biển\nred, green'), [
      ['sun', 'mặt trời'],
      ['moon', 'mặt trăng'],
      ['star', 'sao'],
      ['sea', 'biển'],
      ['red, green'],
    ]);
    t.same(cut('Bài 5: động vật\ncat;mèo\ndog;chó'), [['Bài 5: động vật'], ['cat', 'mèo'], ['dog', 'chó']]);
  },
);

t.test('RST-28 a table amid other lines is judged by the rows that have the sign', async (t) => {
  const text =
    'a title\nanother\nmore, of it\nand more\nand more\n1;an;x\n2;bo;y\n3;chi\n4;du;z\nsigned\nby me';
  const amid = guessSeparator(text, { isAmidText: true });
  t.same([amid.separator, amid.width], [';', 3]);
  t.equal(guessSeparator(text).width, undefined, 'a list of cards has no lines around it');
  t.equal(guessSeparator('an\nbo, x\nchi\ndu', { isAmidText: true }).width, undefined);
});

t.test('IMF-24 a quote that does not end its cell swallows nothing', async (t) => {
  const fault = { fault: 'quote' };
  t.same(cut('cat,mèo\n"dog,chó\nbird,chim\n"fish",cá'), [
    ['cat', 'mèo'],
    ['"dog', 'chó', fault],
    ['bird', 'chim'],
    ['fish', 'cá'],
  ]);
  t.same(cut('cat,mèo\n"dog" x,chó\n6" pipe,ống'), [
    ['cat', 'mèo'],
    ['"dog" x', 'chó', fault],
    ['6" pipe', 'ống'],
  ]);
  // The second quote closes the first, which makes one cell of what were two rows.
  t.same(cut('a,b\nc,d\n"dog,chó\nbird,chim"\ne,f').slice(2), [
    ['"dog', 'chó', fault],
    ['bird', 'chim"'],
    ['e', 'f'],
  ]);
  t.same(cut('say "hi"\tnói "chào"\n"cat\tmèo\n"two\nlines"\tx'), [
    ['say "hi"', 'nói "chào"'],
    ['"cat', 'mèo'],
    ['two\nlines', 'x'],
  ]);
  t.same(cellsOf('\n "a", b\n"c\nd",e\n', ','), [
    { line: 2, cells: ['a', 'b'] },
    { line: 3, cells: ['c\nd', 'e'] },
  ]);
});

t.test('IMF-24 a row without an end is told by its beginning, and those after it come', async (t) => {
  const scanner = new TableScanner({ separator: ',', rowMax: 5_000 });
  const rows = ['cat,mèo\n"a', ',b'.repeat(4_000), ',c\ndog,chó\n"', 'x'.repeat(6_000), '\nsun,mặt trời']
    .flatMap((piece) => scanner.write(piece))
    .concat(scanner.end());
  t.same(
    rows.map(({ line, fault, cells }) => [
      line,
      fault,
      cells.length > 2 ? '…' : cells.join('|').slice(0, 20),
    ]),
    [
      [1, undefined, 'cat|mèo'],
      [2, 'large', '…'],
      [3, undefined, 'dog|chó'],
      [4, 'large', `"${'x'.repeat(19)}`],
      [5, undefined, 'sun|mặt trời'],
    ],
  );
});

t.test('IMF-23 a text reads the same in whatever pieces it comes', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab""",;\t\r\n ế𝄞-'), maxLength: 60 });
  const separator = fc.constantFrom<Separator[]>('\t', ',', ';', ' - ', '|');
  const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.property(text, separator, lengths, fc.boolean(), (given, separator, lengths, isMixed) => {
      const scanner = new TableScanner({ separator, isMixed });
      const rows = [];
      for (let at = 0, turn = 0; at < given.length; turn++) {
        const length = lengths[turn % lengths.length]!;
        rows.push(...scanner.write(given.slice(at, at + length)));
        at += length;
      }
      rows.push(...scanner.end());
      const whole = rowsOfText(given, { separator, isMixed });
      if (JSON.stringify(rows) !== JSON.stringify(whole)) throw new Error(JSON.stringify([rows, whole]));
    }),
    { numRuns: 2_000 },
  );
});
