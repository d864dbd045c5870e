import t from 'tap';
import { parseQuestions, remainderOf } from '../../../web/exam/paste/pasted-questions.ts';

const PLAIN = ['Huế', 'Hà Nội', 'Đà Nẵng', 'Vinh'];
const OPTIONS = PLAIN.map((text, place) => `${'ABCD'[place]}. ${text}`);
const read = (...lines: string[]) => parseQuestions(lines.join('\n'));
const rights = (...lines: string[]) => read(...lines).questions.map((question) => question.correct_option);
const named = (...lines: string[]) => read(...lines).problems.map(({ line, reason }) => [line, reason.kind]);
/** The question, its options and its key. */
const whole = (...lines: string[]) =>
  read(...lines).questions.map((one) => [
    one.question_text,
    [one.option_a, one.option_b, one.option_c, one.option_d],
    one.correct_option,
  ]);

/** The letter of an option, with what stands around it. */
const SPELLINGS = [
  '[#]',
  '<#>',
  '{#}',
  '【#】',
  '(#)',
  '( # )',
  '#:',
  '# :',
  '# -',
  '#-',
  '# –',
  '# —',
  '#,',
  '#;',
]
  .concat(['#/', '#]', '#>', '#=', '#.', '#)', '# )', '# .', '#.)', '#.-', '#'])
  .concat(['• #.', '- #)']);

t.test('EXM-31 options are read as teachers spell them, where all four agree', async (t) => {
  for (const spelling of SPELLINGS)
    for (const letters of ['ABCD', 'abcd']) {
      if (spelling === '#' && letters === 'abcd') continue;
      const options = PLAIN.map((text, place) => `${spelling.replace('#', letters[place]!)} ${text}`);
      const right = [['Q?', PLAIN, 'B']];
      t.same(whole('Câu 1. Q?', ...options, 'Đáp án: B'), right, options.join(' ⏎ '));
      if (spelling === '#') continue;
      const wide = [options.slice(0, 2).join('    '), options.slice(2).join('\t')];
      for (const lines of [
        [options.join(' ')],
        wide,
        [options.slice(0, 2).join(' '), options.slice(2).join(' ')],
      ])
        t.same(whole('Câu 1. Q?', ...lines, 'Đáp án: B'), right, lines.join(' ⏎ '));
      t.same(whole(`Câu 1. Q? ${options.join(' ')}`, 'Đáp án: B'), right, options.join(' '));
    }
  for (const mark of [';', ','])
    for (const line of [`Câu 1: Q? ${OPTIONS.join(`${mark} `)}`, `Câu 1: Q?\n${OPTIONS.join(`${mark} `)}`])
      t.same(whole(line, 'Đáp án: B'), [['Q?', PLAIN, 'B']], line);
  t.same(whole('Câu 1. Q? A. Huế B. Hà Nội', 'C. Đà Nẵng D. Vinh'), [['Q?', PLAIN, null]]);
  t.same(whole('Câu 1. Q?', 'A. Huế B. Hà Nội C. Đà Nẵng', 'D. Vinh'), [['Q?', PLAIN, null]]);
  t.same(rights('1. Q?', '- [ ] x', '- [x] y', '- [ ] z', '- [ ] t'), ['B']);
  t.same(whole('Question 1. What is 1?', '○ Huế', '● Hà Nội', '○ Đà Nẵng', '○ Vinh')[0]?.slice(1), [
    PLAIN,
    'B',
  ]);
});

t.test('EXM-31 what only looks like options stays in the question', async (t) => {
  for (const above of [
    ['A: Hello', 'B: ___', 'A: Bye'],
    ['A: Hello', 'B: Hi', 'C: How are you?', 'D: Fine'],
    ['[A] 1', '[B] 2', '[C] 3', '[D] 4'],
    ['(1) x', '(2) y', '(3) z', '(4) t'],
    ['1) x', '2) y', '3) z', '4) t'],
    ['□ x', '□ y', '□ z', '□ t'],
  ]) {
    const { questions, problems } = read('Câu 1. What follows?', ...above, ...OPTIONS, 'Đáp án: A');
    t.equal(questions[0]?.question_text, ['What follows?', ...above].join('\n'));
    t.same(problems, []);
  }
  const choose = 'Mark the letter A, B, C, or D on your sheet.';
  t.equal(read(`1. ${choose}`, ...OPTIONS).questions[0]?.question_text, choose);
  t.same(whole('1. Q?', 'A. Vitamin B. It is good', ...OPTIONS.slice(1))[0]?.[1], [
    'Vitamin B. It is good',
    ...PLAIN.slice(1),
  ]);
  t.same(whole('1. When?', 'a. a.m. or p.m.    b. E. coli', 'c. x    d. y'), [
    ['When?', ['a.m. or p.m.', 'E. coli', 'x', 'y'], null],
  ]);
  t.same(named('PHẦN II. Trong mỗi ý a), b), c), d) chọn đúng hoặc sai'), [[1, 'missing']]);
});

