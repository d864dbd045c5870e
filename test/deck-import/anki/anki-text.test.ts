import fc from 'fast-check';
import t from 'tap';
import { readCloze } from '../../../core/deck-import/anki/anki-cloze.ts';
import { ankiText } from '../../../core/deck-import/anki/anki-text.ts';
import { plainText } from '../../../core/text/marked-text.ts';

const textOf = (html: string): string => ankiText(html).text;

t.test('blocks and breaks are lines, and spaces run together as in a browser', async (t) => {
  t.equal(textOf('one<br>two<br/>three'), 'one\ntwo\nthree');
  t.equal(textOf('a<div>b</div><div><br></div><DIV class="x">c<br></DIV>d'), 'a\nb\n\nc\nd');
  t.equal(textOf('<p>a</p>\n\n<p>b</p><ul><li>c</li><li>d</li></ul>'), 'a\nb\nc\nd');
  t.equal(textOf(' a\n  b <b> c</b>&nbsp; d '), 'a b **c** d');
  t.equal(textOf('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'), 'a b\nc');
  t.equal(textOf('<pre>a\n  b\r\nc</pre>d'), 'a\nb\nc\nd');
  t.equal(textOf('a<br><br><br><br>b'), 'a\n\nb');
});

t.test('IMF-08 numbers of a list stand before its lines, also of a list within one', async (t) => {
  t.equal(
    textOf('to do:<ol><li>wake up</li>\n<li><p>wash</p></li><li></li><li><b>eat</b></li></ol>x'),
    'to do:\n1. wake up\n2. wash\n4. **eat**\nx',
  );
  t.equal(
    textOf('<ol><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>&#42;&#42;d</li></ol>'),
    '1. a\nb\n1. c\n2. **d',
  );
  t.equal(textOf('<li>a</li></ol></ul><ul><li>b</li></ul>'), 'a\nb');
  t.equal(textOf('<ol><li><pre>a\nb</pre></li></ol>'), '1. a\nb');
  t.equal(textOf('<ol start="3"><li>a</li><li value=7>b</li><li>c</li></ol>'), '3. a\n7. b\n8. c');
  t.equal(textOf('<ol start=x><li>a</li></ol><ul><li value=9>b</li></ul>'), '1. a\nb');
  t.equal(textOf('<ol><li>a</li><li></li></ol>b'), '1. a\nb', 'an empty item leaves none to what follows');
});

t.test('IMF-08 what stands above or below the line is so in Unicode, where it has the letters', async (t) => {
  t.equal(
    textOf('x<sup>2</sup> + H<sub>2</sub>O, 10<sup>&minus;3</sup>, x<sub>n+1</sub>'),
    'x² + H₂O, 10⁻³, xₙ₊₁',
  );
  t.equal(textOf('1<sup>st</sup> m<SUP><i>2</i></SUP>s'), '1ˢᵗ m²s');
  t.equal(textOf('a<constructor>b</constructor>'), 'ab', 'an element of any name');
  t.equal(textOf('a<sup>ăn</sup>b<sub>Z</sub></sup>2'), 'aănbZ2', 'else as they are');
});

t.test('EMP-12 what cannot be marked within a line goes without a trace', async (t) => {
  t.equal(textOf('<span style="color: red">con </span><b>m</b>è<i>o</i>'), 'con mèo');
  t.equal(textOf('<a href="x>y" title=\'>\'>link</a>'), 'link');
  t.equal(textOf('a<!-- <b>not this</b> -->b<!doctype x><?xml y?>c'), 'abc');
});

t.test('entities are read: names, numbers, and those of Windows', async (t) => {
  t.equal(textOf('&lt;b&gt; &amp;amp; &eacute;&Agrave; &hellip; &rarr;'), '<b> &amp; éÀ … →');
  t.equal(textOf('&#7871;&#x1EBF; &#150; &#x1F600;'), 'ếế – 😀');
  t.equal(textOf('&eacute &copy2026 &Zopf;&nvlt;'), 'é ©2026 ℤ<⃒', 'all of them, as in browsers');
  t.equal(textOf('AT&T &unknown; &#xD800;&#0;&#x110000;'), 'AT&T &unknown; \uFFFD\uFFFD\uFFFD');
});

