import t from 'tap';
import { CARD_TEXT_MAX } from '../../../core/contract/card-fields.ts';
import { type TextPart, textDifference } from '../../../web/card/versions/card-versions.modal.tsx';

/** What differs between brackets. */
const marked = (parts: TextPart[]) =>
  parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
const difference = (before: string, after: string) => {
  const parts = textDifference(before, after);
  return [marked(parts.before), marked(parts.after)];
};

t.test('VER-06 what differs between two texts is marked word by word', async (t) => {
  t.same(difference('Nơi để ở', 'Nơi để sống'), ['Nơi để [ở]', 'Nơi để [sống]']);
  t.same(difference('a house', 'a small house'), ['a house', 'a [small ]house']);
  t.same(difference('house', 'house'), ['house', 'house']);
  t.same(difference('', 'new'), ['', '[new]']);
  t.same(difference('old', ''), ['[old]', '']);
  t.same(difference('tốt', 'tôt'), ['[tốt]', '[tôt]'], 'an accent makes another word');
  t.same(difference('right!', 'right?'), ['right[!]', 'right[?]']);
  const long = Array.from({ length: CARD_TEXT_MAX / 2 }, (_, n) => 'ab'[n % 2]).join(' ');
  t.same(difference(long, `${long}.`), [long, `${long}[.]`]);
});
