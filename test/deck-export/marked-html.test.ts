import fc from 'fast-check';
import t from 'tap';
import { markedAsHtml } from '../../core/deck-export/deck-apkg.ts';
import { ankiText } from '../../core/deck-import/anki/anki-text.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { runs } from '../harness/depth.ts';

t.test('EMP-10 marks are elements in Anki, formulas are MathJax, and letters stay letters', async (t) => {
  for (const [text, html] of [
    ['a **big //red// dog**', 'a <b>big <i>red</i> dog</b>'],
    ['{漢字|かんじ}', '<ruby>漢字<rt>かんじ</rt></ruby>'],
    ['so \\(a < b\\).', 'so \\(a &lt; b\\).'],
    ['\\[\n\\frac{1}{2}\n\\]', '\\[<br>\\frac{1}{2}<br>\\]'],
    ['\\**bold**', '&#42;*bold**'],
    ['\\{漢字|かんじ}', '&#123;漢字|かんじ}'],
    ['\\\\(x\\)', '&#92;<span>(</span>x\\)'],
    ['open \\(x', 'open &#92;<span>(</span>x'],
    ['<b>no</b> & "so"', '&lt;b&gt;no&lt;/b&gt; &amp; &quot;so&quot;'],
    ['**[sound:x.mp3]**', '<b>&#91;sound:x.mp3]</b>'],
  ] as const)
    t.equal(markedAsHtml(text), html, text);
});

const PIECES = [
  ...'** ** // // {漢|かん} {漢| } | a b 漢 か * / ( . : <b> &amp; " [sound:x] [latex]x[/latex]'.split(' '),
  ...'[$]y[/$] {{c1::z}} {a|b} &#42; [/$]'.split(' '),
  ...String.raw`\ \(x^2\) \( \) \[ \] \{漢|か} \**c**`.split(' '),
  ...['\n', ' ', ' ', '\\(a\n\\)', '\\[a\n<b\\]'],
];

/** A text as HTML has it: no two spaces, none at the ends of a line or of a reading, no two empty lines. */
const tidied = (text: string): string =>
  text
    .replace(/ +/g, ' ')
    .replace(/(?<=[{|\n]) | (?=[|}\n])/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

t.test('EMP-11 a text on its way to Anki and back is the same text', async () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), (pieces) => {
      const text = tidied(pieces.join(''));
      const html = markedAsHtml(text);
      const back = ankiText(html).text;
      if (back !== text) throw new Error(JSON.stringify({ text, html, back }));
    }),
    { numRuns: runs(5_000, 200_000) },
  );
});

const HTML = [
  ...'<b> </b> <i> </i> <em> </em> <div> <br> a b 漢 . ( \\ ** * // / {漢|か} { &#42; &#92;'.split(' '),
  ' ',
];

t.test('EMP-12 whatever emphasis and letters a field has, the card shows its letters', async () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HTML), { maxLength: 14 }), (pieces) => {
      const html = pieces.join('');
      const text = ankiText(html).text;
      const shown = plainText(text);
      const letters = plainText(ankiText(html.replace(/<\/?(b|i|em)>/g, '')).text);
      if (shown !== letters) throw new Error(JSON.stringify({ html, text, shown, letters }));
      const again = ankiText(markedAsHtml(text)).text;
      if (again !== text) throw new Error(JSON.stringify({ html, text, again }));
    }),
    { numRuns: runs(5_000, 200_000) },
  );
});