t.test('what is no text is dropped: pictures, styles, scripts, control characters', async (t) => {
  t.equal(textOf('<img src="a.jpg" alt="a cat">cat'), 'cat');
  t.equal(textOf('<style>.a > b { color: red }</style>a<script>if (a < b) "</b>"</SCRIPT >b'), 'ab');
  t.equal(textOf('a<svg viewBox="0"><title>x</title><path d="M0"/></svg>b<svg/>c'), 'abc');
  t.equal(textOf('a\u0000b\u0007c&#8;'), 'abc');
});

t.test('sounds are taken out and told, in order', async (t) => {
  const given = '[sound:mèo.mp3] cat [sound:a&amp;b.ogg]<audio controls src="c d.wav"></audio>';
  t.same(ankiText(given), { text: 'cat', sounds: ['mèo.mp3', 'a&b.ogg', 'c d.wav'], pictures: [] });
  t.same(ankiText(`[sound:${'è.mp3'.normalize('NFD')}]`).sounds, ['è.mp3']);
  t.same(ankiText('[sound:] [sound:x'), { text: '[sound:] [sound:x', sounds: [], pictures: [] });
});

t.test('what only looks like a tag stays as it is', async (t) => {
  t.equal(textOf('a < b, c<3 and x <y'), 'a < b, c<3 and x <y');
  t.equal(textOf("it's <b>Tom's</b>"), "it's **Tom's**");
  t.equal(textOf('x</b'), 'x</b');
});

t.test('a quote that nothing ends takes no text with it', async (t) => {
  t.equal(textOf('a <u title="x>b</u> c'), 'a b c');
  t.equal(textOf(`a<u title="x>b<u title='y>c<u`), 'abc<u');
  t.same(ankiText('a<audio src="x.mp3>b').text, 'ab');
});

t.test('text that was escaped comes back, with its lines', async () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'ab<>&"\'[]{}=/ế') })), (lines) => {
      const escaped = lines.map((line) =>
        line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      );
      const expected = lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      // What looks like a mark has a backslash, which is not shown.
      if (plainText(textOf(escaped.join('<br>'))) !== expected) throw new Error(escaped.join('<br>'));
    }),
  );
});

t.test('EMP-12 bold, italics and readings become marks where marks can say them', async (t) => {
  for (const [html, text] of [
    ['a <b>big</b> <em>red</em> dog', 'a **big** //red// dog'],
    ['<strong><i>both</i></strong>', '**//both//**'],
    ['<i><b>both</b> one</i>', '//**both** one//'],
    ['<b>two<br>lines</b>', '**two**\n**lines**'],
    ['<b>a</b><b>b</b><b></b>', '**ab**'],
    ['<b> spaced </b>out', '**spaced** out'],
    ['<div><b>a<i>b</b>c</i> d</div>', '**ab**//c// d'],
    [
      '<b style="font-weight:normal;" id="docs-1">a <span style="font-weight:700">b</span> c</b> d',
      'a **b** c d',
    ],
    ['a <span style="color: red; FONT-STYLE : italic"><span>b</span> c</span> d', 'a //b c// d'],
    ['<i style="font-weight: bold">a</i></span></b> b', '**//a//** b'],
    ['<b>never closed', '**never closed**'],
    ['私は<b>犬</b>です', '私は**犬**です'],
    ['x<sup>2</sup> and H<sub>2</sub>O', 'x² and H₂O'],
    ['<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を', '{漢|かん}{字|じ}を'],
    ['<b><ruby> 漢字 <rt>かん じ</ruby></b>', '**{漢字|かん じ}**'],
  ] as const)
    t.equal(textOf(html), text, html);
});

