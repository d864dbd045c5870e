import fc from 'fast-check';
import t from 'tap';
import {
  acceptedAnswers,
  expectedAnswer,
  hintLetters,
  isCorrect,
  isNearly,
  isTypable,
  judgedAnswer,
  lengths,
  letterFeedback,
  letters,
  typedVerdict,
} from '../../../core/learning/answering/typed-answer.ts';

const hint = (text: string) => hintLetters(text).join('');
const marks = (typed: string, expected: string) => letterFeedback(typed, expected).map(({ mark }) => mark);

t.test(
  'LRN-16 SL-40 SL-92 the expected answer is the part after a slash, trimmed and uppercased',
  async (t) => {
    const whole = 'Thành lập Đảng Cộng sản Việt Nam (3/2/1930)';
    for (const [text, expected] of [
      ['apple', 'APPLE'],
      ['quả táo / apple', 'APPLE'],
      ['a/b/c', 'B/C'],
      [' gia đình ', 'GIA ĐÌNH'],
      ['apple /', 'APPLE /'],
      ['apple / ', 'APPLE /'],
      // A slash in brackets, between digits or in an address parts nothing; a bracket that is not closed holds nothing.
      [whole, whole.toUpperCase()],
      ['ngày 2/9/1945', 'NGÀY 2/9/1945'],
      ['1 / 2', '1 / 2'],
      ['https://nho.vn/a', 'HTTPS://NHO.VN/A'],
      ['giá [đồng/kg]', 'GIÁ [ĐỒNG/KG]'],
      ['half (1/2) / một nửa', 'MỘT NỬA'],
      ['24/7 / luôn luôn', 'LUÔN LUÔN'],
      ['(a/b', 'B'],
    ] as const)
      t.equal(expectedAnswer(text), expected, text);
  },
);

t.test('LRN-13 SL-41 the hint shows the first and the last letter, blanks and all spaces', async (t) => {
  const texts = ['APPLE', 'NHÀ', 'GIA ĐÌNH', "DON'T KNOW.", 'A', 'GO', 'Ở', ''];
  t.same(texts.map(hint), ['A___E', 'N_À', 'G__ ___H', "D__'_ ___W.", '_', 'G_', '_', '']);
  t.same(
    [40, 41].map((count) => isTypable('ă'.repeat(count))),
    [true, false],
    'no more is typed',
  );
});

t.test('LRN-14 each typed letter is marked against the letter in its place', async (t) => {
  t.same(marks('apple', 'APPLE'), ['correct', 'correct', 'correct', 'correct', 'correct']);
  t.same(marks('abp', 'APPLE'), ['correct', 'wrong', 'correct']);
  t.same(marks('gone', 'GO'), ['correct', 'correct', 'extra', 'extra']);
  t.same(letterFeedback('b', 'A'), [{ letter: 'B', mark: 'wrong' }]);
});

t.test('LRN-14 the right letter with another accent is told from a wrong one', async (t) => {
  t.same(marks('gia dinh', 'GIA ĐÌNH'), [
    ...['correct', 'correct', 'correct', 'correct'],
    ...['accent', 'accent', 'correct', 'correct'],
  ]);
});

t.test('LRN-14 LRN-15 the counter counts letters, however encoded, without the spaces around', async (t) => {
  t.same(letters('ế'.normalize('NFD')), ['ế']);
  t.same(marks('tiếng'.normalize('NFD'), 'TIẾNG'), Array(5).fill('correct'));
  t.same(lengths('tiế'.normalize('NFD'), 'TIẾNG'), { typed: 3, expected: 5 });
  t.same(lengths('', 'APPLE'), { typed: 0, expected: 5 });
  t.same(lengths(' app ', 'APPLE'), { typed: 3, expected: 5 });
  t.same(lengths('gia đ', 'GIA ĐÌNH'), { typed: 5, expected: 8 });
});

