import t from 'tap';
import { CARD_SIDE_MAX } from '../../../core/contract/card-fields.ts';
import { hasOtherWords, isFar } from '../../../web/card/meaning/other-words.ts';

t.test('VER-11 a text that has little in common with another one is far from it', async (t) => {
  for (const [before, after] of [
    ['recieve', 'receive'],
    ['nhà', 'Nhà'],
    ['nơi để ở', 'nơi để sống'],
    ['to go', 'To go | to walk away'],
    ['', ''],
    ['x'.repeat(CARD_SIDE_MAX), `${'x'.repeat(CARD_SIDE_MAX - 1)}y`],
  ] as const)
    t.notOk(isFar(before, after), `${before} → ${after}`);
  for (const [before, after] of [
    ['bank', 'bờ sông'],
    ['con mèo', 'cái bàn'],
    ['mèo', 'vật nuôi trong nhà'],
  ] as const)
    t.ok(isFar(before, after), `${before} → ${after}`);
});

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
