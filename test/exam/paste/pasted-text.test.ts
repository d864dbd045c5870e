import t from 'tap';
import { parseQuestions } from '../../../web/exam/paste/pasted-questions.ts';

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

t.test('numbered questions with their options and answers', async (t) => {
  for (const number of ['1. ', '1) ', 'Câu 1: ', 'câu 1. ', 'Câu 1 ', 'CÂU HỎI 1: ', 'Question 1: ', 'Q1. '])
    t.same(
      read(`${number}Capital of Vietnam?`, ...OPTIONS, 'Answer: B'),
      { questions: [capital(1)], problems: [] },
      number,
    );
  t.same(
    read(
      '1. Capital of Vietnam?',
      ...OPTIONS,
      'Đáp án: B',
      '',
      '2. Capital of Vietnam?',
      ...OPTIONS,
      'Answer: C',
    ).questions,
    [capital(1), capital(8, { correct_option: 'C' })],
  );
});

t.test('options are marked in the usual ways', async (t) => {
  for (const mark of ['#.', '#)', '(#)', '# .', '#/'])
    t.same(
      read(
        'Capital of Vietnam?',
        ...['Huế', 'Hà Nội', 'Đà Nẵng', 'Vinh'].map(
          (text, index) => `${mark.replace('#', 'ABCD'[index] ?? '')} ${text}`,
        ),
        'Answer: B',
      ),
      { questions: [capital(1)], problems: [] },
      mark,
    );
  t.same(
    read('1.\tCapital of Vietnam?', 'a.\tHuế', 'b)Hà Nội', 'c) Đà Nẵng', 'D.Vinh', 'answer: b').questions,
    [capital(1)],
    'as word processors paste their lists',
  );
});

t.test('options may share a line, also that of the question', async (t) => {
  for (const lines of [
    ['A. Huế B. Hà Nội C. Đà Nẵng D. Vinh'],
    ['A. Huế\tB. Hà Nội\t\tC. Đà Nẵng\tD. Vinh'],
    ['A. Huế    B. Hà Nội', 'C. Đà Nẵng    D. Vinh'],
  ])
    t.same(
      read('1. Capital of Vietnam?', ...lines, 'Answer: B'),
      { questions: [capital(1)], problems: [] },
      lines.join(),
    );
  t.same(read('1. Capital of Vietnam? A. Huế *B. Hà Nội C. Đà Nẵng D. Vinh').questions, [capital(1)]);
  t.equal(
    read('1. What helps?', 'A. Vitamin B. It is good', 'B. Tea', 'C. Rest', 'D. Air', 'Answer: A')
      .questions[0]?.option_a,
    'Vitamin B. It is good',
  );
});

t.test('the right option is told by a line or by an asterisk', async (t) => {
  for (const answer of [
    'Answer: B',
    'answer: (b)',
    'Answer : B.',
    'ANSWER – B. Hà Nội',
    'The correct answer is B',
    'Key: B',
    'Đáp án: B',
    'đáp án đúng là: B',
    'ĐÁP ÁN B',
    'Trả lời: B',
  ])
    t.same(
      read('1. Capital of Vietnam?', ...OPTIONS, answer),
      { questions: [capital(1)], problems: [] },
      answer,
    );
  for (const marked of ['*B. Hà Nội', '* B. Hà Nội', 'B. *Hà Nội', '*b) Hà Nội'])
    t.same(
      read('1. Capital of Vietnam?', 'A. Huế', marked, 'C. Đà Nẵng', 'D. Vinh'),
      { questions: [capital(1)], problems: [] },
      marked,
    );
});

t.test('questions without numbers are told apart', async (t) => {
  const both = [capital(1), capital(8)];
  const one = ['Capital of Vietnam?', ...OPTIONS, 'Answer: B'];
  t.same(read(...one, '', ...one).questions, both);
  t.same(read(...one, ...one).questions, [capital(1), capital(7)]);
  const starred = ['Capital of Vietnam?', 'A. Huế', '*B. Hà Nội', 'C. Đà Nẵng', 'D. Vinh'];
  t.same(read(...starred, ...starred), { questions: [capital(1), capital(6)], problems: [] });
  t.same(
    read(...starred, '', 'Capital of', 'Vietnam?', ...starred.slice(1)).questions[1]?.question_text,
    'Capital of\nVietnam?',
  );
});

t.test('texts may go on over several lines, with numbers of their own', async (t) => {
  t.same(
    read(
      '5. Which are right?',
      '1. Huế is a capital.',
      '2. Vinh is a city.',
      '',
      'Choose one.',
      'A. only',
      'the first',
      'B. the second',
      'C. both',
      'D. none',
      'Answer: B',
      '6. Capital of Vietnam?',
      ...OPTIONS,
      'Answer: B',
    ),
    {
      questions: [
        {
          line: 1,
          question_text: 'Which are right?\n1. Huế is a capital.\n2. Vinh is a city.\nChoose one.',
          option_a: 'only\nthe first',
          option_b: 'the second',
          option_c: 'both',
          option_d: 'none',
          correct_option: 'B',
        },
        capital(12),
      ],
      problems: [],
    },
  );
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
