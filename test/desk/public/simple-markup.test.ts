import t from 'tap';
import { parseSimpleMarkup } from '../../../web/desk/public/about.page.tsx';

const text = (text: string, bold = false) => ({ kind: 'text', text, bold });
const lineBreak = { kind: 'break' };

t.test('HOM-21 bold and line breaks are formatted', async (t) => {
  t.same(parseSimpleMarkup('<b>One</b><br>two <strong>three</strong><br/>four<BR />'), [
    text('One', true),
    lineBreak,
    text('two '),
    text('three', true),
    lineBreak,
    text('four'),
    lineBreak,
  ]);
});

t.test('SL-63 every other tag stays a text', async (t) => {
  const source = '<script>alert(1)</script><i>a</i> <b onclick="x">c</b> 1 < 2';
  t.same(
    parseSimpleMarkup(source)
      .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
      .join(''),
    '<script>alert(1)</script><i>a</i> <b onclick="x">c 1 < 2',
  );
  t.ok(parseSimpleMarkup(source).every((piece) => piece.kind === 'text' && !piece.bold));
});

t.test('HOM-21 a tag that is not closed, or not opened, breaks nothing', async (t) => {
  t.same(parseSimpleMarkup('a</b>b<b>c'), [text('a'), text('b'), text('c', true)]);
  t.same(parseSimpleMarkup(''), []);
});