t.test('LRN-17 SL-40 an answer is right whatever its case, encoding and spaces around', async (t) => {
  for (const [typed, expected] of [
    ['apple', 'APPLE'],
    ['ApPlE', 'APPLE'],
    ['gia đình', 'GIA ĐÌNH'],
    ['ĐI', 'đi'],
    ['Tiếng Việt'.normalize('NFD'), 'TIẾNG VIỆT'],
    ['TIẾNG VIỆT', 'tiếng việt'.normalize('NFD')],
    ['  tiếng  việt ', 'TIẾNG VIỆT'],
    ['i don’t understand.', "I DON'T UNDERSTAND."],
    // Both places of a tone mark are right where Vietnamese knows both.
    ['khoẻ', 'khỏe'],
    ['hoà bình', 'Hòa bình'],
    ['tàu hoả', 'tàu hỏa'],
    ['thuỷ', 'thủy'],
    ['chìa khóa', 'chìa khoá'],
  ] as const)
    t.ok(isCorrect(typed, expected), `${typed} = ${expected}`);
  for (const [typed, expected] of [
    ['di', 'ĐI'],
    ['appl', 'APPLE'],
    ['apples', 'APPLE'],
    ['', ''],
    ['  ', ''],
    ['quy', 'quý'],
    ['toan', 'toán'],
    ['hoa', 'hòa'],
    ['khoe', 'khỏe'],
  ] as const)
    t.notOk(isCorrect(typed, expected), `${typed} ≠ ${expected}`);
});

t.test('LRN-13 LRN-17 for any text: its answer is right, its hint as long and not the answer', async (t) => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((each) => each.trim() !== '');
  fc.assert(
    fc.property(text, (side) => {
      const expected = expectedAnswer(side);
      const shown = hintLetters(expected);
      const same = shown.length === letters(expected).length;
      const right = isCorrect(side.trim(), side) && isCorrect(expected.toLowerCase(), expected.toLowerCase());
      return same && right && (!/\p{L}/u.test(expected) || shown.includes('_'));
    }),
  );
  t.pass();
});

t.test('LRN-14 the server hears whether what was typed was right, but for marks, or wrong', async (t) => {
  const cases: [typed: string, expected: string, verdict: string][] = [
    ['', 'KHỎE', 'none'],
    ['   ', 'KHỎE', 'none'],
    ['khỏe', 'KHỎE', 'right'],
    ['KHOẺ ', 'KHỎE', 'right'],
    ['khoe', 'KHỎE', 'accent'],
    ['khỏê', 'KHỎE', 'accent'],
    ['di hoc', 'ĐI HỌC', 'accent'],
    ['khoét', 'KHỎE', 'wrong'],
    ['kho', 'KHỎE', 'wrong'],
    ['khoa', 'KHỎE', 'wrong'],
    ['resume', 'RÉSUMÉ', 'accent'],
    ['to-go', 'TO GO', 'wrong'],
  ];
  for (const [typed, expected, verdict] of cases) t.equal(typedVerdict(typed, expected), verdict, typed);
});

t.test('EMP-07 answers are compared without marks, and a reading is right as well', async (t) => {
  t.same(acceptedAnswers('**{漢字|かんじ}** | //kanji//'), ['漢字', 'KANJI', 'かんじ']);
  t.same(acceptedAnswers('lớn | to lớn'), ['LỚN', 'TO LỚN']);
  const card = { front: '**big** {犬|いぬ}', back: '//chó// to' };
  const judged = (answer: string, mode: 'typing' | 'choice') =>
    judgedAnswer(answer, card, { asked: 'back', mode, lenient: false });
  t.equal(judged('big 犬', 'typing'), 'right');
  t.equal(judged('big いぬ', 'typing'), 'right');
  t.equal(judged(card.front, 'choice'), 'right');
  t.equal(judged('big 犬', 'choice'), 'right', 'from a client that sends no marks');
  t.equal(judged('big', 'choice'), 'wrong');
});

t.test('SL-93 almost right is one letter away from four or more, or two changed round', async (t) => {
  const cases: [typed: string, expected: string, isNear: boolean][] = [
    ['adress', 'ADDRESS', true],
    ['addresss', 'ADDRESS', true],
    ['oddress', 'ADDRESS', true],
    ['adderss', 'ADDRESS', true],
    ['con mèn', 'CON MÈO', true],
    ['dog', 'DOT', false],
    ['adres', 'ADDRESS', false],
    ['sư tử', 'MÀU NÂU', false],
    ['serdda', 'ADDRESS', false],
    ['address', 'ADDRESS', false],
  ];
  for (const [typed, expected, isNear] of cases) t.equal(isNearly(typed, expected), isNear, typed);
});
