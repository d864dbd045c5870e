import t from 'tap';
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

t.test('DCK-08 a title has 1 to 50 letters, however many bytes they take', async (t) => {
  t.same(checkDeck(values()), {});
  t.same(checkDeck(values({ title: ' \t' })), { title: 'required' });
  const letter = 'ế'.normalize('NFD');
  t.same(checkDeck(values({ title: letter.repeat(50) })), {});
  t.same(checkDeck(values({ title: ` ${letter.repeat(50)} ` })), {}, 'the blanks around it are not kept');
  t.same(checkDeck(values({ title: letter.repeat(51) })), { title: 'long' });
});

t.test('DCK-09 a description is optional and has at most 100 letters', async (t) => {
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