t.test('EXM-31 numbers are options where the answer below is one of them', async (t) => {
  for (const [open, mark] of [
    ['', ')'],
    ['', '.'],
    ['(', ')'],
  ])
    t.same(
      whole('Câu 1. Q?', ...PLAIN.map((text, place) => `${open}${place + 1}${mark} ${text}`), 'Đáp án: 2'),
      [['Q?', PLAIN, 'B']],
      `${open}1${mark}`,
    );
  t.same(rights('Câu 1. Q?', '1) 2', '2) 3', '3) 4', '4) 5', 'Đáp án: 2'), [], 'a number that is an option');
  t.same(rights('Câu 1. Q?', '1) a', '2) b', '3) c', '4) d'), [], 'without an answer it may be anything');
});

t.test('EXM-31 a fifth option is named, however it is written', async (t) => {
  for (const fifth of ['E. Cần Thơ', 'E.Cần Thơ', 'e) Cần Thơ'])
    t.same(named('1. Q?', ...OPTIONS, fifth), [[1, 'more']], fifth);
  t.same(named('1. Q?', ...PLAIN.map((text, place) => `${'ABCD'[place]}: ${text}`), 'E: x'), [[1, 'more']]);
  t.same(named(`1. Q? ${OPTIONS.join(' ')} E. Cần Thơ`), [[1, 'more']]);
  t.same(named(`1. Q?\n${OPTIONS.join('    ')}    E. Cần Thơ`), [[1, 'more']]);
});

const HEAD = 'Câu hỏi\tA\tB\tC\tD';
const ROW = 'Q?\tx\ty\tz\tt';

t.test('EXM-32 the key of a table stands in the one column without a heading', async (t) => {
  t.same(rights(`${HEAD}\t`, `${ROW}\tB`, `${ROW}\tC`), ['B', 'C']);
  t.same(rights('Câu hỏi\t\tA\tB\tC\tD', 'Q?\tB\tx\ty\tz\tt'), ['B'], 'wherever it stands');
  t.same(rights('Câu hỏi;A;B;C;D;', 'Q?;x;y;z;t;B'), ['B'], 'of a file');
  t.same(rights(`${HEAD}\t`, `${ROW}\ty`, `${ROW}\tz`), ['B', 'C'], 'options');
  t.same(named(`${HEAD}\t`, `${ROW}\tB`, `${ROW}\thard`), [[3, 'answer']], 'another cell is named');
  for (const [head, cells] of [
    ['\t', ['easy', 'hard']],
    ['\t', ['1', '1']],
    ['\t\t', ['B\tA', 'C\tA']],
    ['\tGroup', ['A', 'B']],
  ] as const)
    t.same(
      rights(HEAD + head, ...cells.map((cell) => `${ROW}\t${cell}`)),
      [null, null],
      'the teacher is asked',
    );
  t.same(rights(`${HEAD}\tĐáp án\tKey`, `${ROW}\tB\tB`), ['B']);
  t.same(named(`${HEAD}\tĐáp án\tKey`, `${ROW}\tB\tC`), [[2, 'answers']]);
  t.same(rights(`${HEAD}\tĐáp án\tSolution`, `${ROW}\tB\tbecause`), ['B'], 'an explanation');
});

t.test('EXM-32 places are read under the heading of a key, unless options are numbers', async (t) => {
  t.same(rights(`${HEAD}\tĐáp án`, `${ROW}\t2`, `${ROW}\t3`), ['B', 'C']);
  t.same(rights(`${HEAD}\tĐáp án`, `${ROW}\t0`, `${ROW}\t3`), [], 'counted from 0, perhaps');
  t.same(rights(`${HEAD}\tĐáp án`, 'Q?\t5\t6\t7\t8\t2'), []);
  t.same(rights(`${ROW}\t2`, `${ROW}\t3`), [], 'without headings');
});

t.test('EXM-32 titles above a table and letters in its cells are none of its questions', async (t) => {
  for (const title of ['BANK', 'BANK\t\t\t\t\t', 'BANK\n']) {
    const text = `${title}\nSTT\tCâu hỏi\tĐáp án\tA\tB\tC\tD\n1\tQ?\tB\tx\ty\tz\tt\n2\tR?\tE\tx\ty\tz\tt`;
    t.same(whole(text), [['Q?', ['x', 'y', 'z', 't'], 'B']], title);
    t.match(remainderOf(text, 1, 'Answer:'), /STT\tCâu hỏi.*2\tR\?\tE/s, 'the headings stay with the rest');
  }
  t.same(whole(`${HEAD}\tKey`, 'Q?\tA. x\tB. y\tC. z\tD. t\tB'), [['Q?', ['x', 'y', 'z', 't'], 'B']]);
  t.same(whole(HEAD, 'Q?\tA. x\ty\tz\tt')[0]?.[1], ['A. x', 'y', 'z', 't'], 'all or none');
});

