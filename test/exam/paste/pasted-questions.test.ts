import t from 'tap';
import { parseQuestions, remainderOf } from '../../../web/exam/paste/pasted-questions.ts';

const capital = (line: number, changes: object = {}) => ({
  line,
  question_text: 'Capital of Vietnam?',
  option_a: 'Huế',
  option_b: 'Hà Nội',
  option_c: 'Đà Nẵng',
  option_d: 'Vinh',
  correct_option: 'B',
  ...changes,
});
const OPTIONS = ['A. Huế', 'B. Hà Nội', 'C. Đà Nẵng', 'D. Vinh'];
const read = (...lines: string[]) => parseQuestions(lines.join('\n'));
const reasons = (...lines: string[]) =>
  read(...lines).problems.map(({ line, reason }) => ({ line, ...reason }));

/** One question, written in the usual ways. */
const WAYS: [what: string, written: string[][]][] = [
  [
    'numbered',
    ['1. ', '1) ', 'Câu 1: ', 'câu 1. ', 'Câu 1 ', 'CÂU HỎI 1: ', 'Question 1: ', 'Q1. '].map((number) => [
      `${number}Capital of Vietnam?`,
      ...[...OPTIONS, 'Answer: B'],
    ]),
  ],
  [
    'with options that are marked',
    ['#.', '#)', '(#)', '# .', '#/'].map((mark) => [
      'Capital of Vietnam?',
      ...OPTIONS.map((option) => `${mark.replace('#', option[0]!)} ${option.slice(3)}`),
      'Answer: B',
    ]),
  ],
  [
    'as word processors paste their lists',
    [['1.\tCapital of Vietnam?', 'a.\tHuế', 'b)Hà Nội', 'c) Đà Nẵng', 'D.Vinh', 'answer: b']],
  ],
  [
    'with options that share a line',
    [
      ['1. Capital of Vietnam? A. Huế *B. Hà Nội C. Đà Nẵng D. Vinh'],
      ...[
        ['A. Huế B. Hà Nội C. Đà Nẵng D. Vinh'],
        ['A. Huế\tB. Hà Nội\t\tC. Đà Nẵng\tD. Vinh'],
        ['A. Huế    B. Hà Nội', 'C. Đà Nẵng    D. Vinh'],
      ].map((lines) => ['1. Capital of Vietnam?', ...lines, 'Answer: B']),
    ],
  ],
  [
    'with a line that tells the answer',
    [
      ...['Answer: B', 'answer: (b)', 'Answer : B.', 'ANSWER – B. Hà Nội', 'The correct answer is B'],
      ...['Key: B', 'Đáp án: B', 'đáp án đúng là: B', 'ĐÁP ÁN B', 'Trả lời: B'],
    ].map((answer) => ['1. Capital of Vietnam?', ...OPTIONS, answer]),
  ],
  [
    'with an asterisk',
    ['*B. Hà Nội', '* B. Hà Nội', 'B. *Hà Nội', '*b) Hà Nội'].map((marked) => [
      '1. Capital of Vietnam?',
      ...OPTIONS.with(1, marked),
    ]),
  ],
];

t.test('questions are read in the usual ways, with their options and answers', async (t) => {
  for (const [what, written] of WAYS)
    for (const lines of written)
      t.same(read(...lines), { questions: [capital(1)], problems: [] }, `${what}: ${lines.join(' ⏎ ')}`);
  const [vitamin] = read(
    '1. What helps?',
    'A. Vitamin B. It is good',
    ...OPTIONS.slice(1),
    'Answer: A',
  ).questions;
  t.equal(vitamin?.option_a, 'Vitamin B. It is good');
});

t.test('questions without numbers are told apart', async (t) => {
  const both = [capital(1), capital(8)];
  const one = ['Capital of Vietnam?', ...OPTIONS, 'Answer: B'];
  t.same(read(...one, '', ...one).questions, both);
  t.same(read(...one, ...one).questions, [capital(1), capital(7)]);
  const starred = ['Capital of Vietnam?', ...OPTIONS.with(1, '*B. Hà Nội')];
  t.same(read(...starred, ...starred), { questions: [capital(1), capital(6)], problems: [] });
  t.same(
    read(...starred, '', 'Capital of', 'Vietnam?', ...starred.slice(1)).questions[1]?.question_text,
    'Capital of\nVietnam?',
  );
});

