import t from 'tap';
import { ankiText } from '../../../core/deck-import/anki/anki-text.ts';
import { tableCards } from '../../../core/deck-import/formats/table-cards.ts';
import {
  filesOfPaste,
  isWanted,
  isWrong,
  KnownCards,
  readPaste,
  rowsOf,
  withColumn,
  withHeads,
  withSeparator,
} from '../../../web/card/many/pasted-cards.ts';
import { NO_CARD } from '../../../web/deck/card-rules.ts';
import { readRows } from '../../deck-import/formats/given-card-files.ts';
import { columns } from '../../harness/columns.ts';

const rows = (text: string, known = new KnownCards()) => rowsOf(readPaste(text), new Map(), known);
/** As the page loads it for pastes of HTML. */
const readHtmlOf = (text: string) => (readPaste(text).isHtml ? ankiText : undefined);
/** Front and back of each card, with two bars between. */
const sides = (text: string) => rows(text).map(({ values: { front, back } }) => `${front} || ${back}`);

t.test('MNY-02 what people paste becomes cards, whatever stands between', async (t) => {
  for (const text of [
    'cat\tmèo\ndog\tchó',
    'cat - mèo\r\ndog – chó',
    'cat — mèo\n\n  dog - chó',
    'cat;mèo\ndog;chó',
    'cat,mèo\n"dog",chó',
    'front\tback\ncat\tmèo\ndog\tchó',
    'Từ vựng,Nghĩa\ncat,mèo\ndog,chó',
    '1\tcat\tmèo\n2\tdog\tchó'.normalize('NFD'),
  ])
    t.same(sides(text), ['cat || mèo', 'dog || chó'], text);
  const dashes = 'nổi tiếng, có tiếng - ai cũng biết';
  t.same(sides(`well-known - ${dashes}`), [`well-known || ${dashes}`]);
  t.same(sides('"two\nlines"\tx\n6" pipe\tống'), ['two\nlines || x', '6" pipe || ống']);
  const formulas = "'=1+1\t2\n=SUM(A1)\tx\na\0b\tc";
  t.same(sides(formulas), ['=1+1 || 2', '=SUM(A1) || x', 'ab || c']);
  t.same(sides(''), []);
});

t.test('MNY-02 columns are named by their heads, else by their place, and chosen', async (t) => {
  const table = readPaste('Level\tBack\tFront\tNote\nA1\tmèo\tcat\tx');
  t.same(table.columns, ['level', 'back', 'front', null]);
  t.equal(table.hasHeads, true);
  const plain = withHeads(table, false);
  t.same(plain.columns, ['front', 'back', 'example_sentence', 'definition']);
  t.equal(rowsOf(plain, new Map(), new KnownCards()).length, 2);
  t.same(withColumn(plain, 2, 'front').columns, [null, 'back', 'front', 'definition']);
  t.same(withColumn(plain, 0, null).columns, [null, 'back', 'example_sentence', 'definition']);
  t.same(readPaste('a;b\nc;d', { asked: ',' }).columns, ['front', 'back']);
});

t.test('MNY-09 far too much of anything is read all the same', async (t) => {
  t.equal(readPaste('a\n'.repeat(1_000_000)).lines.length, 1_000_000);
  t.equal(readPaste('a\t'.repeat(1_000_000)).columns.length, 20);
});

t.test('MNY-03 wrong lines are named by their field and mended', async (t) => {
  const table = readPaste(`a\tb\nlonely\n${'x'.repeat(501)}\ty`);
  const found = rowsOf(table, new Map(), new KnownCards());
  t.same(found.map(isWrong), [false, true, true]);
  t.same([found[1]!.problems, found[2]!.problems], [{ back: 'required' }, { front: 'long' }]);
  const mended = rowsOf(table, new Map([['2', { back: 'alone' }]]), new KnownCards());
  t.same(mended.map(isWrong), [false, false, true]);
});

t.test('MNY-08 what is there already is marked, and left out when it is the same', async (t) => {
  const known = new KnownCards();
  known.add({ ...NO_CARD, front: 'Cat', back: 'Mèo' });
  known.add({ ...NO_CARD, front: 'don’t', back: 'khỏe' });
  t.equal(known.find({ front: "Don't", back: 'khoẻ' }), 'card', 'whatever keyboard has written it');
  const found = rows('cat\tmèo\ncat\tcon mèo\ndog\tchó\nDog\tCHÓ\ndog\tcẩu', known);
  t.same(columns(found, 'inDeck', 'inPaste'), [
    ['card', undefined],
    ['front', 'front'],
    [undefined, undefined],
    [undefined, 'card'],
    [undefined, 'front'],
  ]);
  t.same(found.map(isWanted), [false, true, true, false, true]);
});

