import t from 'tap';
import { addressOf } from '../../core/address.ts';

t.test('an address has the parameters in it, and what of the query is given', async (t) => {
  t.equal(addressOf('GET /api/decks'), '/api/decks');
  t.equal(addressOf('GET /api/decks/:deckId', { params: { deckId: 7 } }), '/api/decks/7');
  const params = { classId: 3, studentId: 12 };
  t.equal(
    addressOf('POST /api/classes/:classId/approve/:studentId', { params }),
    '/api/classes/3/approve/12',
  );
  const query = { search: 'a b&c', offset: undefined, limit: 20 };
  t.equal(
    addressOf('GET /api/decks/:deckId/cards', { params: { deckId: 7 }, query }),
    '/api/decks/7/cards?search=a+b%26c&limit=20',
  );
  t.equal(addressOf('GET /api/decks', { query: { offset: undefined } }), '/api/decks');
});

t.test('a parameter is no more than one part of the path', async (t) => {
  const params = { reviewId: '../me?x' };
  t.equal(addressOf('POST /api/reviews/:reviewId/undo', { params }), '/api/reviews/..%2Fme%3Fx/undo');
});
