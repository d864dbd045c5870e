import t from 'tap';
import { deckOfTitle } from '../../../web/deck-import/upload/again-fields.tsx';

const deck = (id: number, title: string, owner = 1) => ({ id, title, owner: { id: owner } });

t.test('ADM-23 the deck of the same title is found, however it is written', async (t) => {
  const decks = [deck(1, 'Thú cưng', 2), deck(2, 'Thú cưng'), deck(3, 'Thú')];
  t.equal(deckOfTitle(decks, '  THÚ CƯNG ', 1)?.id, 2);
  t.equal(deckOfTitle(decks, 'thú cưng'.normalize('NFD'), 1)?.id, 2);
  t.equal(deckOfTitle(decks, 'thu cung', 1), undefined, 'accents count');
  t.equal(deckOfTitle(decks, 'Thú cưng', 3), undefined, 'others’ decks do not');
  t.equal(deckOfTitle([deck(4, ' ')], '', 1), undefined);
});
