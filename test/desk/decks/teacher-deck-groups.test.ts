import t from 'tap';
import type { Deck } from '../../../core/deck/deck.schema.ts';
import { concernsDecks } from '../../../web/deck/deck.changes.ts';
import { teacherDeckGroups } from '../../../web/desk/decks/teacher-decks.page.tsx';
import { column } from '../../harness/columns.ts';

const deck = (id: number, user_id: number, is_official = false): Deck => ({
  id,
  title: `Deck ${id}`,
  description: null,
  display_back_first: false,
  lenient_typing: false,
  is_official,
  official_button_label: null,
  user_id,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  card_count: 3,
  class_count: 0,
  has_settings: false,
});

t.test('CX-11 a teacher’s own decks, the newest first, apart from the official ones of others', async (t) => {
  const { own, official } = teacherDeckGroups(
    [deck(1, 8, true), deck(2, 7), deck(3, 7, true), deck(4, 8)],
    7,
  );
  t.same(column(own, 'id'), [3, 2]);
  t.same(column(official, 'id'), [1]);
});

t.test('after a write, everything that shows decks or cards is read anew', async (t) => {
  for (const key of [
    '/api/decks',
    '/api/decks/3/cards?search=a',
    '/api/official-decks',
    '/api/classes?include=decks',
  ])
    t.ok(concernsDecks(key), key);
  t.ok(concernsDecks(['/api/decks/3/stats', '']));
  for (const key of ['/api/site-settings', undefined, [7]]) t.notOk(concernsDecks(key), String(key));
});
