import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const trial = (deckId: number, token?: string) =>
  api.call('GET /api/official-decks/:deckId/trial', { params: { deckId }, ...(token && { token }) });

t.test('PRA-12 a trial says how its deck judges typed answers', async (t) => {
  const deck = await api.addDeck(teacher.id, 1, { official: true });
  await api.pool.query('update decks set lenient_typing = true where id = $1', [deck.id]);
  t.equal((await trial(deck.id)).body.data.deck.lenient_typing, true);
});

t.test('SL-120 a guest gets the first five cards of an official deck as a new student does', async (t) => {
  const deck = await api.addDeck(teacher.id, 8, { official: true, title: 'Unit 1' });
  await api.pool.query('update cards set ordinal = 1000 - ordinal where deck_id = $1', [deck.id]);
  const { status, body } = await trial(deck.id);
  t.equal(status, 200);
  t.same(body.data.deck, { id: deck.id, title: 'Unit 1', display_back_first: false, lenient_typing: false });
  t.same(column(body.data.cards, 'id'), deck.cards.toReversed().slice(0, 5), 'in deck order, and no more');
  const student = await api.register('student');
  const set = await student.data('GET /api/decks/:deckId/cards/set', {
    params: { deckId: deck.id },
    query: { limit: 5 },
  });
  t.same(
    body.data.cards,
    set.map(({ flagged, ...card }) => card),
  );
  t.same((await trial(deck.id, 'rubbish')).body, body, 'whoever asks');
});

t.test('SL-120 a deck that is not official, or no longer, is not found', async (t) => {
  const own = await api.addDeck(teacher.id, 2);
  const official = await api.addDeck(teacher.id, 2, { official: true });
  t.equal((await trial(official.id)).status, 200);
  await api.pool.query('update decks set is_official = false where id = $1', [official.id]);
  for (const id of [own.id, 999_999]) {
    const { status, body } = await api.unchecked('GET /api/official-decks/:deckId/trial', {
      params: { deckId: id },
    });
    t.same([status, body.code], [404, 'deck_not_found']);
  }
  let status = 200;
  // Announced by the database, which takes a moment.
  while (status === 200) ({ status } = await trial(official.id));
  t.equal(status, 404, 'at once, though its cards are kept for a minute');
});

t.test('SL-120 a deck without cards gives none', async (t) => {
  const deck = await api.addDeck(teacher.id, 0, { official: true });
  t.same((await trial(deck.id)).body.data.cards, []);
});
