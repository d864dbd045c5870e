import { Type } from '@sinclair/typebox';
import { Card } from '../contract/card-shape.schema.ts';
import { contracts, DeckIdParams, FORM, Id } from '../contract/endpoint.ts';
import { page } from '../contract/page-query.ts';
import { CardChanges, CardsQuery } from './card.schema.ts';

const CardIdParams = Type.Object({ cardId: Id });
const { get, patch, del } = contracts('Administration');

export const searchCards = get('/api/admin/decks/:deckId/cards', {
  access: 'admin',
  summary: "A part of any deck's cards, in deck order; `total` counts all that were found",
  params: DeckIdParams,
  querystring: CardsQuery,
  answers: page(Card),
});

export const updateAnyCard = patch('/api/admin/cards/:cardId', {
  access: 'admin',
  summary: 'Changes a card of any deck; what is left out stays',
  consumes: FORM,
  params: CardIdParams,
  body: CardChanges,
  returns: Card,
});

export const deleteAnyCard = del('/api/admin/cards/:cardId', {
  access: 'admin',
  summary: 'Deletes a card of any deck',
  params: CardIdParams,
});
