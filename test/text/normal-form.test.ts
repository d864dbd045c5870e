import t from 'tap';
import { asGiven, firstPassword, PASSWORD_WORDS } from '../../core/account/first-password.ts';
import { typedVerdict } from '../../core/learning/answering/typed-answer.ts';
import { codeOf, isTypedInVietnamese, parseClassCode, parseSchoolCode } from '../../core/text/code-text.ts';
import { comparedAs, levelled, searchedAs, wordFinder } from '../../core/text/normal-form.ts';
import { searchPattern } from '../../core/text/search-pattern.ts';
import { tagKey, tidyTags } from '../../core/text/tags.ts';
import { tidyLine, tidyText } from '../../core/text/tidy-text.ts';

/** Texts that look the same, or are taught as the same, each as somebody may type it and as somebody else may have. */
const SAME: readonly (readonly [string, string, string])[] = [
  ['composed and decomposed', 'nghĩa', 'nghi\u0303a'],
  ['an accent behind its letter', 'ấm', 'â\u0301m'],
  ['the tone on either vowel: oa', 'hoà bình', 'hòa bình'],
  ['the tone on either vowel: oe', 'khoẻ', 'khỏe'],
  ['the tone on either vowel: uy', 'THUỶ', 'thủy'],
  ['a soft hyphen', 'remember', 're\u00admem\u00adber'],
  ['a space without width', 'con mèo', 'con\u200b mèo'],
  ['a mark of byte order', 'mèo', '\ufeffmèo'],
  ['marks of direction', 'cat', '\u202acat\u202c\u200e'],
  ['a joiner', 'میخواهم', 'می\u200cخواهم'],
  ['a variation of an emoji', '❤', '❤\ufe0f'],
  ['a blank that does not break', '10 km', '10\u00a0km'],
  ['a narrow and an ideographic blank', 'a b c', 'a\u202fb\u3000c'],
  ['several blanks', 'a b', '  a \t\n b '],
  ['a hyphen that does not break', 'well-known', 'well\u2011known'],
  ['a dash and a minus', '5-3', '5–3'],
  ['a typographic apostrophe', "don't", 'don’t'],
  ['an accent for an apostrophe', "don't", 'don´t'],
  ['typographic quotes', '"yes"', '“yes”'],
  ['an ellipsis', 'wait...', 'wait…'],
  ['letters of another width', 'Abc!', 'Ａｂｃ！'],
  ['a ligature', 'file', 'ﬁle'],
  ['an eth for a Đ', 'Đà Nẵng', 'Ðà Nẵng'],
  ['upper case', 'Ước mơ', 'ước MƠ'],
];

