import fc from 'fast-check';
import t from 'tap';
import type { Deck } from '../../core/deck/deck.schema.ts';
import { groupDecks } from '../../web/deck/deck-groups.ts';
import { deckHue, deckInitial } from '../../web/deck/deck-mark.tsx';
import { checkDeck, type DeckValues, toDeckBody } from '../../web/deck/deck-rules.ts';

const values = (changes: Partial<DeckValues> = {}): DeckValues => ({
  title: 'Words',
  description: '',
  displayBackFirst: false,
  frontLanguage: null,
  backLanguage: null,
  lenientTyping: false,
  tags: 'x, y',
  ...changes,
});

t.test('DCK-08 DCK-09 a title has 1 to 50 letters of any bytes, a description at most 100', async (t) => {
  t.same(checkDeck(values()), {});
  t.same(checkDeck(values({ title: ' \t' })), { title: 'required' });
  const letter = 'ế'.normalize('NFD');
  t.same(checkDeck(values({ title: letter.repeat(50) })), {});
  t.same(checkDeck(values({ title: ` ${letter.repeat(50)} ` })), {}, 'the blanks around it are not kept');
  t.same(checkDeck(values({ title: letter.repeat(51) })), { title: 'long' });
  t.same(checkDeck(values({ description: '👩‍🏫'.repeat(100) })), {});
  t.same(checkDeck(values({ description: 'x'.repeat(101) })), { description: 'long' });
});

t.test('API-10 what is sent: tidy texts, no description rather than a blank one', async (t) => {
  const given = values({ title: ' Words ', description: ' ', displayBackFirst: true, frontLanguage: 'ja' });
  t.same(toDeckBody(given), {
    title: 'Words',
    description: null,
    display_back_first: true,
    front_language: 'ja',
    back_language: null,
    lenient_typing: false,
    tags: ['x', 'y'],
  });
});

const deck = (id: number, is_official: boolean) => ({ id, is_official }) as Deck;
const ids = (group: { id: number }[]) => group.map(({ id }) => id);

t.test('CX-11 STU-02 API-04 decks are official, in one order, or personal', async (t) => {
  const [first, own, other, last] = [deck(1, true), deck(2, false), deck(3, false), deck(9, true)];
  for (const [title, all, listed, official, personal] of [
    ['both lists', [first, own, other], [first, last], [1, 9], [2, 3]],
    ['no deck in both groups', [deck(1, false)], [first], [1], []],
    ['the decks alone', [first, own], undefined, [1], [2]],
    ['the official ones alone', undefined, [first], [1], []],
    ['neither', undefined, undefined, [], []],
    ['one order', [last, first, own], undefined, [1, 9], [2]],
  ] as const) {
    const groups = groupDecks(all && [...all], listed && [...listed]);
    t.same([ids(groups.official), ids(groups.personal)], [official, personal], title);
  }
});

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
