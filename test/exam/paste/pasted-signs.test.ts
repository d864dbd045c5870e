import t from 'tap';
import { parseQuestions, remainderOf } from '../../../web/exam/paste/pasted-questions.ts';

const OPTIONS = ['A. Huế', 'B. Hà Nội', 'C. Đà Nẵng', 'D. Vinh'];
const read = (...lines: string[]) => parseQuestions(lines.join('\n'));
const rights = (...lines: string[]) => read(...lines).questions.map((question) => question.correct_option);
/** What is named of each problem. */
const named = (...lines: string[]) =>
  read(...lines).problems.map(({ line, reason, said }) => [line, reason.kind, ...(said ?? [])]);
const texts = (...lines: string[]) =>
  read(...lines).questions.map(({ option_a, option_b, option_c, option_d }) => [
    option_a,
    option_b,
    option_c,
    option_d,
  ]);
const PLAIN = ['Huế', 'Hà Nội', 'Đà Nẵng', 'Vinh'];
/** A paper of as many questions; the right option of each is written so. */
const marked = (count: number, write: (option: string) => string) =>
  Array.from({ length: count }, (_, index) => [
    `Câu ${index + 1}. Where is ${index + 1}?`,
    ...OPTIONS.with(index % 4, write(OPTIONS[index % 4]!)),
    '',
  ]).flat();

t.test('EXM-29 a letter alone below the options is the key', async (t) => {
  for (const letter of ['B', 'b', 'b.', '(B)', '[B]', 'B)', 'b/', 'B:', '**B**', '( B )'])
    for (const gap of [[], ['']]) {
      const lines = ['1. Q?', ...OPTIONS, ...gap, letter, ...gap, '2. R?', ...OPTIONS, ...gap, 'A'];
      t.same(rights(...lines), ['B', 'A'], lines.join(' ⏎ '));
      t.same(texts(...lines), [PLAIN, PLAIN], letter);
      const unnumbered = ['Q?', ...OPTIONS, ...gap, letter, ...gap, 'R?', ...OPTIONS];
      t.same(rights(...unnumbered), ['B', null], unnumbered.join(' ⏎ '));
    }
  t.same(rights('1. Q? A. Huế B. Hà Nội C. Đà Nẵng D. Vinh', 'B'), ['B'], 'below options that share a line');
  for (const below of [
    ['Answer:', 'B'],
    ['Đáp án:', '', 'B. Hà Nội'],
    ['Answer:', 'Hà Nội'],
  ])
    t.same(rights('1. Q?', ...OPTIONS, ...below, '2. R?', ...OPTIONS, 'C'), ['B', 'C'], below.join(' ⏎ '));
  t.same(rights('__B__ 1. Q?', ...OPTIONS, 'A 2. R?', ...OPTIONS), ['B', 'A'], 'ahead of the question');
  const behind = ['1. Q? (B)', ...OPTIONS, '2. R? (A)', ...OPTIONS];
  t.same(rights(...behind, '3. S? (C)', ...OPTIONS), ['B', 'A', 'C'], 'behind every question');
  t.same(rights(...behind), [null, null], 'two may speak of a picture');
  t.same(rights('1. Q?', ...OPTIONS, '1B'), ['B']);
  t.same(named('1. Q?', ...OPTIONS, '2B'), [[6, 'missing']]);
  t.same(read('1. Q? (B)', ...OPTIONS).questions[0]?.question_text, 'Q? (B)', 'not behind one');
});

t.test('EXM-29 a letter alone that may go on with the last option is named', async (t) => {
  const vitamins = ['1. Q?', 'A. vitamin A', 'B. vitamin B', 'C. vitamin C', 'D. vitamin', 'D'];
  t.same(named(...vitamins), [[1, 'doubt', 'D']]);
  const long = `D. ${'a long option '.repeat(5)}`;
  t.same(named('1. Q?', ...OPTIONS.with(3, long), 'B'), [[1, 'doubt', 'B']]);
  t.same(named('1. Q?', ...OPTIONS, 'B', 'Answer: C'), [[1, 'doubt', 'B', 'Answer: C']]);
  t.same(
    named('1. Q?', ...OPTIONS, 'B', 'Answer: B'),
    [[1, 'doubt', 'B', 'Answer: B']],
    'it is one too many',
  );
  t.same(named('1. Q?', ...OPTIONS, 'B C'), [[1, 'answers', 'B C']]);
  t.same(named('1. Q?', ...OPTIONS, 'E'), [[1, 'answer']]);
  t.same(
    named('1. Q?', ...OPTIONS, '2', '2. R?', ...OPTIONS),
    [[1, 'doubt', 'D. Vinh 2']],
    'a page, or a place',
  );
  t.same(texts('1. Q?', ...OPTIONS.map((option) => `${option}\n2`)), [PLAIN.map((text) => `${text}\n2`)]);
  t.same(texts('1. Q?', 'A. x', 'B. vitamin', 'B', 'C. y', 'D. z'), [['x', 'vitamin\nB', 'y', 'z']]);
});

