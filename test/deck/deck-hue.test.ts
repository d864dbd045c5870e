import fc from 'fast-check';
import t from 'tap';
import { deckHue, deckInitial } from '../../web/deck/deck-mark.tsx';

t.test('a deck has one hue, and the decks made next to it have others', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
      const near = [id, id + 1, id + 2, id + 3].map(deckHue);
      return new Set(near).size === 4 && near.every((hue) => hue >= 0 && hue < 360);
    }),
  );
});

t.test('the initial of a deck is its first letter or digit, with its marks', async (t) => {
  t.equal(deckInitial('động vật'), 'Đ');
  t.equal(deckInitial('  “Animals”'), 'A');
  t.equal(deckInitial('ôn tập'.normalize('NFD')), 'Ô');
  t.equal(deckInitial('3000 words'), '3');
  t.equal(deckInitial('…'), '');
});
