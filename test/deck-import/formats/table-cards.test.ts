import fc from 'fast-check';
import t from 'tap';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import { openTableCards, tableCards } from '../../../core/deck-import/formats/table-cards.ts';
import { givenFile, inPieces, problemOf, readRows } from './given-card-files.ts';

const folder = t.testdir();

interface Given {
  columns?: ColumnMap;
}

async function read(content: string | Uint8Array, { columns }: Given = {}) {
  const source = await openTableCards(givenFile(folder, 'deck.csv', content), columns);
  return { source, rows: await readRows(source) };
}
const rowsOf = async (content: string | Uint8Array, given?: Given) =>
  (await read(content, given)).rows.map(({ row, values }) => [row, values]);
const refusal = (content: string | Uint8Array) => problemOf(() => rowsOf(content));
/** What was noted beside the cards, by row and code. */
const notesOf = async (content: string | Uint8Array, given?: Given) =>
  (await read(content, given)).source.found?.().map(({ row, code, params }) => [row, code, params]);
/** What is wrong with each row that is not right. */
const faultsOf = async (content: string | Uint8Array) =>
  (await read(content)).rows.flatMap(({ row, fault }) => (fault ? [[row, fault.code, fault.params]] : []));

t.test('the first line names the columns, in English or Vietnamese, in any order', async (t) => {
  t.same(await rowsOf('Mặt sau,Ghi chú,TỪ VỰNG,Ví dụ,Cấp độ\nmèo,x,cat,A cat.,A1\n'), [
    [2, { front: 'cat', back: 'mèo', example_sentence: 'A cat.', level: 'A1' }],
  ]);
});

t.test('chosen columns are read, and no others', async (t) => {
  const columns = { front: 'Nghĩa', back: 'Từ' };
  t.same(await rowsOf('Từ,Nghĩa,Ví dụ\ncat,mèo,A cat.', { columns }), [[2, { front: 'mèo', back: 'cat' }]]);
  const { source, rows } = await read('Từ,Nghĩa\na,b', { columns: { ...columns, level: 'Cấp độ' } });
  t.same([source.missing, rows], [[{ field: 'level', columns: '“Từ”, “Nghĩa”' }], []]);
});

