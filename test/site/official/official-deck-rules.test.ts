import t from 'tap';
import {
  checkOfficialDeck,
  NO_OFFICIAL_DECK,
  officialDeckValues,
  toOfficialDeckChanges,
} from '../../../web/site/official/official-decks-section.tsx';

const values = { deckId: 7, label: 'Animals', title: 'Words', description: '' };

t.test(
  'ADM-06 ADM-07 a new official deck needs a deck, and a label has no more than its length',
  async (t) => {
    t.same(checkOfficialDeck(NO_OFFICIAL_DECK, false), { deckId: 'required' });
    t.same(checkOfficialDeck({ ...values, title: '' }, false), {}, 'its title stays as it is');
    t.same(checkOfficialDeck({ ...values, label: ' ' }, false), {});
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
  t.same(officialDeckValues(deck), values);
});