t.test('texts may go on over several lines, with numbers of their own', async (t) => {
  const long = ['5. Which are right?', '1. Huế is a capital.', '2. Vinh is a city.', '', 'Choose one.'];
  const options = ['A. only', 'the first', 'B. the second', 'C. both', 'D. none', 'Answer: B'];
  const { questions, problems } = read(
    ...long,
    ...options,
    '6. Capital of Vietnam?',
    ...OPTIONS,
    'Answer: B',
  );
  const question_text = 'Which are right?\n1. Huế is a capital.\n2. Vinh is a city.\nChoose one.';
  const read5 = { option_a: 'only\nthe first', option_b: 'the second', option_c: 'both', option_d: 'none' };
  t.same(questions, [{ line: 1, question_text, ...read5, correct_option: 'B' }, capital(12)]);
  t.same(problems, []);
  t.equal(read('Câu 1:', 'Capital of Vietnam?', ...OPTIONS, 'Answer: B').questions[0]?.line, 1);
  t.equal(
    read('1. When?', 'A. 3.5 a.m.', 'B. D.C. time', 'C. 10:30', 'D. 7', 'Answer: B').questions[0]?.option_b,
    'D.C. time',
  );
});

t.test('what is no question is named by its line, with the reason', async (t) => {
  const question = '1. Capital of Vietnam?';
  t.same(reasons(question, ...OPTIONS, 'Answer: E'), [{ line: 1, kind: 'answer', found: 'E' }]);
  t.same(reasons(question, ...OPTIONS, 'Đáp án: Bà Rịa'), [{ line: 1, kind: 'answer', found: 'Bà Rịa' }]);
  t.same(reasons(question, ...OPTIONS, '', '*A. Huế'), [{ line: 1, kind: 'twice', part: 'A' }]);
  t.same(reasons(question, '*A. Huế', ...OPTIONS.slice(1), 'Answer: B'), [{ line: 1, kind: 'answers' }]);
  t.same(reasons(question, ...OPTIONS, 'E. Cần Thơ', 'Answer: B'), [{ line: 1, kind: 'more' }]);
  t.same(reasons('1.', 'A. x', 'B.', 'Answer: A'), [
    { line: 1, kind: 'missing', parts: ['question', 'B', 'C', 'D'] },
  ]);
  t.same(reasons(...OPTIONS, 'Answer: B'), [{ line: 1, kind: 'stray' }]);
  t.same(reasons('Answer: B', question, ...OPTIONS, 'Answer: B'), [{ line: 1, kind: 'stray' }]);
});

t.test('the good ones are read between the bad ones', async (t) => {
  const { questions, problems } = read(
    'ĐỀ KIỂM TRA 15 PHÚT',
    'Câu 1: Capital of Vietnam?',
    ...OPTIONS,
    'Đáp án: B',
    'Câu 2: Half a question',
    'A. x',
    'Câu 3: Capital of Vietnam?',
    ...OPTIONS,
    'Đáp án: B',
  );
  t.same(questions, [capital(2), capital(10)]);
  t.same(
    problems.map(({ line, text, reason }) => [line, text, reason.kind]),
    [
      [1, 'ĐỀ KIỂM TRA 15 PHÚT', 'missing'],
      [8, 'Half a question', 'missing'],
    ],
  );
});

t.test('nothing is read out of nothing, and much is read quickly', async (t) => {
  t.same(parseQuestions(' \n\t\n'), { questions: [], problems: [] });
  const many = Array.from({ length: 2_000 }, () =>
    ['Capital of Vietnam?', ...OPTIONS, 'Answer: B'].join('\n'),
  );
  t.equal(parseQuestions(many.join('\n')).questions.length, 2_000);
  t.equal(parseQuestions(`"${'""'.repeat(200_000)}\t`).problems.length, 1);
});

/** Questions with these numbers, without a mark. */
const paper = (...numbers: number[]) =>
  numbers.flatMap((number) => [`Câu ${number}: Where is ${number}?`, ...OPTIONS, '']);
const rights = (...lines: string[]) => read(...lines).questions.map((question) => question.correct_option);