t.test('semicolons and tabs separate as well; Excel’s line that says so is none of the table', async (t) => {
  const rows = [[2, { front: 'a,b', back: 'c' }]];
  t.same(await rowsOf('front;back\na,b;c'), rows);
  t.same(await rowsOf('front\tback\na,b\tc'), rows);
  t.same(await rowsOf('sep=;\r\nfront;back\r\na,b;c\r\n'), rows);
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
  const delimiters = fc.constantFrom(',', ';', '\t');
  await fc.assert(
    fc.asyncProperty(table, lengths, ends, delimiters, async (cells, pieces, end, delimiter) => {
      const quoted = cells.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`));
      const lines = [['front', 'back', 'level'], ...quoted].map((row) => row.join(delimiter) + end);
      async function* open() {
        yield* inPieces(Buffer.from(lines.join('')), pieces);
      }
      const read = await readRows(await tableCards(open, undefined));
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

t.test('IMF-24 a row that is not sure to be cut as it is meant is told, and the others come', async (t) => {
  for (const [content, fault] of [
    ['a,b\nc,d, e\nf,g\n', [3, 'row_too_wide', { cells: 3, columns: 2, words: 'c · d · e' }]],
    ['a,b\n"c,d\nf,g\n', [3, 'quote_not_closed', { words: '"c · d' }]],
    ['a,b\n"c"x,d\nf,g', [3, 'quote_not_closed', { words: '"c"x · d' }]],
    ['"a\nb",c\n"d" "e",f\n', [3, 'quote_not_closed', { words: '"d" "e" · f' }]],
  ] as const)
    t.match(await faultsOf(`front,back\n${content}`), [fault], content);
  t.same(await rowsOf('front,back\na,b\n"c,d\ne,f\n'), [
    [2, { front: 'a', back: 'b' }],
    [3, { front: '"c', back: 'd' }],
    [4, { front: 'e', back: 'f' }],
  ]);
  // Such a sign may also push an empty cell out of the row.
  const pushed = 'front,back,example\ncat,mèo,A cat\napple, pear,quả táo,\ndog,chó,\n';
  t.match(await faultsOf(pushed), [[3, 'row_too_wide', { words: 'apple · pear · quả táo' }]]);
  t.same(await faultsOf('front,back\na,b\nc,d,\ne,f\n'), []);
  // Without names as well: most rows say how many cells there are.
  t.match(await faultsOf('a,b\nc,d\ne,f, g'), [[3, 'row_too_wide']]);
});

t.test('IMF-24 a quote that is never closed, and a row that never ends, swallow nothing', async (t) => {
  const rows = 'c,d\n'.repeat(50_000);
  t.match(await faultsOf(`front,back\na,"b\n${rows}`), [[2, 'quote_not_closed']]);
  t.equal((await rowsOf(`front,back\na,"b\n${rows}`)).length, 50_001);
  t.match(await faultsOf(`front,back\nx${','.repeat(8_000_000)}\n${rows}`), [[2, 'row_too_large']]);
});

t.test('IMF-25 a column without a known name, and what stands in none, is offered and told', async (t) => {
  t.same(await notesOf('front,back,note,\na,b\nc,d,x,\ne,f,,y\n'), [
    [3, 'column_left_out', { name: 'note', words: 'x' }],
    [4, 'column_left_out', { name: '4', words: 'y' }],
  ]);
  t.same((await read('front,back,note\na,b,x')).source.fields?.names, ['front', 'back', 'note']);
  // A remark far beside the table, as spreadsheets write it down.
  const beside = 'front,back,,,,\na,b,,,,\nc,d,,,,ask Lan\n';
  t.same(await notesOf(beside), [[3, 'column_left_out', { name: '6', words: 'ask Lan' }]]);
  t.same(await rowsOf(beside), [
    [2, { front: 'a', back: 'b' }],
    [3, { front: 'c', back: 'd' }],
  ]);
  t.same((await read('front,back,front\na,b,c')).source.fields?.names, ['front', 'back', 'front (2)']);
});

t.test('IMF-25 where a side is missing, it is said between which columns to choose', async (t) => {
  const { source, rows } = await read('front,note\na,b');
  t.same([source.missing, rows], [[{ field: 'back', columns: '“front”, “note”' }], []]);
  t.same(source.fields, { names: ['front', 'note'], chosen: { front: 'front' } });
});

t.test('IMF-26 what stands above the names of the columns is told, and is no card', async (t) => {
  const titled = 'Bài 5: Động vật,,\n\nTừ,Nghĩa,\ncat,mèo,\n';
  t.same(await rowsOf(titled), [[4, { front: 'cat', back: 'mèo' }]]);
  t.same(await notesOf(titled), [[1, 'remark_left_out', { words: 'Bài 5: Động vật' }]]);
  const dashed = 'Unit 3 - Food\nTừ\tNghĩa\ncat\tmèo\ndog\tchó, cún\n';
  t.same(await rowsOf(dashed), [
    [3, { front: 'cat', back: 'mèo' }],
    [4, { front: 'dog', back: 'chó, cún' }],
  ]);
  t.match(await notesOf(dashed), [[1, 'remark_left_out']], 'also a title with a sign of its own');
  const again = 'Từ,Nghĩa\ncat,mèo\nTừ,Nghĩa\ndog,chó\n';
  t.same(await rowsOf(again), [
    [2, { front: 'cat', back: 'mèo' }],
    [4, { front: 'dog', back: 'chó' }],
  ]);
  t.match(await notesOf(again), [[3, 'remark_left_out']], 'and the names once more');
  t.same(await rowsOf('Front, Back\ncat\tmèo\ndog\tchó'), [
    [2, { front: 'cat', back: 'mèo' }],
    [3, { front: 'dog', back: 'chó' }],
  ]);
});

t.test(
  'IMF-50 names stand in two rows, or below a title of several cells; the second row is told',
  async (t) => {
    const twice = 'Word,Meaning\nTừ,Nghĩa\ncat,mèo\n';
    t.same(await rowsOf(twice), [[3, { front: 'cat', back: 'mèo' }]]);
    t.match(await notesOf(twice), [[2, 'remark_left_out', { words: 'Từ · Nghĩa' }]]);
    const titled = 'Unit 1\tAnimals\nWord\tMeaning\ncat\tmèo\n';
    t.same(await rowsOf(titled), [[3, { front: 'cat', back: 'mèo' }]]);
    t.match(await notesOf(titled), [[1, 'remark_left_out', { words: 'Unit 1 · Animals' }]]);
    for (const cards of ['Word,Meaning\nword,từ\nmeaning,nghĩa', 'Word,Meaning\nNghĩa,Từ'])
      t.equal((await rowsOf(cards)).length, cards.split('\n').length - 1, cards);
    t.equal((await rowsOf('a,b\nc,d\ne,f\nWord,Meaning\ncat,mèo')).length, 5, 'below more rows it is a card');
  },
);

t.test('IMF-50 without names neither side is a column that is empty or only counts', async (t) => {
  const cats = [
    { front: 'cat', back: 'mèo' },
    { front: 'dog', back: 'chó' },
  ];
  for (const text of [
    'cat,,mèo\ndog,,chó',
    '\tcat\t\tmèo\n\tdog\t\tchó',
    '1\t\tcat\tmèo\n2\t\tdog\tchó',
    '(1)\tcat\tmèo\n(2)\tdog\tchó',
    '#1,cat,mèo\n#2,dog,chó',
  ])
    t.same(
      (await rowsOf(text)).map(([, values]) => values),
      cats,
      text,
    );
  const later = 'cat,mèo,,a pet\ndog,chó,,a pet';
  t.match(
    await rowsOf(later),
    [
      [1, { definition: 'a pet' }],
      [2, {}],
    ],
    'behind them each column has its place',
  );
  t.match(await rowsOf('1\tcat\tmèo\n\tcat\tmiu\n2\tdog\tchó'), [
    [1, cats[0]],
    [2, { front: 'cat', back: 'miu' }],
    [3, cats[1]],
  ]);
});

const frontsOf = async (text: string) =>
  (await rowsOf(text)).flatMap(([, values]) =>
    (values as { back: string }).back ? (values as { front: string }).front : [],
  );

t.test(
  'MNY-20 the marks of a list are none of its text, whatever stands between and is left out',
  async (t) => {
    const lists = [
      '1. cat - mèo\n2. dog - chó\n4. hen - gà',
      'Unit 3: Food\n1. cat - mèo\n2. dog - chó\n3. hen - gà',
      '1. cat - mèo\n2. dog - chó\n1. hen - gà',
      'Nouns\n1. cat - mèo\nVerbs\n1. dog - chó\n2. hen - gà',
      'Nouns\n5. cat - mèo\n6. dog - chó\nVerbs\n7. hen - gà',
      '1. Pets\na) cat - mèo\nb) dog - chó\n2. Birds\na) hen - gà',
      'a. cat - mèo\nb. dog - chó\nc. hen - gà',
      '(1) cat - mèo\n(2) dog - chó\n(3) hen - gà\n(3) cow - bò',
      'Word,Meaning\n1. cat,mèo\n2. dog,chó\n3. hen,gà',
      '• cat - mèo\n• dog - chó\nBirds\n• hen - gà',
      '• cat - mèo\n• dog - chó\n+ hen - gà\n+ cow - bò',
    ];
    for (const text of lists) t.same((await frontsOf(text)).slice(0, 3), ['cat', 'dog', 'hen'], text);
    const mistyped = Array.from({ length: 20 }, (_, at) => `${at === 9 ? 100 : at + 1}. w${at} - n`).join(
      '\n',
    );
    t.equal((await frontsOf(mistyped))[9], 'w9');
    const unmarked = '1. a - x\n2. b - x\nc - x\n3. d - x\n4. e - x';
    t.same(await frontsOf(unmarked), ['a', 'b', 'c', 'd', 'e']);
  },
);

t.test('MNY-20 a text that begins as a mark does keeps it', async (t) => {
  const kept = [
    ['FC Bayern', '1. FC Köln', '2. Bundesliga', 'Hertha'],
    ['1. FC Köln', '1. FC Nürnberg'],
    ['1. FC Köln', '3. Liga'],
    ['1914. war', '1918. peace', '1945. end'],
    ['J. Smith', 'K. Jones', 'L. Moe'],
    ['A. Lincoln', 'B. Brecht'],
    ['2. Weltkrieg', '1. Weltkrieg', '30-jähriger Krieg'],
    ['- minus', 'plus'],
  ];
  for (const fronts of kept) t.same(await frontsOf(fronts.map((front) => `${front} - x`).join('\n')), fronts);
  const inside = 'cat,"1. con mèo\n2. miu\n3. mão"\ndog,"1. chó\n2. cún"';
  t.match(await rowsOf(inside), [
    [1, { back: '1. con mèo\n2. miu\n3. mão' }],
    [2, {}],
  ]);
  for (const long of [
    '1. '.repeat(30_000),
    '\u00a0'.repeat(100_000),
    '(a) x\n'.repeat(15_000),
    `${'('.repeat(50_000)}1)`,
  ]) {
    const begun = performance.now();
    await rowsOf(long);
    t.ok(performance.now() - begun < 2_000, long.slice(0, 6));
  }
});

t.test('a text without anything has no rows, and two columns of a name are two', async (t) => {
  for (const nothing of ['', '\n\n', ' , ,\n', '\uFEFF'])
    t.same(await rowsOf(nothing), [], JSON.stringify(nothing));
  t.same(await rowsOf('front,back,back\na,b,c'), [[2, { front: 'a', back: 'b' }]]);
  t.same(await rowsOf(`front,back${',x'.repeat(1_000)}\na,b`), [[2, { front: 'a', back: 'b' }]]);
});

t.test(
  'IMF-06 SL-235 a text without names of columns loses no card; those of Anki are read as they are',
  async (t) => {
    const cat = [1, { front: 'cat', back: 'mèo' }];
    t.same(await rowsOf('cat,mèo\ndog,chó'), [cat, [2, { front: 'dog', back: 'chó' }]]);
    const quoted = 'say "hi"\tnói "chào"\ncat\tmèo';
    t.same(await rowsOf(quoted), [
      [1, { front: 'say "hi"', back: 'nói "chào"' }],
      [2, { front: 'cat', back: 'mèo' }],
    ]);
    t.same(await rowsOf('cat - mèo - con "mèo"\nto-do – việc'), [
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
    const [card] = await rowsOf(text);
    t.same(card, [5, { id: 'g1', front: '**cat**', back: 'mèo & co', tags: ['pets'], audio: 'cat.mp3' }]);
    const named = '#separator:Semicolon\n#html:false\n#columns:Back;Front\n<mèo>;cat\n';
    t.same(await rowsOf(named), [[4, { front: 'cat', back: '<mèo>' }]]);
  },
);

t.test(
  'IMF-38 IMF-39 several cards on a line are told; a column without a name is chosen by its number',
  async (t) => {
    const several = 'cat:mèo; dog:chó; cow:bò\nbird:chim';
    t.same(await rowsOf(several), [
      [1, { front: 'cat', back: 'mèo' }],
      [2, { front: 'dog', back: 'chó' }],
      [3, { front: 'cow', back: 'bò' }],
      [4, { front: 'bird', back: 'chim' }],
    ]);
    t.same(await notesOf(several), [[null, 'lines_parted', { sign: ';' }]]);
    const perhaps = 'Unit 1: Food; Bài 1: Đồ ăn\nUnit 2: Home; Bài 2: Nhà';
    t.same(await notesOf(perhaps), [[null, 'lines_perhaps_parted', { sign: ';' }]]);
    t.same(await rowsOf('Front,,Back\ncat,,mèo', { columns: { front: '2', back: 'Back' } }), [
      [2, { front: '', back: 'mèo' }],
    ]);
  },
);

t.test('IMF-36 a text export of notes with gaps gives the cards that the package gives', async (t) => {
  const lead = '#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#tags column:5\n';
  const note = 'g1\tCloze\t{{c1::Hà Nội::capital}} is in {{c2::<b>Vietnam</b>}}.\tAsia\tgeo';
  const back = 'Hà Nội is in **Vietnam**.\nAsia';
  const dog = 'g2\tBasic\tdog\tchó\t';
  t.same(await rowsOf(`${lead}${note}\n${dog}`), [
    [6, { id: 'g1', front: '[capital] is in **Vietnam**.', back, tags: ['geo'] }],
    [7, { id: 'g1#2', front: 'Hà Nội is in […].', back, tags: ['geo'] }],
    [8, { id: 'g2', front: 'dog', back: 'chó', tags: [] }],
  ]);
  t.same(
    (await rowsOf(`${lead}nho-0123456789ab-own\tCloze\t{{c2::x}} y\t\t`)).map(([, values]) => values),
    [{ id: 'own#2', front: '[…] y', back: 'x y', tags: [] }],
    'a card of ours is found again, called as in a package',
  );
  const media = 'g\tCloze\t{{c1::<img src="a.jpg">}} <img src="b.jpg">[sound:a.mp3]\t<img src="c.jpg">\t';
  const [[, card]] = (await rowsOf(lead + media)) as [[number, Record<string, unknown>]];
  t.match(card, { front_picture: 'b.jpg', back_picture: ['a.jpg', 'c.jpg'], audio: 'a.mp3' });
  const { rows } = await read(`${lead}g\tIO\t{{c1::image-occlusion:rect:left=.1}}\tx\t`);
  t.same(rows[0]?.instead, { front: 'picture' });
});

t.test('IMF-36 a table with gaps is read likewise; a gap that is not closed is told', async (t) => {
  t.same(await rowsOf('{{c1::cat}} is a {{c2::pet}},note\ndog,chó'), [
    [1, { front: '[…] is a pet', back: 'cat is a pet\nnote' }],
    [2, { front: 'cat is a […]', back: 'cat is a pet\nnote' }],
    [3, { front: 'dog', back: 'chó' }],
  ]);
  t.same(
    await rowsOf('capital of France\t{{c1::Paris}} is it\tIt is {{c1::Paris}}.'),
    [[1, { front: 'capital of France\n[…] is it', back: 'Paris is it', example_sentence: 'It is Paris.' }]],
    'gaps of the second column, and of an example',
  );
  t.same(
    await rowsOf('{{c1::a}} b\t{{c2::c}} d\tx'),
    [
      [1, { front: '[…] b\nc d', back: 'a b\nc d', example_sentence: 'x' }],
      [2, { front: 'a b\n[…] d', back: 'a b\nc d', example_sentence: 'x' }],
    ],
    'gaps in both',
  );
  t.same(await rowsOf('{{c1,2::a}} b\tx'), [[1, { front: '[…] b', back: 'a b\nx' }]], 'the same twice');
  for (const broken of ['{{c1::a b', '{{c1::a} b', '{{c1:a}} b', '{{c0::a}} b', '{{c1::a}} {{c2::b'])
    t.same(
      await faultsOf(`${broken}\tx\ndog\tchó`),
      [[1, 'gap_not_closed', { words: `${broken} · x` }]],
      broken,
    );
  t.same(await faultsOf('a {{b}} {c1::x}\tx'), [], 'other braces are letters');
  const many = Array.from({ length: 300 }, (_, n) => `{{c${n + 1}::${n}}}`).join(' ');
  t.equal((await rowsOf(`${many}\tx`)).length, 300);
  t.same(
    (await faultsOf(`${'{{c1::a}} '.repeat(100_000)}\tx`)).map(([, code]) => code),
    ['gap_not_closed'],
  );
});

t.test('IMF-28 UTF-16 with its mark is read; what is not UTF-8 is refused with the place', async (t) => {
  t.same(await refusal(Buffer.from('front,back\ncaf\xe9,b\n', 'latin1')), { code: 'not_utf8', offset: 14 });
  const marked = Buffer.from('\uFEFFfront\tback\ncà\tb𝄞', 'utf16le');
  for (const bytes of [marked, Buffer.from(marked).swap16()])
    t.same(await rowsOf(bytes), [[2, { front: 'cà', back: 'b𝄞' }]], 'UTF-16 with its mark is read');
  t.same(await refusal(Buffer.from('front,back\na,b', 'utf16le')), { code: 'not_utf8', offset: 1 });
});

t.test('more than 100,000 cards are refused', async (t) => {
  t.equal((await rowsOf(`front,back\n${'a,b\n'.repeat(100_000)}`)).length, 100_000);
  t.same(await refusal(`front,back\n${'a,b\n'.repeat(100_001)}`), { code: 'too_many_cards', max: 100_000 });
});

t.test('reading may stop early and begin anew', async (t) => {
  const path = givenFile(folder, 'twice.csv', `front,back\n${'a,b\n'.repeat(5_000)}`);
  const source = await openTableCards(path, undefined);
  for await (const batch of source.rows()) {
    t.equal(batch.length, 500);
    break;
  }
  t.equal((await readRows(source)).length, 5_000);
});

t.test(
  'IMF-23 a table of Markdown has its names above its rule, and nothing before its first column',
  async (t) => {
    const cat = { front: 'cat', back: 'mèo' };
    t.same(await rowsOf('| Từ | Nghĩa |\n|---|:--:|\n| cat | mèo |\n'), [[3, cat]]);
    t.same(await rowsOf('Từ | Nghĩa\n--- | ---\ncat | mèo\n'), [[3, cat]]);
    t.same(await rowsOf('| cat | mèo |\n| dog | chó |\n'), [
      [1, cat],
      [2, { front: 'dog', back: 'chó' }],
    ]);
    t.same(await rowsOf('| 1 | cat | mèo |\n| 2 | dog | chó |\n'), [
      [1, cat],
      [2, { front: 'dog', back: 'chó' }],
    ]);
    const { source } = await read('| Chữ Hán | Hán Việt |\n|---|---|\n| 猫 | miêu |\n');
    t.same(
      source.missing?.map(({ field }) => field),
      ['front', 'back'],
      'the names are no card',
    );
  },
);

t.test('IMF-23 a line of a file ends where one of a paste does', async (t) => {
  const rows = [
    [1, { front: 'cat', back: 'mèo' }],
    [2, { front: 'dog', back: 'chó' }],
  ];
  for (const end of ['\u0085', '\f', '\v', '\u2028', '\u2029'])
    t.same(await rowsOf(`cat\tmèo${end}dog\tchó`), rows, String(end.codePointAt(0)));
});