t.test(
  'EXM-30 an asterisk behind one option alone is named, behind one of every question a mark',
  async (t) => {
    t.same(named('1. Q?', 'A. 3', 'B. 4', 'C. 5*', 'D. 6'), [[1, 'doubt', 'C. 5*']]);
    t.same(named('1. Q?', ...OPTIONS.with(1, 'B. Hà Nội *'), '2. R?', ...OPTIONS), [
      [1, 'doubt', 'B. Hà Nội *'],
    ]);
    t.same(named('1. Q?', ...OPTIONS.with(0, 'A. 10 đ*'), '* with taxes'), [[1, 'doubt', 'A. 10 đ*']]);
    t.same(texts('1. Q?', 'A. a', 'B. a*', 'C. b', 'D. c'), [['a', 'a*', 'b', 'c']], 'a twin without it');
    t.same(named('1. Q?', 'A. 3*', 'B. 4*', 'C. five', 'D. two'), [[1, 'answers', 'A. 3*', 'B. 4*']]);
    for (const behind of ['*', ' *']) {
      const lines = marked(2, (option) => option + behind);
      t.same(rights(...lines), ['A', 'B'], behind);
      t.same(texts(...lines), [PLAIN, PLAIN], behind);
    }
    t.same(
      named(...marked(2, (option) => `${option}*`), 'Key: 1C 2D')[0]?.[1],
      'answers',
      'a key says otherwise',
    );
    t.same(
      texts(...marked(2, (option) => `${option}*`), 'Key: 1A 2B')[0]?.[0],
      'Huế*',
      'a key has the answers',
    );
  },
);

t.test('EXM-30 an asterisk before a text that the question has elsewhere is named', async (t) => {
  const pointer = ['A. &p', 'B. *p', 'C. q', 'D. r'];
  t.same(named('1. Q?', ...pointer), [[1, 'doubt', 'B. *p']]);
  t.same(named('1. int *p; what is it?', 'A. x', 'B. *p', 'C. q', 'D. r'), [[1, 'doubt', 'B. *p']]);
  t.same(rights('1. Q?', ...OPTIONS.with(1, 'B. *Hà Nội')), ['B']);
});

t.test(
  'EXM-30 a sign before one letter of every question is the mark, of one question it is named',
  async (t) => {
    for (const sign of ['+', '=', '#', '>>', '>', 'x ', 'X ', 'v ', '@', '(+)', '[+]', '++', '★', '√ ']) {
      const lines = marked(3, (option) => sign + option);
      t.same(rights(...lines), ['A', 'B', 'C'], sign);
      t.same(texts(...lines), [PLAIN, PLAIN, PLAIN], sign);
      const one = ['1. Q?', ...OPTIONS.with(1, `${sign}B. Hà Nội`), '2. R?', ...OPTIONS];
      t.same(named(...one), [[1, 'doubt', `${sign}B. Hà Nội`]], sign);
      t.same(named('1. Q?', ...OPTIONS.with(1, `${sign}B. Hà Nội`), 'Answer: A')[0]?.[1], 'answers', sign);
    }
    t.same(rights('1. Q?', ...OPTIONS.with(1, '+B. Hà Nội')), ['B'], 'one question is every question');
    for (const [right, wrong] of [
      ['=', '~'],
      ['+', '-'],
    ])
      t.same(
        rights(
          '1. Q?',
          ...OPTIONS.map((option) => `${option[0] === 'B' ? right : wrong}${option}`),
          '2. R?',
          ...OPTIONS,
        ),
        ['B', null],
        `${right} among ${wrong}`,
      );
    for (const bullet of ['-', '•', '~'])
      t.same(named(...marked(2, (option) => `${bullet} ${option}`)).length, 2, `${bullet} marks nothing`);
    for (const sign of ['+', '=', '-', '~'])
      t.same(rights('1. Q?', ...OPTIONS.map((option) => `${sign} ${option}`)), [null], 'all have it');
    const rows = ['+ A. Huế    B. Hà Nội', '+ C. Đà Nẵng    D. Vinh'];
    t.same(rights('1. Q?', ...rows), [null], 'the bullet of a line');
    t.same(rights('1. Q?', '+ A. Huế    B. Hà Nội    C. Đà Nẵng    D. Vinh'), [null]);
  },
);

