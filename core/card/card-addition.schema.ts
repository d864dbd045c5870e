import { type Static, Type } from '@sinclair/typebox';
import { ClientKey, DeckIdParams, endpoint, Id, success, Timestamp } from '../endpoint.ts';
import { NewCardBody } from './card.schema.ts';
import { ADDED_AT_ONCE_MAX, ADDITIONS_SHOWN_MAX } from './card-limits.ts';

/** Cards that were added together. */
export const CardAddition = Type.Object({
  key: ClientKey,
  /** How many they were. */
  cards: Type.Integer({ minimum: 1 }),
  added_at: Timestamp,
});
export type CardAddition = Static<typeof CardAddition>;

const CardAdditionParams = Type.Object({ deckId: Id, key: ClientKey });
const tags = ['Cards'];

export const addCards = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/cards/many',
  access: 'teacher',
  schema: {
    summary:
      'Adds cards at the end of a deck that the caller owns or may edit: all or none, and none twice under one key',
    tags,
    params: DeckIdParams,
    body: Type.Object({
      key: ClientKey,
      cards: Type.Array(NewCardBody, { minItems: 1, maxItems: ADDED_AT_ONCE_MAX }),
    }),
    response: { 201: success(CardAddition) },
  },
});

export const listCardAdditions = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cards/many',
  access: 'teacher',
  schema: {
    summary: 'What the caller has added to the deck in the last day and not taken back, the latest first',
    tags,
    params: DeckIdParams,
    response: { 200: success(Type.Array(CardAddition, { maxItems: ADDITIONS_SHOWN_MAX })) },
  },
});

export const takeBackCards = endpoint({
  method: 'DELETE',
  url: '/api/decks/:deckId/cards/many/:key',
  access: 'teacher',
  schema: {
    summary:
      'Takes back what the caller added together within the last day: all of it, and nothing when a card was changed since',
    tags,
    params: CardAdditionParams,
    response: { 200: success(CardAddition) },
  },
});
