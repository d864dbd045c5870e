import t from 'tap';
import { parseQuestions } from '../../../web/exam/paste/pasted-questions.ts';

const LETTERS = ['A', 'B', 'C', 'D'];
const OPTIONS = ['A. Huế', 'B. Hà Nội', 'C. Đà Nẵng', 'D. Vinh'];
/** Questions with these numbers, without a mark. */
const paper = (...numbers: number[]) =>
  numbers.flatMap((number) => [`Câu ${number}: Where is ${number}?`, ...OPTIONS, '']);
const read = (...lines: string[]) => parseQuestions(lines.join('\n'));
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
    const letters = numbers.map(() => one(LETTERS));
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
  t.same(
    rights(...paper(1, 2), ...paper(1), 'Key: 1A 2B'),
    [null, 'B', null],
    'whose the first is, nobody knows',
  );
});

t.test('EXM-24 what only looks like a key stays', async (t) => {
  const statements = ['5. Which are right?', '1. A', '2. B', 'A. 1', 'B. 2', 'C. both', 'D. none'];
  t.equal(read(...statements).questions[0]?.question_text, 'Which are right?\n1. A\n2. B');
  t.same(
    rights(...paper(1), 'Đáp án: B', ...paper(2), 'Đáp án: C'),
    ['B', 'C'],
    'an answer under its question',
  );
  t.equal(read(...paper(1), 'HẾT', ...paper(2)).questions.length, 2);
  const many = Array.from({ length: 20_000 }, (_, index) => `${index % 999}. A\nword`).join('\n');
  t.equal(parseQuestions(many).questions.length, 0);
});
