import { Type } from '@sinclair/typebox';
import { DeckIdParams, Done, endpoint, Id, success } from '../endpoint.ts';
import { Card, CardChanges } from './card.schema.ts';

/** Cards that one answer has at most, and has unless fewer are asked for. */
export const FOUND_CARDS_MAX = 100;

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
    querystring: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FOUND_CARDS_MAX })),
    }),
    response: {
      200: Type.Composite([success(Type.Array(Card)), Type.Object({ total: Type.Integer() })]),
    },
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
