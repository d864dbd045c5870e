import t from 'tap';
import { parseQuestions } from '../../../web/exam/paste/pasted-questions.ts';

const question = (line: number, correct_option: string | null, changes: object = {}) => ({
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
  const two = [question(1, 'B'), question(2, 'D')];
  t.same(parseQuestions(`${ROW}\tB\n${ROW}\td`), { questions: two, problems: [] });
  t.same(parseQuestions(`\r\n${ROW}\tB\t\r\n\r\n${ROW}\t(D)\r\n`).questions, [
    question(2, 'B'),
    question(4, 'D'),
  ]);
  for (const header of [
    'Question\tA\tB\tC\tD\tCorrect',
    'question text\tOption A\toption B\tOption C\tOption D\tCorrect option',
    'Câu hỏi\tA\tB\tC\tD\tĐáp án',
    'Nội dung\tPhương án A\tPhương án B\tPhương án C\tPhương án D\tĐáp án đúng',
  ])
    t.same(parseQuestions(`${header}\n${ROW}\tB`), { questions: [question(2, 'B')], problems: [] }, header);
});

t.test('a column of numbers in front and more columns behind do not matter', async (t) => {
  const pasted = `STT\tCâu hỏi\tA\tB\tC\tD\tĐáp án\tGhi chú\n1\t${ROW}\tB\teasy\n2.\t${ROW}\tC`;
  t.same(parseQuestions(pasted), { questions: [question(2, 'B'), question(3, 'C')], problems: [] });
  t.same(
    parseQuestions('7\tA\tB\tC\tD\tB').questions,
    [question(1, 'B', { question_text: '7', option_a: 'A', option_b: 'B', option_c: 'C', option_d: 'D' })],
    'letters may be the options',
  );
});

t.test('a quoted cell may have lines, tabs and quotation marks in it', async (t) => {
  const text = '"Read:\nHe said ""no"".\tWhy?"';
  const rest = '\t3\t4\t5\t22\tB';
  t.same(parseQuestions(`${text}${rest}\n"No" means?${rest}\n"No"${rest}\n"${rest}`), {
    questions: [
      question(1, 'B', { question_text: 'Read:\nHe said "no".\tWhy?' }),
      question(3, 'B', { question_text: '"No" means?' }),
      question(4, 'B', { question_text: '"No"' }),
      question(5, 'B', { question_text: '"' }),
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
  t.same(questions, [question(1, 'B'), question(3, null)], 'what lacks an answer alone is read without it');
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
    questions: [question(1, 'B'), question(2, 'D')],
    problems: [],
  });
});