t.test('IMF-23 IMF-50 MNY-16 MNY-20 a text gives the same cards as a file and as a paste', async (t) => {
  const texts = [
    'red, green\tđỏ, xanh\nsun\tmặt trời',
    'red, green\tđỏ, xanh\nsun, star\tmặt trời, sao',
    'red; green\tđỏ; xanh\nsun\tmặt trời',
    'red, green;đỏ, xanh\nsun;mặt trời',
    'sun\tmặt trời\nmoon - mặt trăng',
    'cat,mèo\nred, green,đỏ, xanh\n"dog,chó\n6" pipe,ống',
    'cat,mèo,,\n"dog, hound",chó,,\n',
    '1\tcat\tmèo\n2\tdog\tchó',
    '• cat - mèo\n• dog - chó',
    '1. cat: mèo\n2. dog: chó',
    'Unit 3\n1. cat - mèo\n2. dog - chó\nUnit 4\n1. hen - gà\n2. cow - bò',
    'Từ,Nghĩa\na) cat,mèo\nb) dog,chó\nd) hen,gà',
    'Mèo - x\n1. FC Köln - y\n2. Bundesliga - z\nHertha - w',
    'Unit 3,Food\nWord,Meaning\nTừ,Nghĩa\nrice,cơm',
    'cat\t\tmèo\ndog\t\tchó',
    'Bài 5\n\nTừ\tNghĩa\tVí dụ\ncat\tmèo\tA cat.',
    'Front, Back\ncat\tmèo\ndog\tchó',
    'cat;mèo;A cat.\ndog;chó;A dog.',
    '# words\ncat;mèo\ndog;chó',
    'sep=;\ncat;mèo, miu\n',
    '#separator:Comma,,\n#html:false,,\n"#columns:Back,Front,Tags",,\n#tags column:3,,\n"mèo, miu",cat,a_b\n',
    '#separator:tab\n#html:true\n#guid column:1\n#tags column:4\ng1\tcat\tmèo\tpets\n',
    '#separator:Pipe\n# a remark\ncat|mèo\n',
    '#separator:Space\ncat mèo\n"big dog" chó',
    '#separator::\ncat:mèo',
    'front,back\ncat,mèo\n"dog, hound\nbird",chó\n',
    'one\ntwo',
    '#separator:tab\n#html:true\n#notetype column:1\nCloze\t{{c1::Hà Nội::capital}} is in <b>{{c2::Vietnam}}</b>.\tAsia &amp; more',
    '#separator:tab\n#html:true\na&nbsp;b<br>c\t<ul><li>x</li><li>y</li></ul>**z**\nx<sup>2</sup>\t<div>a</div><div>b</div>',
    '#separator:tab\n#html:true\n<b>cat</b> [sound:cat.mp3]\t<img src="cat.jpg">mèo\n[sound:dog.mp3]\tchó',
    '#separator:tab\n#html:false\n{{c1::a}} < {{c2,3::b}}\tx',
    'Front,Back\n{{c1::cat}} is mèo,animals\n{{c1::open,x',
    '{{c1::Paris}} is the capital of {{c2::France}}\n{{c3::Hà Nội}} is a city',
    'capital\t{{c1::Paris}} is it\ndog\tchó',
    '{{c0::a}}\tb\n{{c1:x}}\ty\n{{c1::x}\tz\n{{x}}\tw',
    'Text\n{{c1::cat}} is mèo\ndog is {{c1::chó}}, too',
    '#separator:tab\n#html:true\n#tags column:3\n{{c1::cat}} is mèo\t\t\n',
    '#separator:tab\n#guid column:1\n#notetype column:2\ng1\tCloze\t{{c1::cat}} is {{c2::mèo}}\t\t\n',
    'cat -> mèo\ndog --> chó, cún',
    'cat：mèo\ndog：chó',
    'cat，mèo\ndog，chó',
    'cat:mèo; dog:chó',
    'cat:mèo; dog:chó; cow:bò\nbird:chim;',
    'cat:mèo; dog:chó\ncow:bò; bird:chim',
    'apple\t\ttáo\ndog\t\tchó',
    'go\tđi\tI {{c1::go}} home\nrun\tchạy\tI {{c1::run}',
    'a\tb\n{{c1::x}},{{c2::y}}\t"quoted\nlines"',
  ];
  for (const text of texts) {
    const open = async function* () {
      yield Buffer.from(text);
    };
    const read = await readRows(await tableCards(open, undefined));
    const table = readPaste(text, { readHtml: readHtmlOf(text) });
    const cardOf = (values: Record<string, unknown>, fault: string | undefined) =>
      [values.front, values.back, values.example_sentence || '', fault !== undefined].join(' || ');
    t.same(
      rowsOf(table, new Map(), new KnownCards()).map(({ values, fault }) => cardOf(values, fault)),
      read.map(({ values = {}, fault }) => cardOf(values, fault?.code)),
      text,
    );
  }
});