t.test('EXM-32 tables of Markdown are read, as questions and as a key', async (t) => {
  const paper = ['1. Q?', ...OPTIONS, '', '2. R?', ...OPTIONS, ''];
  for (const key of [
    ['| 1 | 2 |', '|---|---|', '| B | A |'],
    ['| Câu | 1 | 2 |', '|:-:|---|--:|', '| Đáp án | B | A |'],
    ['| Câu | Đáp án |', '|---|---|', '| 1 | B |', '| 2 | A |'],
    ['## Đáp án', '', '| **Câu** | **ĐA** | Câu | ĐA |', '|---|---|---|---|', '| **1** | **B** | 2 | A |'],
    ['Câu | Đáp án', '--- | ---', '1 | B', '2 | A'],
    ['1', 'B', '2', 'A'],
    ['[1] B [2] A'],
  ]) {
    t.same(rights(...paper, ...key), ['B', 'A'], key.join(' ⏎ '));
    t.same(named(...paper, ...key), [], key.join(' ⏎ '));
  }
  const table = [
    '| Câu hỏi | A | B | C | D | Đáp án |',
    '|---|---|---|---|---|---|',
    '| Q? | x | y \\| u | z | t | **B** |',
  ];
  t.same(whole(...table), [['Q?', ['x', 'y | u', 'z', 't'], 'B']]);
  t.equal(
    remainderOf([...table, '| R? | x | y | z | t | E |'].join('\n'), 1, 'Answer:'),
    [...table.slice(0, 2), '| R? | x | y | z | t | E |'].join('\n'),
  );
  t.same(named('Here:', ...table, '', 'Good luck'), [
    [1, 'missing'],
    [6, 'missing'],
  ]);
  const within = ['1. See', '| x | 1 |', '|---|---|', '| y | A |', 'What?', ...OPTIONS];
  t.equal(read(...within).questions[0]?.question_text, within.slice(0, 5).join('\n').slice(3));
});

t.test('EXM-34 the indentation within a question and its options is kept', async (t) => {
  const code = ['def f(x):', '    if x:', '\treturn 1', '    return 2'];
  t.equal(read('1. What?', ...code, ...OPTIONS).questions[0]?.question_text, `What?\n${code.join('\n')}`);
  t.equal(
    read('1. What?', ...code.map((line) => `    ${line}`), ...OPTIONS).questions[0]?.question_text,
    `What?\n${code.join('\n')}`,
    'a whole block goes to the margin',
  );
  t.same(
    whole('1. Q?', 'A. if x:', '       y()', 'B. an option', '   that goes on', 'C. z', 'D. t')[0]?.[1],
    ['if x:\n    y()', 'an option\nthat goes on', 'z', 't'],
  );
  const indented = ['1. What?', ...code, ...OPTIONS].map((line) => `  ${line}`);
  t.equal(read(...indented).questions[0]?.question_text, `What?\n${code.join('\n')}`, 'an indented paper');
  const fenced = ['```', 'a = 1', '', '# 2. b', 'A: c', 'B: c', 'C: c', 'D: c', '```'];
  t.same(whole('1. What?', ...fenced, ...OPTIONS), [[`What?\n${fenced.join('\n')}`, PLAIN, null]]);
  t.equal(
    read('1. What?', '```', ...OPTIONS, '2. R?', ...OPTIONS).questions.length,
    2,
    'a fence without an end',
  );
});

t.test('EXM-35 numbers of pages and codes of papers are in no question, and named', async (t) => {
  for (const foot of [
    'Trang 1/4 - Mã đề 101',
    'Mã đề 101',
    'Mã đề: 101   Trang 2/4',
    'Đề số 1 - Trang 2',
    '2/4 - Mã đề 101',
    'Page 1 of 4',
    '--- PAGE 2 ---',
    '- 1 -',
    '(Đề thi có 04 trang)',
  ]) {
    const [first, ...rest] = OPTIONS;
    const text = ['1. Where', foot, 'is it?', first!, foot, ...rest, foot, '2. R?', ...OPTIONS].join('\n');
    t.same(whole(text), [
      ['Where\nis it?', PLAIN, null],
      ['R?', PLAIN, null],
    ]);
    t.same(
      named(text).map(([line]) => line),
      [2, 5, 9],
      foot,
    );
    t.equal(remainderOf(text, 2, 'Answer:'), [foot, foot, foot].join('\n\n'));
    t.match(remainderOf(text, 0, 'Answer:'), ['1. Where', 'is it?', ...OPTIONS].join('\n'));
  }
});

