import t from 'tap';
import { tableCards } from '../../../core/deck-import/formats/table-cards.ts';
import {
  isWanted,
  isWrong,
  KnownCards,
  readPaste,
  rowsOf,
  withColumn,
  withHeads,
} from '../../../web/card/many/pasted-cards.ts';
import { NO_CARD } from '../../../web/deck/card-rules.ts';
import { readRows } from '../../deck-import/formats/given-card-files.ts';
import { columns } from '../../harness/columns.ts';

const rows = (text: string, known = new KnownCards()) => rowsOf(readPaste(text), new Map(), known);
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
  t.same(readPaste('a;b\nc;d', ',').columns, ['front', 'back']);
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
  const mended = rowsOf(table, new Map([[2, { back: 'alone' }]]), new KnownCards());
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
    '',
  ];
  for (const text of texts) {
    const open = async function* () {
      yield Buffer.from(text);
    };
    const read = await readRows(await tableCards(open, undefined));
    const table = readPaste(text);
    const cardOf = (values: Record<string, unknown>, fault: string | undefined) =>
      [values.front, values.back, values.example_sentence || '', fault !== undefined].join(' || ');
    t.same(
      rowsOf(table, new Map(), new KnownCards()).map(({ values, fault }) => cardOf(values, fault)),
      read.map(({ values = {}, fault }) => cardOf(values, fault?.code)),
      text,
    );
  }
});

t.test(
  'MNY-16 what stands above headings is no card and is shown; a line in doubt is wrong until it is mended',
  async (t) => {
    const table = readPaste('Bài 5\nTừ\tNghĩa\ncat\tmèo');
    t.equal(readPaste('#html:true\na\t<b>b</b>').isHtml, true, 'only an import reads it');
    t.same(table.remarks, [{ line: 1, cells: ['Bài 5'] }]);
    const doubtful = readPaste('cat,mèo\nsun,mặt trời\nred, green,đỏ');
    const found = rowsOf(doubtful, new Map(), new KnownCards());
    t.same(columns(found, 'fault'), [[undefined], [undefined], ['wide']]);
    t.same(found.map(isWrong), [false, false, true]);
    const mended = rowsOf(doubtful, new Map([[3, { front: 'red, green', back: 'đỏ' }]]), new KnownCards());
    t.same(mended.map(isWrong), [false, false, false]);
  },
);
