import { type Static, Type } from '@sinclair/typebox';
import { DeckIdParams, Done, endpoint, Id, success, Timestamp } from '../../endpoint.ts';
import { ShareRight } from '../deck.schema.ts';
import { ManagedDeck } from '../official-deck.schema.ts';

/** Colleagues with whom one deck is shared at most. */
export const COLLEAGUES_MAX = 100;

/** A colleague with whom a deck is shared. */
export const DeckShare = Type.Object({
  teacher_id: Id,
  name: Type.String(),
  /** The e-mail address, or without one the user name. */
  login: Type.String(),
  may: ShareRight,
  shared_at: Timestamp,
});
export type DeckShare = Static<typeof DeckShare>;

/** The exact e-mail address or user name. */
const Login = Type.String({ minLength: 1, maxLength: 254 });

const ColleagueParams = Type.Object({ deckId: Id, teacherId: Id });
const tags = ['Decks'];

export const listDeckShares = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/shares',
  access: 'teacher',
  schema: {
    summary: 'The colleagues with whom an own deck is shared, by name',
    tags,
    params: DeckIdParams,
    response: { 200: success(Type.Array(DeckShare, { maxItems: COLLEAGUES_MAX })) },
  },
});

export const shareDeck = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/shares',
  access: 'teacher',
  schema: {
    summary: 'Shares an own deck with the teacher of this e-mail address or user name',
    tags,
    params: DeckIdParams,
    body: Type.Object({ login: Login, may: ShareRight }),
    response: { 201: success(DeckShare) },
  },
});

export const changeDeckShare = endpoint({
  method: 'PATCH',
  url: '/api/decks/:deckId/shares/:teacherId',
  access: 'teacher',
  schema: {
    summary: 'Gives a colleague another right to an own deck',
    tags,
    params: ColleagueParams,
    body: Type.Object({ may: ShareRight }),
    response: { 200: Done },
  },
});

export const endDeckShare = endpoint({
  method: 'DELETE',
  url: '/api/decks/:deckId/shares/:teacherId',
  access: 'teacher',
  schema: {
    summary: 'Takes an own deck back from a colleague; the colleague may give it up as well',
    tags,
    params: ColleagueParams,
    response: { 200: Done },
  },
});

export const handDeckOver = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/owner',
  access: 'teacher',
  schema: {
    summary: 'Gives an own deck to a colleague with whom it is shared; the caller may edit it from then on',
    tags,
    params: DeckIdParams,
    body: Type.Object({ teacher_id: Id }),
    response: { 200: Done },
  },
});

export const handAnyDeckOver = endpoint({
  method: 'POST',
  url: '/api/admin/decks/:deckId/owner',
  access: 'admin',
  schema: {
    summary: 'Gives a deck of anybody to the teacher of this e-mail address or user name',
    tags: ['Administration'],
    params: DeckIdParams,
    body: Type.Object({ login: Login }),
    response: { 200: success(ManagedDeck) },
  },
});
