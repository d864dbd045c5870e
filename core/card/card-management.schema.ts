import { Card } from '../contract/card-shape.schema.ts';
import { contracts, FORM } from '../contract/endpoint.ts';
import { page } from '../contract/page-query.ts';
import { CardChanges, CardsQuery } from './card.schema.ts';

const { get, patch, del } = contracts('Administration', 'admin');

export const searchCards = get('/api/admin/decks/:deckId/cards', {
  summary: "A part of any deck's cards, in deck order; `total` counts all that were found",
  querystring: CardsQuery,
  answers: page(Card),
});

export const updateAnyCard = patch('/api/admin/cards/:cardId', {
  summary: 'Changes a card of any deck; what is left out stays',
  consumes: FORM,
  body: CardChanges,
  returns: Card,
});

export const deleteAnyCard = del('/api/admin/cards/:cardId', {
  summary: 'Deletes a card of any deck',
});