t.test('EXM-24 the key at the end of a paper is read in the usual ways', async (t) => {
  for (const key of [
    ['1.A 2.B 3.C'],
    ['1A 2B 3C'],
    ['1A2B3C'],
    ['1. A', '2. B', '3. C'],
    ['1. a; 2. b; 3. c.'],
    ['1-A, 2-B, 3-C'],
    ['1 – A   2 – B   3 – C'],
    ['1.A\t2.B', '', '3.C'],
    ['1) (A) | 2) (B) | 3) (C)'],
    ['Câu 1: A Câu 2: B Câu 3: C'],
    ['Câu 1: A', 'Câu 2: B', 'Câu 3: C'],
    ['Câu 1: Chọn A', 'Câu 2. Đáp án: B', 'Câu 3: đáp án C'],
    ['Question 1. A', 'Question 2. B', 'Question 3. C'],
    ['Đáp án: 1-A, 2-B, 3-C'],
    ['ĐÁP ÁN ĐỀ 101: 1A 2B 3C'],
    ['--- HẾT ---', '', 'ĐÁP ÁN', '1.A', '2.B 3.C'],
    ['Answer key', '', '1. A 2. B 3. C'],
    ['Answers:', '1. A', '', '2. B', '', '3. C'],
    ['KEY: 1A 2B 3C'],
    ['ĐÁP ÁN ĐỀ KIỂM TRA 15 PHÚT', '1A 2B 3C'],
    ['BẢNG ĐÁP ÁN', 'Câu\t1\t2\t3', 'Đáp án\tA\tB\tC'],
    ['BẢNG ĐÁP ÁN', 'Câu\t1\t2', 'Đ/A\tA\tB', 'Câu\t3', 'Đ/A\tC'],
    ['\t1\t2\t3', 'Đáp án\tA\tB\tC\t'],
    ['1\t2\t3', 'A\tB\tC'],
    ['1 2 3', 'A B C'],
    ['Câu 1 2 3', 'Đáp án A B C'],
    ['Câu\tĐáp án', '1\tA', '2\tB', '3\tC'],
    ['Câu\tĐáp án\tCâu\tĐáp án', '1\tA\t3\tC', '2\tB\t\t'],
  ]) {
    const { questions, problems } = read(...paper(1, 2, 3), ...key);
    t.same(
      questions.map(({ correct_option, option_d }) => [correct_option, option_d]),
      [
        ['A', 'Vinh'],
        ['B', 'Vinh'],
        ['C', 'Vinh'],
      ],
      key.join(' ⏎ '),
    );
    t.same(problems, [], key.join(' ⏎ '));
  }
});

