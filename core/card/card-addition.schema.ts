import { type Static, Type } from '@sinclair/typebox';
import { ADDED_AT_ONCE_MAX, ADDITIONS_SHOWN_MAX } from '../contract/card-limits.ts';
import { AUTHORS, ClientKey, contracts, Id, Timestamp } from '../contract/endpoint.ts';
import { DeckTitle } from '../deck/deck.schema.ts';
import { NewCardBody } from './card.schema.ts';

/** Cards that were added together, by hand or by an import. */
export const CardAddition = Type.Object({
  key: ClientKey,
  /** How many they were. */
  cards: Type.Integer({ minimum: 0 }),
  /** How many cards that were there an import has changed, or put into the trash. */
  changed: Type.Integer({ minimum: 0 }),
  added_at: Timestamp,
  /** A new deck was made with them, and has no other cards: it goes when they are taken back, or is gone by it. */
  with_deck: Type.Boolean(),
});
export type CardAddition = Static<typeof CardAddition>;

/** A deck that was made with its cards. */
const DeckOfCards = Type.Object({ deck_id: Id, addition: CardAddition });
export type DeckOfCards = Static<typeof DeckOfCards>;

const CardAdditionParams = Type.Object({ deckId: Id, key: ClientKey });
const { get, post, del } = contracts('Cards', AUTHORS);

export const addCards = post('/api/decks/:deckId/cards/many', {
  summary:
    'Adds cards at the end of a deck that the caller owns or may edit: all or none, and none twice under one key',
  body: Type.Object({
    key: ClientKey,
    cards: Type.Array(NewCardBody, { minItems: 1, maxItems: ADDED_AT_ONCE_MAX }),
  }),
  status: 201,
  returns: CardAddition,
});

export const makeDeckOfCards = post('/api/decks/with-cards', {
  summary: 'A new deck with its first cards: all or nothing, and nothing twice under one key',
  body: Type.Object({
    key: ClientKey,
    title: DeckTitle,
    cards: Type.Array(NewCardBody, { minItems: 1, maxItems: ADDED_AT_ONCE_MAX }),
  }),
  status: 201,
  returns: DeckOfCards,
});

export const listCardAdditions = get('/api/decks/:deckId/cards/many', {
  summary: 'What the caller has added to the deck in the last day and not taken back, the latest first',
  returns: Type.Array(CardAddition, { maxItems: ADDITIONS_SHOWN_MAX }),
});

export const undoAddition = del('/api/decks/:deckId/cards/many/:key', {
  summary:
    'Takes back what the caller added together within the last day, with the deck that was made of it, or imported: all of it, and nothing when a card was changed since',
  params: CardAdditionParams,
  returns: CardAddition,
});
