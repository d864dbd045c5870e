import t from 'tap';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { groupDecks } from '../../web/deck/deck-groups.ts';

const deck = (id: number, is_official: boolean) => ({ id, is_official }) as Deck;
const ids = (group: { id: number }[]) => group.map(({ id }) => id);

t.test('CX-11 STU-02 personal decks are the ones that are not official', async (t) => {
  const decks = [deck(1, true), deck(2, false), deck(3, false)];
  const groups = groupDecks(decks, [deck(1, true), deck(9, true)]);
  t.same(ids(groups.official), [1, 9]);
  t.same(ids(groups.personal), [2, 3]);
});

t.test('STU-02 no deck is in both groups', async (t) => {
  const { official, personal } = groupDecks([deck(1, false)], [deck(1, true)]);
  t.same([ids(official), ids(personal)], [[1], []]);
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