t.test('EMP-12 what MathJax and LaTeX show is a formula', async (t) => {
  for (const [html, text] of [
    ['so \\(a &lt; b\\)', 'so \\(a < b\\)'],
    ['\\(a<br>+ <b>b</b>\\)', '\\(a + b\\)'],
    ['\\[a<br>b\\]', '\\[a\nb\\]'],
    ['[$]y^2[/$] [$$]\\frac{1}{2}[/$$]', '\\(y^2\\) \\[\\frac{1}{2}\\]'],
    ['[latex]$x$[/latex] [LaTeX]$$x$$[/LaTeX]', '\\(x\\) \\[x\\]'],
    ['[latex]\\begin{displaymath} x \\end{displaymath}[/latex]', '\\[x\\]'],
    ['[latex]\\frac{a}{b}[/latex]', '\\(\\frac{a}{b}\\)'],
    [
      '[latex]words, $x$ and $y$[/latex] [latex]words[/latex]',
      '[latex]words, $x$ and $y$[/latex] [latex]words[/latex]',
    ],
    ['[$][/$] \\(x', '[$][/$] \\(x'],
    ['a \\(**b**\\) c', 'a \\(**b**\\) c'],
  ] as const)
    t.equal(textOf(html), text, html);
});

t.test('EMP-12 what looks like a mark and is none gets a backslash', async (t) => {
  for (const [html, text] of [
    ['**not bold** //nor this//', '\\**not bold** \\//nor this//'],
    ['{漢字|かんじ}', '\\{漢字|かんじ}'],
    ['<b>2 ** 3 // 4</b>', '**2 ** 3 // 4**'],
    ['<b>a ** b** c</b>', '**a \\** b\\** c**'],
    ['5 ** 2, https://a.vn//b, {a|b}', '5 ** 2, https://a.vn//b, {a|b}'],
    ['<b>x</b>** <b>y</b>', 'x** **y**'],
  ] as const)
    t.equal(textOf(html), text, html);
});

t.test('EMP-13 readings in square brackets are read where the card shows them so', async (t) => {
  for (const [html, text] of [
    ['日本語[にほんご]を 勉強[べんきょう]する', '{日本語|にほんご}を{勉強|べんきょう}する'],
    ['<b> 犬[いぬ]</b> to[と] [x]', '**{犬|いぬ}** to[と] [x]'],
  ] as const)
    t.equal(ankiText(html, { hasReadings: true }).text, text, html);
  t.equal(textOf('漢字[かんじ]'), '漢字[かんじ]');
});

t.test('no field takes more time than its length, whatever stands in it', async (t) => {
  const pieces = [
    ...`<a=' < </ <!-- <script> [sound: & &# {{c1:: }} <pre> <b>a</i> <ruby><rt> \\( [$] [latex] {漢|`.split(
      ' ',
    ),
    ...['<a ', '<a "', '<img src=x alt=y>', '<span style="font-weight:', '<i style=";  ">', '**a '],
  ];
  const started = process.cpuUsage();
  for (const piece of pieces)
    for (const end of ['', '>', '">"', '"'] as const) {
      const html = piece.repeat(1_000_000 / piece.length) + end;
      t.type(textOf(html), 'string');
      t.ok((readCloze(html)?.answer ?? '').length <= html.length);
    }
  // Some seconds at most; to look through the rest at each piece would take hours.
  t.ok(process.cpuUsage(started).user < 60_000_000);
});

t.test('gaps become hints or dots in the question, and are filled in the answer', async (t) => {
  t.equal(readCloze('no gap }} {{c::x}}'), undefined);
  t.match(readCloze('a {{c1::b}} {{c2::c::hint}}'), { question: 'a […] [hint]', answer: 'a b c' });
  t.match(readCloze('{{c1,2::a {{c3::b::x}} c::y}}'), { question: '[y]', answer: 'a b c' });
  t.match(readCloze('{{c1::image-occlusion:rect:left=.1}}text'), { question: 'text', answer: 'text' });
});

t.test('IMF-08 a reading that no mark can say is in brackets, and every named letter is one', async (t) => {
  t.equal(ankiText('<ruby>word<rp>(</rp><rt>wɜːd</rt><rp>)</rp></ruby>s').text, 'word(wɜːd)s');
  t.equal(ankiText('漢<rt>かん</rt>字').text, '漢(かん)字');
  t.equal(ankiText('&Dstrok; &NotEqualTilde; &eacute').text, 'Đ ≂̸ é');
});
