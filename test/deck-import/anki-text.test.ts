import fc from 'fast-check';
import t from 'tap';
import { readCloze } from '../../core/deck-import/anki-cloze.ts';
import { ankiText } from '../../core/deck-import/anki-text.ts';

const textOf = (html: string): string => ankiText(html).text;

t.test('blocks and breaks are lines, and spaces run together as in a browser', async (t) => {
  t.equal(textOf('one<br>two<br/>three'), 'one\ntwo\nthree');
  t.equal(textOf('a<div>b</div><div><br></div><DIV class="x">c<br></DIV>d'), 'a\nb\n\nc\nd');
  t.equal(textOf('<p>a</p>\n\n<p>b</p><ul><li>c</li><li>d</li></ul>'), 'a\nb\nc\nd');
  t.equal(textOf(' a\n  b <b> c</b>&nbsp; d '), 'a b c d');
  t.equal(textOf('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'), 'a b\nc');
  t.equal(textOf('<pre>a\n  b\r\nc</pre>d'), 'a\nb\nc\nd');
  t.equal(textOf('a<br><br><br><br>b'), 'a\n\nb');
});

t.test('marks within a line go without a trace', async (t) => {
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
  t.same(ankiText(given), { text: 'cat', sounds: ['mèo.mp3', 'a&b.ogg', 'c d.wav'], hasPicture: false });
  t.same(ankiText(`[sound:${'è.mp3'.normalize('NFD')}]`).sounds, ['è.mp3']);
  t.same(ankiText('[sound:] [sound:x'), { text: '[sound:] [sound:x', sounds: [], hasPicture: false });
});

t.test('LaTeX and what only looks like a tag stay as they are', async (t) => {
  t.equal(
    textOf('[latex]\\frac{a}{b}[/latex] \\(x^2\\) [$]y[/$]'),
    '[latex]\\frac{a}{b}[/latex] \\(x^2\\) [$]y[/$]',
  );
  t.equal(textOf('a < b, c<3 and x <y'), 'a < b, c<3 and x <y');
  t.equal(textOf("it's <b>Tom's</b>"), "it's Tom's");
  t.equal(textOf('x</b'), 'x</b');
});

t.test('a quote that nothing ends takes no text with it', async (t) => {
  t.equal(textOf('a <b title="x>b</b> c'), 'a b c');
  t.equal(textOf(`a<i title="x>b<i title='y>c<i`), 'abc<i');
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
      if (textOf(escaped.join('<br>')) !== expected) throw new Error(escaped.join('<br>'));
    }),
  );
});

t.test('no field takes more time than its length, whatever stands in it', async (t) => {
  const pieces = [
    '<a ',
    '<a "',
    "<a='",
    '<',
    '</',
    '<!--',
    '<script>',
    '[sound:',
    '&',
    '&#',
    '{{c1::',
    '}}',
    '<pre>',
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
  t.same(readCloze('a {{c1::b}} {{c2::c::hint}}'), { question: 'a […] [hint]', answer: 'a b c' });
  t.same(readCloze('{{c1,2::a {{c3::b::x}} c::y}}'), { question: '[y]', answer: 'a b c' });
  t.same(readCloze('{{c1::image-occlusion:rect:left=.1}}text'), { question: 'text', answer: 'text' });
});

t.test('IMF-08 a reading stands in brackets behind its letters, and every named letter is one', async (t) => {
  t.equal(ankiText('<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字').text, '漢(かん)字');
  t.equal(ankiText('<ruby>漢<rt>かん</rt></ruby>').text, '漢(かん)');
  t.equal(ankiText('&Dstrok; &NotEqualTilde; &eacute').text, 'Đ ≂̸ é');
});
