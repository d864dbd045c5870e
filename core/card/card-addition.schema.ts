import { type Static, Type } from '@sinclair/typebox';
import { DeckTitle } from '../deck/deck.schema.ts';
import { AUTHORS, ClientKey, DeckIdParams, endpoint, Id, success, Timestamp } from '../endpoint.ts';
import { NewCardBody } from './card.schema.ts';
import { ADDED_AT_ONCE_MAX, ADDITIONS_SHOWN_MAX } from './card-limits.ts';

/** Cards that were added together. */
export const CardAddition = Type.Object({
  key: ClientKey,
  /** How many they were. */
  cards: Type.Integer({ minimum: 1 }),
  added_at: Timestamp,
  /** A new deck was made with them, and has no other cards: it goes when they are taken back, or is gone by it. */
  with_deck: Type.Boolean(),
});
export type CardAddition = Static<typeof CardAddition>;

/** A deck that was made with its cards. */
const DeckOfCards = Type.Object({ deck_id: Id, addition: CardAddition });
export type DeckOfCards = Static<typeof DeckOfCards>;

const CardAdditionParams = Type.Object({ deckId: Id, key: ClientKey });
const tags = ['Cards'];

export const addCards = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/cards/many',
  access: AUTHORS,
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

export const makeDeckOfCards = endpoint({
  method: 'POST',
  url: '/api/decks/with-cards',
  access: AUTHORS,
  schema: {
    summary: 'A new deck with its first cards: all or nothing, and nothing twice under one key',
    tags,
    body: Type.Object({
      key: ClientKey,
      title: DeckTitle,
      cards: Type.Array(NewCardBody, { minItems: 1, maxItems: ADDED_AT_ONCE_MAX }),
    }),
    response: { 201: success(DeckOfCards) },
  },
});

export const listCardAdditions = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cards/many',
  access: AUTHORS,
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
  access: AUTHORS,
  schema: {
    summary:
      'Takes back what the caller added together within the last day, with the deck that was made of it: all of it, and nothing when a card was changed since',
    tags,
    params: CardAdditionParams,
    response: { 200: success(CardAddition) },
  },
});
