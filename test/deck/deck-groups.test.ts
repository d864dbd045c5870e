import t from 'tap';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { groupDecks } from '../../web/deck/deck-groups.ts';

const deck = (id: number, is_official: boolean): Deck => ({
  id,
  title: `Deck ${id}`,
  description: null,
  display_back_first: false,
  lenient_typing: false,
  is_official,
  official_button_label: is_official ? `Label ${id}` : null,
  user_id: 1,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  card_count: 3,
  class_count: 0,
  has_settings: false,
});
const ids = (group: { id: number }[]) => group.map(({ id }) => id);

t.test('CX-11 STU-02 personal decks are the ones that are not official', async (t) => {
  const decks = [deck(1, true), deck(2, false), deck(3, false)];
  const groups = groupDecks(decks, [deck(1, true), deck(9, true)]);
  t.same(ids(groups.official), [1, 9]);
  t.same(ids(groups.personal), [2, 3]);
});

t.test('STU-02 no deck is in both groups', async (t) => {
  const groups = groupDecks([deck(1, false)], [deck(1, true)]);
  t.same(ids(groups.official), [1]);
  t.same(ids(groups.personal), []);
});

t.test('STU-02 API-04 one list alone still makes its group', async (t) => {
  const decks = [deck(1, true), deck(2, false)];
  t.same(ids(groupDecks(decks, undefined).official), [1]);
  t.same(ids(groupDecks(decks, undefined).personal), [2]);
  t.same(ids(groupDecks(undefined, [deck(1, true)]).official), [1]);
  t.same(ids(groupDecks(undefined, undefined).personal), []);
});

t.test('STU-02 official decks have one order, whichever list came first', async (t) => {
  const byTitle = [deck(7, true), deck(4, true), deck(2, false)];
  t.same(ids(groupDecks(byTitle, undefined).official), [4, 7]);
});
