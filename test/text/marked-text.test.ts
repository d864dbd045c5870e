import t from 'tap';
import {
  FORMULA_MAX,
  hasFormula,
  type MarkedPart,
  markedParts,
  markProblems,
  plainText,
  READING_MAX,
  spokenText,
  textAsRead,
} from '../../core/text/marked-text.ts';

/** The parts as they would be marked up, so that a table of them can be read. */
const shown = (parts: MarkedPart[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'bold') return `<b>${shown(part.parts)}</b>`;
      if (part.kind === 'italic') return `<i>${shown(part.parts)}</i>`;
      if (part.kind === 'reading') return `<ruby>${part.base}<rt>${part.reading}</rt></ruby>`;
      if (part.kind === 'refused') return `<code>${part.text}</code>`;
      return part.isBlock ? `<math block>${part.tex}</math>` : `<math>${part.tex}</math>`;
    })
    .join('');
const look = (text: string) => shown(markedParts(text));

t.test('EMP-01 bold, italics, readings and formulas are what they are marked as', async (t) => {
  for (const [typed, expected] of [
    ['a **big** dog', 'a <b>big</b> dog'],
    ['//rather//, **so**!', '<i>rather</i>, <b>so</b>!'],
    ['**//both//**', '<b><i>both</i></b>'],
    ['**a //b// c**', '<b>a <i>b</i> c</b>'],
    ['//and/or//', '<i>and/or</i>'],
    ['私は**犬**です', '私は<b>犬</b>です'],
    ['{漢字|かんじ}を**{書|か}く**', '<ruby>漢字<rt>かんじ</rt></ruby>を<b><ruby>書<rt>か</rt></ruby>く</b>'],
    ['{你好|nǐ hǎo}', '<ruby>你好<rt>nǐ hǎo</rt></ruby>'],
    ['so \\(a^2 + b^2\\).', 'so <math>a^2 + b^2</math>.'],
    ['\\[\n\\frac{1}{2}\n\\]', '<math block>\\frac{1}{2}</math>'],
    ['\\(a \\\\ b\\)', '<math>a \\\\ b</math>'],
    ['first\n**second**', 'first\n<b>second</b>'],
  ] as const)
    t.equal(look(typed), expected, typed);
});

t.test('EMP-02 cards of before look as they did: these are no marks', async (t) => {
  for (const typed of [
    '',
    'water',
    '2 * 3 * 4',
    '*goed is wrong, *went* too',
    '5 ** 2 ** 3',
    '2**3**4',
    '**kwargs',
    'f(**a, **b)',
    'f**k and s**t',
    'word(**) and another (**)',
    '*** * ***',
    '****word****',
    '**not\nclosed**',
    'https://a.vn//b https://c.vn/',
    'see http://a.vn and http://b.vn',
    '// a comment // of a program',
    'and//or//both',
    '////////',
    '$5 and $6, $x$, $$y$$',
    '[1], [sound:a.mp3], [[wiki]]',
    '{x|x>0}, {a|b}, {one}, {{c1::gap}}, {漢字}, {漢字|}',
    '_____ and __init__ and _x_',
    '~~x~~ `code` # title',
    '<b>bold</b> &amp; <i>i</i>',
    '\\d+ \\* \\{ \\n \\ \\\\',
    'f(x) (a) [b]',
    'nothing \\(  \\) in it \\[ \\]',
    'open \\(x and \\[y',
  ])
    t.same(markedParts(typed), typed === '' ? [] : [{ kind: 'text', text: typed }], typed);
});

t.test('EMP-03 a backslash takes a mark as letters, and only then goes away', async (t) => {
  for (const [typed, expected] of [
    ['\\**bold**', '**bold**'],
    ['\\//italics//', '//italics//'],
    ['\\{漢字|かんじ}', '{漢字|かんじ}'],
    ['\\\\(x\\)', '\\(x\\)'],
    ['**a \\** b**', '<b>a ** b</b>'],
    ['\\**alone', '\\**alone'],
  ] as const)
    t.equal(look(typed), expected, typed);
});

t.test('EMP-04 what is too long is shown as it was typed, and says why', async (t) => {
  const tex = 'x'.repeat(FORMULA_MAX);
  t.equal(look(`\\(${tex}\\)`), `<math>${tex}</math>`);
  t.equal(look(`\\(${tex}x\\)`), `<code>\\(${tex}x\\)</code>`);
  const reading = 'か'.repeat(READING_MAX);
  t.equal(look(`{字|${reading}}`), `<ruby>字<rt>${reading}</rt></ruby>`);
  t.equal(look(`{字|${reading}か}`), `<code>{字|${reading}か}</code>`);
  t.same(markProblems(`**{字|${reading}か}** \\(${tex}x\\) {字|${'か'.repeat(500)}}`), [
    'reading-too-long',
    'formula-too-long',
  ]);
  t.same(markProblems('**fine**'), []);
});

t.test('EMP-05 where marks can not be shown they are taken away', async (t) => {
  const typed = '**{漢字|かんじ}** is //so// \\(x^2\\)';
  t.equal(plainText(typed), '漢字 is so x^2');
  t.equal(textAsRead(typed), 'かんじ is so x^2');
  t.equal(spokenText(typed), '漢字 is so');
  t.equal(spokenText('\\[x\\]'), '');
  t.same([typed, '**x**', '\\\\(x\\)'].map(hasFormula), [true, false, false]);
});

t.test('EMP-04 a text of nothing but marks that close nothing comes to an end', async (t) => {
  for (const piece of [
    '**',
    '**a',
    '//a',
    '{',
    '{字|',
    '\\(',
    '\\[a',
    '\\**a',
    '** //a ',
    '**a //b **c //d ',
  ])
    t.ok(plainText(piece.repeat(1_000)).length > 0, piece);
});
