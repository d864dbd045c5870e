import { Type } from '@sinclair/typebox';
import { AUTHORS, endpoint, Id, success } from '../endpoint.ts';

export const countCardLearners = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cards/:cardId/learners',
  access: [...AUTHORS, 'admin'],
  schema: {
    summary: 'How many students have learnt a card of a deck that the caller may edit, as it is meant now',
    tags: ['Cards'],
    params: Type.Object({ deckId: Id, cardId: Id }),
    response: {
      200: success(
        Type.Object({
          /** Counted up to a thousand. */
          learners: Type.Integer({ minimum: 0 }),
        }),
      ),
    },
  },
});