t.test('EXM-35 headings, instructions and passages below the options are named', async (t) => {
  for (const apart of [
    'ĐỌC HIỂU',
    'Đọc đoạn văn sau và trả lời câu hỏi từ 2 đến 3',
    'Read the passage and choose.',
    'Trường THPT Lê Lợi',
    'B. TỰ LUẬN',
    'C. GRAMMAR',
  ]) {
    const lines = ['1. Q?', ...OPTIONS, apart, '2. R?', ...OPTIONS, 'Answer: A'];
    t.same(whole(...lines), [
      ['Q?', PLAIN, null],
      ['R?', PLAIN, 'A'],
    ]);
    t.same(named(...lines), [[6, 'missing']], apart);
  }
  for (const [answer, why] of [
    ['✅ **Đáp án: B**', '**Giải thích:** vì thế.'],
    ['**Đáp án:** B', '💡 **Giải thích:** vì thế.'],
  ] as const) {
    const lines = ['### Câu 1: Q?', ...OPTIONS, answer, why, '---', '1. **R?**', ...OPTIONS];
    t.same(whole(...lines), [
      ['Q?', PLAIN, 'B'],
      ['R?', PLAIN, null],
    ]);
    t.same(named(...lines), [[7, 'missing']], 'as chats write it');
  }
  const explained = ['1. Q?', ...OPTIONS, 'Lời giải', 'Ta có Hà Nội.', 'Vậy chọn B.', '2. R?', ...OPTIONS];
  t.same(rights(...explained), ['B', null]);
  t.same(rights('1. Q?', ...OPTIONS, 'Chọn B vì là thủ đô'), ['B']);
  t.same(named('1. Q?', 'A. x', 'B. y', 'C. z', 'D. t', '5. tháng', 'Câu 2. R?', ...OPTIONS), [
    [6, 'missing'],
  ]);
});

t.test('EXM-35 a question of true and false statements is named', async (t) => {
  const statements = ['a) x > 0', 'b) y < 0', 'c) z = 1', 'd) t = 2'];
  const part = 'PHẦN II. Câu trắc nghiệm đúng sai';
  t.same(named(part, 'Câu 1. Cho hàm số', ...statements, 'PHẦN III. Khác', 'Câu 2. Q?', ...OPTIONS), [
    [1, 'missing'],
    [2, 'statements'],
    [7, 'missing'],
  ]);
  t.same(rights(part, 'Câu 1. Q?', ...OPTIONS), [null], 'options in capitals are options');
  t.same(named('Câu 1. Q?', ...statements.map((one) => `${one}. Đúng`)), [[1, 'statements']]);
  const both = ['A. Cả hai đúng', 'B. Cả hai sai', 'C. (1) đúng, (2) sai', 'D. (1) sai, (2) đúng'];
  t.same(rights('1. Q?', ...both), [null]);
});

t.test('EXM-35 questions without a text have the instruction above them', async (t) => {
  const instruction = 'Choose the word that sounds otherwise.';
  const [maps, played] = [
    ['A. maps', 'B. cats', 'C. dogs', 'D. books'],
    ['A. played', 'B. cooked', 'C. rained', 'D. opened'],
  ];
  for (const lines of [
    [instruction, 'Question 1.', ...maps!, 'Question 2:', ...played!],
    [instruction, `Question 1. ${maps!.join(' ')}`, `Question 2. ${played!.join(' ')}`],
    [instruction, `1. ${maps!.join('\t')}`, `2. ${played!.join('\t')}`],
  ]) {
    t.same(
      whole(...lines, 'Key: 1C 2B').map(([question, , right]) => [question, right]),
      [
        [instruction, 'C'],
        [instruction, 'B'],
      ],
      lines.join(' ⏎ '),
    );
    t.same(named(...lines), []);
  }
  t.same(named('KIỂM TRA 15 PHÚT', `Câu 1. ${maps!.join(' ')}`).length, 2, 'a title is none');
});

t.test('EXM-31 papers of many signs are read in no time', async (t) => {
  for (const piece of [
    'A: ',
    '[A] ',
    '{=',
    '~x ',
    '| ',
    '|-',
    '\n',
    '\n\n',
    'A. x\n',
    '<u>A',
    'Mã đề 1 ',
    '1/2 ',
    'A; ',
  ]) {
    const began = performance.now();
    parseQuestions(`1. Q?\n${OPTIONS.join('\n')}\n${piece.repeat(100_000 / piece.length)}`);
    t.ok(performance.now() - began < 2_500, JSON.stringify(piece));
  }
});