t.test('IMF-37 arrows and wide signs separate where all lines have them once', async (t) => {
  for (const text of [
    'cat -> mèo\ndog -> chó',
    'cat->mèo\ndog->chó',
    'cat → mèo\ndog→chó',
    'cat => mèo\ndog --> chó',
    'cat：mèo\ndog：chó',
    'cat；mèo\ndog；chó',
    'cat，mèo\ndog， chó',
    'cat、mèo\ndog、chó',
    '1. cat → mèo\n2. dog → chó',
  ])
    t.same(sides(text), ['cat || mèo', 'dog || chó'], text);
  t.same(sides('cat -> mèo, miu\ndog -> chó, cún'), ['cat || mèo, miu', 'dog || chó, cún']);
  t.same(
    sides('Bài 5\ncat → mèo\ndog → chó'),
    ['Bài 5 || ', 'cat || mèo', 'dog || chó'],
    'a title is a wrong line',
  );
  t.same(sides('Từ → Nghĩa\ncat → mèo'), ['cat || mèo'], 'also below names');
  for (const [text, expected] of [
    ['2H2 + O2 -> 2H2O; nước\nC + O2 -> CO2; khí', ['2H2 + O2 -> 2H2O || nước', 'C + O2 -> CO2 || khí']],
    ['p->next\tcon trỏ\np->prev\tvề trước', ['p->next || con trỏ', 'p->prev || về trước']],
    ['a -> b - x\nc -> d - y', ['a -> b || x', 'c -> d || y']],
    ['a -> b -> c\nd -> e', ['a -> b -> c || ', 'd -> e || ']],
    ['x = 1\ny = 2', ['x || 1', 'y || 2']],
    ['你好，世界', ['你好，世界 || ']],
    ['a、b、c\nd、e', ['a、b、c || ', 'd、e || ']],
    ['你好，世界;chào\n再见，世界;tạm biệt', ['你好，世界 || chào', '再见，世界 || tạm biệt']],
  ] as [string, string[]][])
    t.same(sides(text), expected, text);
});

t.test('IMF-38 several cards on one line are several cards, or it is said what to do', async (t) => {
  const both = ['cat || mèo', 'dog || chó'];
  for (const text of [
    'cat:mèo; dog:chó',
    'cat: mèo; dog: chó;',
    'cat = mèo; dog = chó',
    'cat -> mèo; dog -> chó',
    'cat：mèo；dog：chó',
  ]) {
    t.same(sides(text), both, text);
    t.same(readPaste(text).parting?.isUnsure, false, text);
  }
  t.same(sides('cat:mèo; dog:chó; cow:bò\nbird:chim'), [...both, 'cow || bò', 'bird || chim']);
  const doubtful = 'Unit 1: Food; Bài 1: Đồ ăn\nUnit 2: Home; Bài 2: Nhà';
  t.same(sides(doubtful), ['Unit 1: Food || Bài 1: Đồ ăn', 'Unit 2: Home || Bài 2: Nhà']);
  t.same(readPaste(doubtful).parting, { sign: ';', isUnsure: true });
  t.same(sides('cat - mèo; dog - chó; cow - bò'), [...both, 'cow || bò']);
  for (const [text, sign] of [
    ['cat - mèo; dog - chó', ';'],
    ['cat: mèo, dog: chó', ','],
    ['cat -> mèo, dog -> chó\ncow -> bò, bird -> chim', ','],
  ] as const)
    t.same(readPaste(text).parting, { sign, isUnsure: true }, text);
  const heads = withHeads(readPaste('cat:mèo; dog:chó'), true);
  t.equal(rowsOf(heads, new Map(), new KnownCards()).length, 1, 'the first is headings');
  for (const text of [
    'EN: cat; VI: mèo\nEN: dog; VI: chó',
    'front: cat; back: mèo',
    '10:30; 11:45',
    'cat: mèo; miu',
    'cat;mèo: miu',
    'http://a.b; https://c.d',
    'a:b\tc; d:e',
    '"a: b; c: d"',
    'cat: mèo, miu; dog',
  ])
    t.equal(readPaste(text).parting, undefined, text);
});

