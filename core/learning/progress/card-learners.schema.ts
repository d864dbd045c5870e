import { Type } from '@sinclair/typebox';
import { AUTHORS, contracts, Id } from '../../contract/endpoint.ts';

export const countCardLearners = contracts('Cards').get('/api/decks/:deckId/cards/:cardId/learners', {
  access: [...AUTHORS, 'admin'],
  summary: 'How many students have learnt a card of a deck that the caller may edit, as it is meant now',
  params: Type.Object({ deckId: Id, cardId: Id }),
  returns: Type.Object({
    /** Counted up to a thousand. */
    learners: Type.Integer({ minimum: 0 }),
  }),
});
