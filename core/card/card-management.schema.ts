import { Type } from '@sinclair/typebox';
import { DeckIdParams, Done, endpoint, Id, success } from '../endpoint.ts';
import { page } from '../page-query.ts';
import { Card, CardChanges, CardsQuery } from './card.schema.ts';

const CardIdParams = Type.Object({ cardId: Id });
const tags = ['Administration'];

export const searchCards = endpoint({
  method: 'GET',
  url: '/api/admin/decks/:deckId/cards',
  access: 'admin',
  schema: {
    summary: "A part of any deck's cards, in deck order; `total` counts all that were found",
    tags,
    params: DeckIdParams,
    querystring: CardsQuery,
    response: { 200: page(Card) },
  },
});

export const updateAnyCard = endpoint({
  method: 'PATCH',
  url: '/api/admin/cards/:cardId',
  access: 'admin',
  schema: {
    summary: 'Changes a card of any deck; what is left out stays',
    tags,
    consumes: ['multipart/form-data', 'application/json'],
    params: CardIdParams,
    body: CardChanges,
    response: { 200: success(Card) },
  },
});

export const deleteAnyCard = endpoint({
  method: 'DELETE',
  url: '/api/admin/cards/:cardId',
  access: 'admin',
  schema: {
    summary: 'Deletes a card of any deck',
    tags,
    params: CardIdParams,
    response: { 200: Done },
  },
});