t.test('IMF-39 an empty column before or between the sides is none', async (t) => {
  t.same(sides('apple\t\ttáo\ndog\t\tchó'), ['apple || táo', 'dog || chó']);
  t.same(sides('1\t\tapple\t\ttáo\n2\t\tdog\t\tchó'), ['apple || táo', 'dog || chó']);
  t.same(
    readPaste('apple\ttáo\t\ta fruit').columns,
    ['front', 'back', 'example_sentence', 'definition'],
    'behind them it is',
  );
  t.same(sides('apple\t\ttáo\ndog\tcún\tchó'), ['apple || ', 'dog || cún'], 'one that is filled once is one');
  t.same(sides('apple\t\t'), ['apple || ']);
  t.same(sides('#separator:tab\n#guid column:1\ng1\tcat\t\tmèo\ng2\tdog\t\tchó'), [
    'cat || mèo',
    'dog || chó',
  ]);
});

t.test('MNY-17 a note with gaps is a line for each of them, and each is mended by itself', async (t) => {
  const table = readPaste('{{c1::Hà Nội}} is in {{c2::Vietnam}}\tAsia\n{{c1::Huế\tx\ncat\tmèo');
  const found = rowsOf(table, new Map(), new KnownCards());
  t.same(columns(found, 'key', 'line', 'fault'), [
    ['1', 1, undefined],
    ['1.2', 1, undefined],
    ['2', 2, 'gap'],
    ['3', 3, undefined],
  ]);
  t.same(
    found.map(({ values: { front, back } }) => `${front} || ${back}`),
    [
      '[…] is in Vietnam || Hà Nội is in Vietnam\nAsia',
      'Hà Nội is in […] || Hà Nội is in Vietnam\nAsia',
      '{{c1::Huế || x',
      'cat || mèo',
    ],
  );
  const mended = (front: string) =>
    rowsOf(
      table,
      new Map([
        ['2', { front }],
        ['1.2', { back: 'nước nào?' }],
      ]),
      new KnownCards(),
    );
  t.same(
    columns(mended('Huế'), 'fault').flat(),
    [undefined, undefined, undefined, undefined],
    'until no mark of a gap is left',
  );
  t.equal(mended('{{c1::Huế}}')[2]?.fault, 'gap');
  t.same(
    mended('Huế')
      .map(({ values }) => values.back)
      .slice(0, 2),
    ['Hà Nội is in Vietnam\nAsia', 'nước nào?'],
  );
});

t.test('MNY-18 HTML of Anki’s is read in a paste; what stays behind is named', async (t) => {
  const text =
    '#separator:tab\n#html:true\n#tags column:3\n#tags:all\n' +
    '<b>cat</b>[sound:cat.mp3]\t<img src="cat.jpg">m&egrave;o<br>miu\tpets home\n<i>dog</i>\tchó\tpets';
  t.equal(readPaste('a\tb').isHtml, false);
  t.equal(readPaste(text).isHtml, true, 'what reads it is loaded');
  const table = readPaste(text, { readHtml: ankiText });
  t.same(
    rowsOf(table, new Map(), new KnownCards()).map(({ values: { front, back } }) => [front, back]),
    [
      ['**cat**', 'mèo\nmiu'],
      ['//dog//', 'chó'],
    ],
  );
  t.same(filesOfPaste(table), ['cat.mp3', 'cat.jpg']);
  t.same(table.tags, ['all', 'pets', 'home']);
  const other = withColumn(withSeparator(withHeads(table, false), '\t'), 0, 'back');
  t.equal(
    rowsOf(other, new Map(), new KnownCards())[0]?.values.back,
    '**cat**',
    'also as it is read otherwise',
  );
});

t.test(
  'MNY-16 what stands above headings is no card and is shown; a line in doubt is wrong until it is mended',
  async (t) => {
    const table = readPaste('Bài 5\nTừ\tNghĩa\ncat\tmèo');
    t.same(table.remarks, [{ line: 1, cells: ['Bài 5'] }]);
    const doubtful = readPaste('cat,mèo\nsun,mặt trời\nred, green,đỏ');
    const found = rowsOf(doubtful, new Map(), new KnownCards());
    t.same(columns(found, 'fault'), [[undefined], [undefined], ['wide']]);
    t.same(found.map(isWrong), [false, false, true]);
    const mended = rowsOf(doubtful, new Map([['3', { front: 'red, green', back: 'đỏ' }]]), new KnownCards());
    t.same(mended.map(isWrong), [false, false, false]);
  },
);