t.test('EXM-30 a sign within the text is a mark in three questions, and else stays', async (t) => {
  for (const write of [
    (option: string) => option.replace('. ', '. #'),
    (option: string) => option.replace('. ', '. ='),
    (option: string) => `${option} (x)`,
  ]) {
    const lines = marked(3, write);
    t.same(rights(...lines), ['A', 'B', 'C'], lines.join(' ⏎ '));
    t.same(texts(...lines), [PLAIN, PLAIN, PLAIN], lines.join(' ⏎ '));
  }
  for (const behind of [' x', ' +', ' #', ' v'])
    t.same(
      named(...marked(3, (option) => option + behind)).map(([, kind]) => kind),
      ['doubt', 'doubt', 'doubt'],
      behind,
    );
  t.same(texts('1. Q?', 'A. +1', 'B. -1', 'C. 0', 'D. =5'), [['+1', '-1', '0', '=5']]);
  t.same(texts('1. Q?', 'A. =SUM(A1)', 'B. x', 'C. y', 'D. z'), [['=SUM(A1)', 'x', 'y', 'z']]);
  const numbers = [1, 2, 3].flatMap((number) => [`${number}. Q?`, 'A. +1', 'B. 1', 'C. 0', 'D. 5']);
  t.same(rights(...numbers), [null, null, null], 'signs of numbers');
});

t.test('EXM-30 underlined and bold letters are marks', async (t) => {
  for (const write of [
    ([letter, ...rest]: string) => `<u>${letter}</u>${rest.join('')}`,
    (option: string) => `<u>${option}</u>`,
    (option: string) => `<b>${option}</b>`,
    (option: string) => `<strong>${option.slice(0, 2)}</strong>${option.slice(2)}`,
    (option: string) => `__${option}__`,
    ([letter, ...rest]: string) => `${letter}\u0332${rest.join('')}`,
    (option: string) => `**${option.slice(0, 2)}**${option.slice(2)}`,
    (option: string) => `✔️ ${option}`,
    (option: string) => `${option} ✔️`,
    (option: string) => `👉 ${option}`,
  ]) {
    const lines = marked(2, write);
    t.same(rights(...lines), ['A', 'B'], lines.join(' ⏎ '));
    t.same(texts(...lines), [PLAIN, PLAIN], lines.join(' ⏎ '));
  }
});

t.test('EXM-33 questions of GIFT with one right and three wrong answers are read', async (t) => {
  const gift =
    '::Q1:: Where? {=Hà Nội ~Huế ~Vinh ~a\\=b}\n\n::Q2:: Why?\n{\n~x\n~y\n=z\n~t\n}\n\nWho?{~a ~b ~c =d}';
  const { questions, problems } = parseQuestions(gift);
  t.same(problems, []);
  t.same(
    questions.map((one) => [one.line, one.question_text, one.option_a, one.option_d, one.correct_option]),
    [
      [1, 'Where?', 'Hà Nội', 'a=b', 'A'],
      [3, 'Why?', 'x', 't', 'C'],
      [11, 'Who?', 'a', 'd', 'D'],
    ],
  );
  for (const other of [
    'Q {=a ~b ~c}',
    'Q {T}',
    'Q {=a#right ~b ~c ~d}',
    'Q {~%50%a ~%50%b ~c ~d}',
    'Q {=a =b ~c ~d}',
  ]) {
    t.same(rights(other), [], other);
    t.equal(remainderOf(other, 0, 'Answer:'), other, 'it stays in the box');
  }
  t.same(rights('1. Q?', '~Huế', '=Hà Nội', '~Vinh', '~Đà Nẵng'), ['B']);
});
