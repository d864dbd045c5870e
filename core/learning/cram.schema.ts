import { type Static, Type } from '@sinclair/typebox';
import { Card } from '../card/card.schema.ts';
import { DeckIdParams, endpoint, success } from '../endpoint.ts';
import { CRAM_CARDS_MAX } from './learning-limits.ts';

/** Which of a deck's cards are practised; `hard` are those that were forgotten, `due` those that come by today. */
export const CramKind = Type.Union([
  Type.Literal('all'),
  Type.Literal('flagged'),
  Type.Literal('hard'),
  Type.Literal('due'),
]);
export type CramKind = Static<typeof CramKind>;

/** How many cards there are of each kind. */
export const CramCounts = Type.Object({
  all: Type.Integer(),
  flagged: Type.Integer(),
  hard: Type.Integer(),
  due: Type.Integer(),
});
export type CramCounts = Static<typeof CramCounts>;

const tags = ['Learning'];

export const countCram = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cram',
  access: 'student',
  schema: {
    summary: 'How many cards of a deck the caller can practise before a test, by kind',
    tags,
    params: DeckIdParams,
    response: { 200: success(CramCounts) },
  },
});

export const getCramCards = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cram/cards',
  access: 'student',
  schema: {
    summary: 'Cards to practise before a test, less those that were put aside: the hardest ones, else any',
    tags,
    params: DeckIdParams,
    querystring: Type.Object({
      kind: CramKind,
      limit: Type.Integer({ minimum: 1, maximum: CRAM_CARDS_MAX }),
    }),
    response: { 200: success(Type.Array(Card)) },
  },
});
