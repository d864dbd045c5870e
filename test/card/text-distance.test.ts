import t from 'tap';
import { CARD_SIDE_MAX } from '../../core/contract/card-fields.ts';
import { isFar } from '../../web/card/meaning/text-distance.ts';

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
