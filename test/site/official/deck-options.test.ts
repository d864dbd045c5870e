import t from 'tap';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { deckOptions, findOptions } from '../../../web/site/managed-deck-select.tsx';

const deck = (id: number, title: string, owner: string): ManagedDeck => ({
  id,
  title,
  description: null,
  is_official: false,
  official_button_label: null,
  card_count: 0,
  class_count: 0,
  owner: { id: 1, name: owner },
});

t.test('ADM-06 ADM-15 decks are told apart by owner, then by number', async (t) => {
  t.same(deckOptions([deck(1, 'Words', 'Lan'), deck(2, 'Words', 'Minh'), deck(3, 'Words', 'Lan')]), [
    { value: '1', label: 'Words · Lan (1)' },
    { value: '2', label: 'Words · Minh' },
    { value: '3', label: 'Words · Lan (3)' },
  ]);
});

t.test('ADM-15 a deck is found by words of title and owner, accents or not', async (t) => {
  const options = deckOptions([
    deck(1, 'Động vật', 'Lan'),
    deck(2, 'Đồ vật trong nhà', 'Minh'),
    deck(3, 'Words', 'Đào'),
  ]);
  const found = (text: string, limit = 10) => findOptions(options, text, limit).map(({ value }) => value);
  t.same(found('dong VAT'), ['1']);
  t.same(found('vật'), ['1', '2']);
  t.same(found('minh do'), ['2']);
  t.same(found('dao'), ['3']);
  t.same(found('nothing'), []);
  t.same(found(' '), ['1', '2', '3']);
  t.same(found('', 2), ['1', '2']);
});
