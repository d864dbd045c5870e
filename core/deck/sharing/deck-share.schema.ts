import { type Static, Type } from '@sinclair/typebox';
import { Colleague, ColleagueLogin } from '../../colleague/colleague.schema.ts';
import { contracts, Id, Timestamp } from '../../contract/endpoint.ts';
import { ManagedDeck, ShareRight } from '../deck.schema.ts';

/** Colleagues with whom one deck is shared at most. */
export const COLLEAGUES_MAX = 100;

/** A colleague with whom a deck is shared. */
export const DeckShare = Type.Object({ ...Colleague.properties, may: ShareRight, shared_at: Timestamp });
export type DeckShare = Static<typeof DeckShare>;

const { get, post, patch, del } = contracts('Decks', 'teacher');

export const listDeckShares = get('/api/decks/:deckId/shares', {
  summary: 'The colleagues with whom an own deck is shared, by name',
  returns: Type.Array(DeckShare, { maxItems: COLLEAGUES_MAX }),
});

export const shareDeck = post('/api/decks/:deckId/shares', {
  summary: 'Shares an own deck with the teacher of this email address or user name',
  body: Type.Object({ login: ColleagueLogin, may: ShareRight }),
  status: 201,
  returns: DeckShare,
});

export const changeDeckShare = patch('/api/decks/:deckId/shares/:teacherId', {
  summary: 'Gives a colleague another right to an own deck',
  body: Type.Object({ may: ShareRight }),
});

export const endDeckShare = del('/api/decks/:deckId/shares/:teacherId', {
  summary: 'Takes an own deck back from a colleague; the colleague may give it up as well',
});

export const handDeckOver = post('/api/decks/:deckId/owner', {
  summary: 'Gives an own deck to a colleague with whom it is shared; the caller may edit it from then on',
  body: Type.Object({ teacher_id: Id }),
});

export const handAnyDeckOver = contracts('Administration').post('/api/admin/decks/:deckId/owner', {
  access: 'admin',
  summary: 'Gives a deck of anybody to the teacher of this email address or user name',
  body: Type.Object({ login: ColleagueLogin }),
  returns: ManagedDeck,
});
