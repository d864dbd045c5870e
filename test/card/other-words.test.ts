import t from 'tap';
import { hasOtherWords } from '../../web/card/meaning/other-words.ts';

const changes = (before: string, after: string) =>
  hasOtherWords({ front: 'x', back: before }, { front: 'x', back: after });

t.test('VER-12 marks and spaces alone are no other words', async (t) => {
  for (const [before, after] of [
    ['ngân hàng', 'ngân  hàng.'],
    ['ngân hàng', '**ngân** hàng'],
    ['to go, to walk', 'to go; to walk'],
    ['nhà', '(nhà)'],
    ['a house', ' a\nhouse!'],
  ] as const)
    t.notOk(changes(before, after), `${before} → ${after}`);
});

t.test('VER-12 another letter, tone, number or answer is', async (t) => {
  for (const [before, after] of [
    ['ma', 'má'],
    ['recieve', 'receive'],
    ['well', "we'll"],
    ['10', '11'],
    ['to go', 'to go | to walk'],
    ['ngân hàng', 'bờ sông'],
  ] as const)
    t.ok(changes(before, after), `${before} → ${after}`);
  t.ok(hasOtherWords({ front: 'a', back: 'x' }, { front: 'b', back: 'x' }), 'on the front as well');
});