/** Texts that look alike and are not the same. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['hoà', 'hoả'],
  ['của', 'cuả'],
  ['quý', 'qúy'],
  ['well known', 'well-known'],
  ['wellknown', 'well-known'],
  ['x²', 'x2'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['đi', 'di'],
];

t.test('GLB-19 what looks the same is the same when it is compared, searched and judged', (t) => {
  for (const [what, one, other] of SAME)
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      t.equal(comparedAs(a), comparedAs(b), what);
      t.equal(tagKey(a), tagKey(b), what);
      t.equal(searchedAs(a), searchedAs(b), what);
      t.equal(typedVerdict(a, b), 'right', `typed: ${what}`);
      t.ok(wordFinder(a)(`xx ${b} yy`), `found by words: ${what}`);
      t.match(`xx ${b} yy`, new RegExp(searchPattern(a), 'u'), `found by a pattern: ${what}`);
    }
  for (const [one, other] of OTHERS) {
    t.not(comparedAs(one), comparedAs(other), one);
    t.not(typedVerdict(one, other), 'right', one);
  }
  t.equal(tidyTags(['Động vật', 'động\u00a0vật', 'động\u200b vật']).length, 1);
  t.end();
});

t.test('GLB-20 what is kept keeps what means something, and a name is one line', (t) => {
  const [family, persian, arabic] = ['👨\u200d👩\u200d👧', 'می\u200cخواهم', '\u200fمرحبا!\u200f'];
  for (const kept of [family, persian, arabic, '❤\ufe0f', '“Don’t”', 'a–b', 'co\u00adop', 'a  b\nc']) {
    t.equal(tidyText(kept), kept);
    if (kept === kept.replace(/[\u00ad\n]/g, '').replaceAll('  ', ' ')) t.equal(tidyLine(kept), kept);
  }
  t.equal(tidyText('\ufeff \u200b\u00adnhà \u200b\u2060\n'), 'nhà');
  t.equal(tidyText('a\ufeffb'), 'ab');
  for (const nothing of ['', '\u200b', '\u00ad\ufeff', '\u200e\u200f', '\u3164'])
    t.equal(tidyText(nothing), '');
  t.equal(tidyLine(' Nguyễn\u00a0 Văn\n\u200bAn '.normalize('NFD')), 'Nguyễn Văn An');
  t.equal(levelled('ｌａｎ＠ｅｘａｍｐｌｅ．ｏｒｇ\u200b'), 'lan@example.org');
  t.equal(tidyText(' '.repeat(30_000).concat('x', ' '.repeat(30_000), 'y')).length, 30_002);
  t.end();
});

/** What Telex makes of a word: Ư of a W, Đ of two D, a hat of a vowel that comes twice, a tone of the letters behind one. */
const TELEX = /w|d.*d|a.*a|e.*e|o.*o|[aeiouy].*[sfrxjz]/i;
/** What it makes of them where it is quick: CH of CC, and so on. */
const QUICK_TELEX = /cc|gg|kk|nn|pp|qq|tt|uu/i;
/** What VNI makes of figures behind a vowel or a D. */
const VNI = /[aeiouyd].*\d/i;
const isChangedBy = (word: string): boolean => [TELEX, QUICK_TELEX, VNI].some((one) => one.test(word));

t.test('JOI-14 ENT-10 no way of typing Vietnamese changes a new code', (t) => {
  t.ok(['AABCDE', 'DOD', 'ASB', 'W', 'nguyen2'].every(isChangedBy));
  let turn = 0;
  const any = (limit: number) => {
    turn = (turn * 7 + 3) % 9973;
    return turn % limit;
  };
  for (let count = 0; count < 2_000; count++) {
    const [ofClass, ofSchool] = [codeOf(7, any), codeOf(9, any)];
    t.same([ofClass, ofSchool].filter(isChangedBy), []);
    if (parseClassCode(ofClass) !== ofClass || parseSchoolCode(ofSchool) !== ofSchool) t.fail(ofClass);
  }
  t.equal(
    codeOf(7, () => 0),
    'BCBCBCB',
    'no letter comes twice in a row',
  );
  t.ok(17 * 16 ** 6 > 23 ** 6, 'guessing is no easier than it was');
  for (const changed of ['ÂBCDEF', 'KMT RƯB', 'ĐBCDEFG', 'abcdé', 'BCDÁ']) {
    t.ok(isTypedInVietnamese(changed), changed);
    t.ok(isTypedInVietnamese(changed.normalize('NFD')), changed);
  }
  for (const plain of ['BCF GHJK', 'bcfghjk', 'ＢＣＦ', 'ABC\u00adDEF', '“KMT RWB”'])
    t.notOk(isTypedInVietnamese(plain), plain);
  t.end();
});

t.test('RST-21 no way of typing Vietnamese changes a given password as it stands', (t) => {
  t.same(PASSWORD_WORDS.filter(isChangedBy), []);
  const made = Array.from({ length: 50 }, firstPassword);
  t.same(made.flatMap((password) => password.split('-')).filter(isChangedBy), []);
  for (const typed of ['meo‑xanh–tre‐4271', 'meo\u00a0xanh\u200b tre\u00ad4271', 'ｍｅｏxanhtre4271'])
    t.equal(asGiven(typed), 'meoxanhtre4271', typed);
  t.end();
});