t.test('EXM-24 a key of any length and order is read as it was written', async (t) => {
  // A fixed row of pseudo-random numbers: a failure shows again.
  let state = 7;
  const below = (bound: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
  const marks = ['.', '. ', ')', '-', ' - ', ':', ': ', '', ' '];
  const gaps = [' ', '  ', ', ', '; ', '\t', '\n', '\n\n'];
  const headings = ['', 'ĐÁP ÁN\n', 'Đáp án: ', 'Answer key\n\n', '-----HẾT-----\n'];
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T;
  for (let run = 0; run < 200; run += 1) {
    const numbers = Array.from({ length: 2 + below(60) }, (_, index) => index + 1);
    const letters = numbers.map(() => one(['A', 'B', 'C', 'D']));
    const [mark, gap] = [one(marks), one(gaps)];
    const entries = numbers.map((number, index) => `${number}${mark}${letters[index]}`);
    if (below(2) === 1) entries.reverse();
    const key = `${one(headings)}${entries.join(gap)}`;
    t.same(rights(...paper(...numbers), key), letters, key);
  }
});

t.test('EXM-24 a question without an answer is read without', async (t) => {
  t.same(rights(...paper(1)), [null]);
  t.same(rights(...paper(1, 2), '1.A'), [null, null], 'half a question rather than a key of one');
  t.same(rights(...paper(1, 2, 3), 'Đáp án: 1.A 3.C'), ['A', null, 'C']);
  t.same(rights(...paper(1, 2), 'BẢNG ĐÁP ÁN', 'Câu\t1\t2', 'Đáp án\t\tB'), [null, 'B']);
});

t.test('EXM-24 what a key says of no question, twice or wrongly is named', async (t) => {
  const reasons = (...lines: string[]) =>
    read(...lines).problems.map(({ line, text, reason }) => ({ line, text, ...reason }));
  t.same(reasons(...paper(1, 2), 'Đáp án', '1.A 2.B 3.c', '4D'), [
    { line: 14, text: '3. c', kind: 'unasked', numbers: [3] },
    { line: 15, text: '4. D', kind: 'unasked', numbers: [4] },
  ]);
  t.same(reasons(...paper(1, 2), '1.A 2.F'), [{ line: 7, text: 'Where is 2?', kind: 'answer', found: 'F' }]);
  t.same(reasons(...paper(1, 2), '1.A 2.B 1.C'), [{ line: 1, text: 'Where is 1?', kind: 'answers' }]);
  t.same(reasons(...paper(1), 'Answer: B', ...paper(2), 'Key: 1C 2B'), [
    { line: 1, text: 'Where is 1?', kind: 'answers' },
  ]);
  t.same(rights(...paper(1), 'Answer: B', ...paper(2), 'Key: 1B 2C'), ['B', 'C'], 'said twice alike');
});

t.test('EXM-24 questions have their answers by number, or by place without numbers', async (t) => {
  t.same(rights(...paper(11, 12), '12A 11B'), ['B', 'A']);
  const unnumbered = ['Where?', ...OPTIONS, ''];
  t.same(rights('ENGLISH 6', '', ...unnumbered, ...unnumbered, '1D 2A'), ['D', 'A']);
  t.same(
    rights(...paper(1, 2), '', ...paper(1, 2), 'PART A: 1A 2B', 'Key', '1A 2B', 'Key', '1C 2D').slice(0, 4),
    ['A', 'B', 'C', 'D'],
  );
  t.same(rights(...paper(1, 2), ...paper(1), 'Key: 1A 2B'), [null, 'B', null], 'the first is nobody’s');
});

t.test('EXM-24 what only looks like a key stays', async (t) => {
  const statements = ['5. Which are right?', '1. A', '2. B', 'A. 1', 'B. 2', 'C. both', 'D. none'];
  t.equal(read(...statements).questions[0]?.question_text, 'Which are right?\n1. A\n2. B');
  t.same(rights(...paper(1), 'Đáp án: B', ...paper(2), 'Đáp án: C'), ['B', 'C'], 'under their questions');
  t.equal(read(...paper(1), 'HẾT', ...paper(2)).questions.length, 2);
  const many = Array.from({ length: 20_000 }, (_, index) => `${index % 999}. A\nword`).join('\n');
  t.equal(parseQuestions(many).questions.length, 0);
});

const row = (line: number, correct_option: string | null, changes: object = {}) => ({
  line,
  question_text: '2 + 2?',
  option_a: '3',
  option_b: '4',
  option_c: '5',
  option_d: '22',
  correct_option,
  ...changes,
});
const ROW = '2 + 2?\t3\t4\t5\t22';

t.test('rows of a spreadsheet are questions, with or without headings', async (t) => {
  const two = [row(1, 'B'), row(2, 'D')];
  t.same(parseQuestions(`${ROW}\tB\n${ROW}\td`), { questions: two, problems: [] });
  t.same(parseQuestions(`\r\n${ROW}\tB\t\r\n\r\n${ROW}\t(D)\r\n`).questions, [row(2, 'B'), row(4, 'D')]);
  for (const header of [
    'Question\tA\tB\tC\tD\tCorrect',
    'question text\tOption A\toption B\tOption C\tOption D\tCorrect option',
    'Câu hỏi\tA\tB\tC\tD\tĐáp án',
    'Nội dung\tPhương án A\tPhương án B\tPhương án C\tPhương án D\tĐáp án đúng',
  ])
    t.same(parseQuestions(`${header}\n${ROW}\tB`), { questions: [row(2, 'B')], problems: [] }, header);
});

t.test('a column of numbers in front and more columns behind do not matter', async (t) => {
  const pasted = `STT\tCâu hỏi\tA\tB\tC\tD\tĐáp án\tGhi chú\n1\t${ROW}\tB\teasy\n2.\t${ROW}\tC`;
  t.same(parseQuestions(pasted), { questions: [row(2, 'B'), row(3, 'C')], problems: [] });
  t.same(
    parseQuestions('7\tA\tB\tC\tD\tB').questions,
    [row(1, 'B', { question_text: '7', option_a: 'A', option_b: 'B', option_c: 'C', option_d: 'D' })],
    'letters may be the options',
  );
});

t.test('a quoted cell may have lines, tabs and quotation marks in it', async (t) => {
  const text = '"Read:\nHe said ""no"".\tWhy?"';
  const rest = '\t3\t4\t5\t22\tB';
  t.same(parseQuestions(`${text}${rest}\n"No" means?${rest}\n"No"${rest}\n"${rest}`), {
    questions: [
      row(1, 'B', { question_text: 'Read:\nHe said "no".\tWhy?' }),
      row(3, 'B', { question_text: '"No" means?' }),
      row(4, 'B', { question_text: '"No"' }),
      row(5, 'B', { question_text: '"' }),
    ],
    problems: [],
  });
});

t.test('a row that is no question is named by its line, with what it lacks', async (t) => {
  const { questions, problems } = parseQuestions(
    [
      `${ROW}\tB`,
      `${ROW}\tE`,
      ROW,
      '\t3\t\t5\t22\tB',
      'only this\t',
      `${'x'.repeat(2_001)}\t3\t4\t5\t22\tB`,
      `2 + 2?\t3\t4\t5\t${'x'.repeat(501)}\tB`,
    ].join('\n'),
  );
  t.same(questions, [row(1, 'B'), row(3, null)], 'what lacks an answer alone is read without it');
  t.same(
    problems.map(({ line, reason }) => ({ line, ...reason })),
    [
      { line: 2, kind: 'answer', found: 'E' },
      { line: 4, kind: 'missing', parts: ['question', 'B'] },
      { line: 5, kind: 'missing', parts: ['A', 'B', 'C', 'D'] },
      { line: 6, kind: 'long', part: 'question' },
      { line: 7, kind: 'long', part: 'D' },
    ],
  );
  t.equal(problems[1]?.text, '3', 'what there is of it');
});

t.test('a first row that only looks a little like headings is read as a question', async (t) => {
  t.equal(parseQuestions('Which question is correct?\tA\tB\tC\tD\tanswer').problems.length, 1);
  t.equal(parseQuestions('Question\tA\tB\tC\tD\tB').questions.length, 1);
});

t.test('letters are kept as people read them, invisible ones are dropped', async (t) => {
  const decomposed = 'Tiếng Việt'.normalize('NFD');
  t.match(parseQuestions(`\ufeff${decomposed}\u00a0?\t3\u200b\t4\t5\t22\tB`).questions[0], {
    question_text: 'Tiếng Việt ?',
    option_a: '3',
  });
});

t.test('EXM-24 a key under the rows of a spreadsheet is read', async (t) => {
  const below = '\n\nĐáp án\nCâu\t1\t2\nĐáp án\tB\tD';
  t.same(parseQuestions(`${ROW}\n${ROW}${below}`), {
    questions: [row(1, 'B'), row(2, 'D')],
    problems: [],
  });
});

/** What the text after the options says: a letter, or why it is asked. */
const SAID: [answer: string, right: string][] = [
  ...[
    'Đáp án: Hà Nội',
    'Answer: hà nội.',
    'Đáp án: B. Hà Nội',
    'Đáp án: B Hà Nội',
    'Đáp án: [B]',
    'Đáp án: phương án B',
  ],
  ...['ĐA: B', 'Dap an: B', 'Chọn B', 'Chọn đáp án B', '=> B', '=> Đáp án: B', '=> B. Hà Nội', '- Đáp án: B'],
  ...[
    '**Đáp án: B**',
    '**Đáp án:** B. Hà Nội',
    'Đáp án: **B**',
    'Đáp án: B vì là thủ đô',
    'Answer: B) Hà Nội (page 12)',
  ],
].map((answer) => [answer, 'B'] as [string, string]);
const ASKED: [answer: string, kind: string][] = [
  ...['A, C', 'A và C', 'A hoặc B', 'A or B', 'cả A và B', 'AC', 'A/B'].map(
    (answer) => [answer, 'answers'] as [string, string],
  ),
  ...['A nào cũng được', 'a cat', 'B. Huế', '2', 'A. nào cũng được', 'B, but not C', 'Sài Gòn'].map(
    (answer) => [answer, 'answer'] as [string, string],
  ),
];

t.test('EXM-26 the key is exactly one option, by its letter or its text; what is not is named', async (t) => {
  for (const [answer, right] of SAID)
    t.same(
      read('1. Capital of Vietnam?', ...OPTIONS, answer),
      { questions: [capital(1, { correct_option: right })], problems: [] },
      answer,
    );
  for (const [answer, kind] of ASKED) {
    const { questions, problems } = read('1. Capital of Vietnam?', ...OPTIONS, `Đáp án: ${answer}`);
    t.same([questions.length, problems.map(({ reason }) => reason.kind)], [0, [kind]], answer);
  }
  t.equal(
    reasons('1. Q?', ...OPTIONS, 'Đáp án A nào cũng được')[0]?.kind,
    'answer',
    'nor is it a part of the last option',
  );
  t.same(rights('1. A pet?', 'A. a dog', 'B. a cat', 'C. a cow', 'D. a pig', 'Answer: a cat'), ['B']);
  t.equal(
    reasons('1. Which?', 'A. B', 'B. C', 'C. A', 'D. D', 'Answer: C')[0]?.kind,
    'answer',
    'a letter that is a text',
  );
  t.equal(
    reasons('1. Which?', 'A. cat', 'B. cat', 'C. cow', 'D. pig', 'Answer: cat')[0]?.kind,
    'answer',
    'a text of two',
  );
});

t.test('EXM-26 signs that disagree are named, each as it stands there', async (t) => {
  const said = (...lines: string[]) =>
    read(...lines).problems.map((problem) => [problem.reason.kind, problem.said]);
  t.same(said('1. Q?', '*A. Huế', ...OPTIONS.slice(1), 'Answer: B'), [['answers', ['*A. Huế', 'Answer: B']]]);
  t.same(said('1. Q?', ...OPTIONS.with(1, 'B. *Hà Nội'), 'Đáp án: A'), [
    ['answers', ['Đáp án: A', 'B. *Hà Nội']],
  ]);
  t.same(said('1. Q?', ...OPTIONS.with(1, 'B. Hà Nội ✓'), 'Đáp án: A'), [
    ['answers', ['B. Hà Nội ✓', 'Đáp án: A']],
  ]);
  t.same(said('1. Q?', ...OPTIONS.with(1, '*B. Hà Nội').with(2, '*C. Đà Nẵng')), [
    ['answers', ['*B. Hà Nội', '*C. Đà Nẵng']],
  ]);
  t.same(said('1. Q?', ...OPTIONS, '2. R?', ...OPTIONS, 'Đáp án: 1. A,C 2. B'), [['answers', ['1. A,C']]]);
  t.same(said('1. Q? A. Huế ✓ B. Hà Nội C. Đà Nẵng D. Vinh').length, 1, 'a tick between two');
});

/** Options as they are written, what is right, and the texts they have then. */
const SIGNED: [options: string[], right: string | null, texts?: string[]][] = [
  ...[
    '**B. Hà Nội**',
    'B. **Hà Nội**',
    'B. *Hà Nội*',
    'B. Hà Nội (đúng)',
    'B. Hà Nội (correct)',
    'B. Hà Nội ✓',
  ].map((marked) => [OPTIONS.with(1, marked), 'B'] as [string[], string]),
  ...['✓ B. Hà Nội', '=> B. Hà Nội', '→ B. Hà Nội', '[x] B. Hà Nội', 'B. [x] Hà Nội', '☑ B. Hà Nội'].map(
    (marked) => [OPTIONS.with(1, marked), 'B'] as [string[], string],
  ),
  [OPTIONS.map((option) => (option[0] === 'B' ? `[x] ${option}` : `[ ] ${option}`)), 'B'],
  [OPTIONS.map((option) => (option[0] === 'B' ? `${option} (đúng)` : `${option} (sai)`)), 'B'],
  [OPTIONS.map((option) => `* ${option}`), null],
  [OPTIONS.map((option) => `- ${option}`), null],
  [OPTIONS.map((option) => `**${option.slice(0, 2)}** ${option.slice(3)}`), null],
  [['A. args', 'B. *args', 'C. **kwargs', 'D. kwargs'], null, ['args', '*args', '**kwargs', 'kwargs']],
  [['A. &p', 'B. *p', 'C. p', 'D. p&', 'Đáp án: A'], 'A', ['&p', '*p', 'p', 'p&']],
  [['A. &p', 'B. *p', 'C. **p', 'D. q', 'Đáp án: B'], 'B', ['&p', '*p', '**p', 'q']],
  [
    ['A. I go', 'B. *I goes', 'C. We go', 'D. You go', 'Đáp án: B'],
    'B',
    ['I go', '*I goes', 'We go', 'You go'],
  ],
  [['A. +', 'B. *', 'C. -', 'D. /', 'Đáp án: B'], 'B', ['+', '*', '-', '/']],
  [['A. √2', 'B. √3', 'C. 2', 'D. 3'], null, ['√2', '√3', '2', '3']],
  [['A. [x]', 'B. [y]', 'C. x', 'D. y'], null, ['[x]', '[y]', 'x', 'y']],
];

t.test('EXM-27 a sign that marks an option is no part of its text, one of the text stays', async (t) => {
  for (const [options, right, texts = ['Huế', 'Hà Nội', 'Đà Nẵng', 'Vinh']] of SIGNED) {
    const { questions, problems } = read('1. Q?', ...options);
    const [one] = questions;
    t.same(problems, [], options.join(' ⏎ '));
    t.same(
      [one?.correct_option, one?.option_a, one?.option_b, one?.option_c, one?.option_d],
      [right, ...texts],
      options.join(' ⏎ '),
    );
  }
  const { questions } = read('1. Q?', ...OPTIONS, 'Answer: B', '2. R?', ...OPTIONS.with(1, 'B. *Hà Nội'));
  t.same(
    [questions[1]?.correct_option, questions[1]?.option_b],
    [null, '*Hà Nội'],
    'where lines have the answers it is asked',
  );
});

t.test(
  'EXM-26 the rows of a table have their key by letter, text or place, under any headings',
  async (t) => {
    const cells = 'Q?\tHuế\tHà Nội\tĐà Nẵng\tVinh';
    t.same(rights(`${cells}\tHà Nội`, `${cells}\t(B)`, `${cells}\tB. Hà Nội`), ['B', 'B', 'B']);
    t.same(rights(`${cells}\t2`, `${cells}\t4`), ['B', 'D'], 'places from 1');
    t.same(rights(`${cells}\t2`, `${cells}\t3`), [], 'from 0 or from 1 is not known');
    t.equal(reasons(`${cells}\tA,C`)[0]?.kind, 'answers');
    t.same(rights('Câu hỏi\tĐáp án đúng\tA\tB\tC\tD', 'Q?\tB\tHuế\tHà Nội\tĐà Nẵng\tVinh'), ['B']);
    t.same(rights('STT\tĐáp án\tNội dung\tA\tB\tC\tD', '1\tB\tQ?\tHuế\tHà Nội\tĐà Nẵng\tVinh'), ['B']);
    const kahoot = [1, 2, 3, 4].map((place) => `Answer ${place} - max 75 characters`).join('\t');
    t.same(
      rights(
        `Question - max 120 characters\t${kahoot}\tTime limit (sec)\tCorrect answer(s)`,
        `${cells}\t20\t4`,
      ),
      ['D'],
    );
    t.same(rights('Question,A,B,C,D,Correct', 'Q?,Huế,Hà Nội,"Đà, Nẵng",Vinh,B'), ['B'], 'a file');
    t.equal(reasons('Question\tA\tB\tC\tD\tE\tKey', 'Q?\t1\t2\t3\t4\t5\tB')[0]?.kind, 'more');
    t.same(rights(...paper(1, 2, 3, 4), '1-2: BC', '3-4: D A'), ['B', 'C', 'D', 'A'], 'a key of runs');
  },
);

t.test('EXM-28 what was not understood remains, with its answers of the key', async (t) => {
  const bad = ['2. Half?', 'A. x'];
  const text = ['1. Capital of Vietnam?', ...OPTIONS, '', ...bad, '', '3. Bad?', ...OPTIONS, '', '1B 3F 9A'];
  t.equal(
    remainderOf(text.join('\n'), 1, 'Answer:'),
    [...bad, '', '3. Bad?', ...OPTIONS, 'Answer: F', '', 'Answer: 9. A'].join('\n'),
  );
  const rows = ['Câu hỏi\tĐáp án\tA\tB\tC\tD', 'Q?\tB\t1\t2\t3\t4', 'R?\tE\t1\t2\t3\t4', 'S?\tC\t1\t2\t3\t4'];
  t.equal(
    remainderOf(rows.join('\n'), 1, 'Answer:'),
    [rows[0], rows[2], rows[3]].join('\n'),
    'also for lack of room',
  );
  t.equal(remainderOf(['1. Q?', ...OPTIONS, 'Answer: B'].join('\n'), 1, 'Answer:'), '');
  const twice = ['1. Q?', ...OPTIONS, 'Answer: E'].join('\n');
  t.equal(remainderOf(`${twice}\n\nAnswer key: 1E`, 0, 'Answer:'), twice, 'what the key says as well, once');
  t.equal(remainderOf(rows.slice(0, 2).join('\n'), 1, 'Answer:'), '');
});

t.test(
  'EXM-26 the answer of a question is found where teachers write it, and no option tells it',
  async (t) => {
    for (const written of [
      'D. Vinh  Đáp án: B',
      ...['[Đáp án: B]', '(Đáp án: B)', '✅ Đáp án: B', '👉 Answer: B', 'Chọn: B', 'Chọn phương án B.'].map(
        (said) => `D. Vinh\n${said}`,
      ),
      ...['Kết quả: B', 'Đáp số: B', 'DA: B', 'Câu trả lời đúng: B', 'Solution: B'].map(
        (said) => `D. Vinh\n${said}`,
      ),
    ])
      t.same(
        read('1. Capital of Vietnam?', ...OPTIONS.slice(0, 3), written).questions,
        [capital(1)],
        written,
      );
    t.same(read('1. Capital of Vietnam? (Đáp án: B)', ...OPTIONS).questions, [capital(1)]);
    const heads = ['ĐA', 'Đ.A', 'KQ', 'Chọn', 'Câu đúng', 'Đáp án đúng nhất', 'Solution'];
    for (const head of heads)
      t.same(
        read(`Câu hỏi\tA\tB\tC\tD\t${head}`, 'Capital of Vietnam?\tHuế\tHà Nội\tĐà Nẵng\tVinh\tB').questions,
        [capital(2)],
        head,
      );
  },
);

t.test('EXM-26 what stands below the options is no part of the last one, and named', async (t) => {
  for (const apart of [
    'PHẦN II. TỰ LUẬN (3 điểm)',
    'II. Reading',
    'Trang 1/4 - Mã đề 101',
    '----- HẾT -----\nCán bộ coi thi không giải thích gì thêm.',
    'Lời giải',
    'Hướng dẫn giải: vì là thủ đô',
  ]) {
    const { questions, problems } = read('1. Capital of Vietnam?', ...OPTIONS, apart, '2. Y?', ...OPTIONS);
    t.same(questions[0], capital(1, { correct_option: null }), apart);
    t.equal(questions.length, 2, apart);
    t.match(problems, [{ line: 6, text: apart }], apart);
  }
  const explained = read('1. Capital of Vietnam?', ...OPTIONS, 'Lời giải: Vì thế. Chọn đáp án B.');
  t.same(explained.questions, [capital(1)]);
  t.same(read('1. Capital of Vietnam?', ...OPTIONS, 'Lời giải', 'Chọn B').questions, [capital(1)]);
});

t.test('EXM-26 numbers and options with a slash, and the headings and rules of Markdown', async (t) => {
  const slashed = OPTIONS.map((option) => `${option[0]!.toLowerCase()}/${option.slice(2)}`);
  t.same(read('Câu 1/ Capital of Vietnam?', ...slashed, 'ĐA: b').questions, [capital(1)]);
  t.same(read('1/ Capital of Vietnam?', ...OPTIONS, 'ĐA: b').questions, [capital(1)]);
  t.equal(read('1/2 of 4?', ...OPTIONS).questions[0]?.question_text, '1/2 of 4?');
  t.same(
    read(
      '### Câu 1: Capital of Vietnam?',
      ...OPTIONS,
      '**Đáp án: B**',
      '',
      '---',
      '',
      '## 2. Y?',
      ...OPTIONS,
    ).questions.map(({ question_text }) => question_text),
    ['Capital of Vietnam?', 'Y?'],
  );
  t.equal(read('1. Print?', '# a comment', ...OPTIONS).questions[0]?.question_text, 'Print?\n# a comment');
});

t.test('EXM-26 many blanks in a line take no time', async (t) => {
  const began = performance.now();
  const { problems } = read('1. Capital?', 'A. Huế', 'B. Hà Nội', 'C. Đà Nẵng', `D. x${' '.repeat(20_000)}y`);
  t.match(problems, [{ reason: { kind: 'long', part: 'D' } }]);
  t.ok(performance.now() - began < 2_000);
});
