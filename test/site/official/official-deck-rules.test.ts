import t from 'tap';
import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { deckOptions, findOptions } from '../../../web/site/managed-deck-select.tsx';
import {
  checkOfficialDeck,
  NO_OFFICIAL_DECK,
  officialDeckValues,
  toOfficialDeckChanges,
} from '../../../web/site/official/official-decks-section.tsx';

const values = { deckId: 7, label: 'Animals', title: 'Words', description: '' };

t.test(
  'ADM-06 ADM-07 (document 2 §2, §5) a new official deck needs a deck and a label, which is not too long',
  async (t) => {
    t.same(checkOfficialDeck(NO_OFFICIAL_DECK, false), { deckId: 'required', label: 'required' });
    t.same(checkOfficialDeck({ ...values, title: '' }, false), {}, 'its title stays as it is');
    t.same(checkOfficialDeck({ ...values, label: ' ' }, false), { label: 'required' });
    t.same(checkOfficialDeck({ ...values, label: 'ế'.normalize('NFD').repeat(50) }, false), {});
    t.same(checkOfficialDeck({ ...values, label: 'x'.repeat(51) }, false), { label: 'long' });
  },
);

t.test('ADM-08 an edited one needs its title too', async (t) => {
  t.same(checkOfficialDeck(values, true), {});
  t.same(checkOfficialDeck({ ...values, title: ' ' }, true), { title: 'required' });
  t.same(
    Object.entries(
      checkOfficialDeck(
        { deckId: 7, label: 'x'.repeat(51), title: 'x'.repeat(51), description: 'x'.repeat(101) },
        true,
      ),
    ),
    [
      ['title', 'long'],
      ['description', 'long'],
      ['label', 'long'],
    ],
    'in the order of the form',
  );
});

t.test('ADM-08 it is sent trimmed, an empty description as none', async (t) => {
  t.same(toOfficialDeckChanges({ deckId: 7, label: ' a ', title: ' b ', description: '  ' }), {
    official_button_label: 'a',
    title: 'b',
    description: null,
  });
  const deck = {
    id: 7,
    title: 'Words',
    description: null,
    is_official: true,
    official_button_label: 'Animals',
    card_count: 1,
    class_count: 0,
    owner: { id: 1, name: 'Lan' },
  };
  t.same(officialDeckValues(deck, 'Learn'), values);
  t.equal(officialDeckValues({ ...deck, official_button_label: null }, 'Learn').label, 'Learn');
});

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
