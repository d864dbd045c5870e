import { type Static, Type } from '@sinclair/typebox';
import { Colleague, ColleagueLogin } from '../../colleague/colleague.schema.ts';
import { contracts, DeckIdParams, Id, Timestamp } from '../../contract/endpoint.ts';
import { ManagedDeck, ShareRight } from '../deck.schema.ts';

/** Colleagues with whom one deck is shared at most. */
export const COLLEAGUES_MAX = 100;

/** A colleague with whom a deck is shared. */
export const DeckShare = Type.Composite([Colleague, Type.Object({ may: ShareRight, shared_at: Timestamp })]);
export type DeckShare = Static<typeof DeckShare>;

const ColleagueParams = Type.Object({ deckId: Id, teacherId: Id });
const { get, post, patch, del } = contracts('Decks');

export const listDeckShares = get('/api/decks/:deckId/shares', {
  access: 'teacher',
  summary: 'The colleagues with whom an own deck is shared, by name',
  params: DeckIdParams,
  returns: Type.Array(DeckShare, { maxItems: COLLEAGUES_MAX }),
});

export const shareDeck = post('/api/decks/:deckId/shares', {
  access: 'teacher',
  summary: 'Shares an own deck with the teacher of this email address or user name',
  params: DeckIdParams,
  body: Type.Object({ login: ColleagueLogin, may: ShareRight }),
  status: 201,
  returns: DeckShare,
});

export const changeDeckShare = patch('/api/decks/:deckId/shares/:teacherId', {
  access: 'teacher',
  summary: 'Gives a colleague another right to an own deck',
  params: ColleagueParams,
  body: Type.Object({ may: ShareRight }),
});

export const endDeckShare = del('/api/decks/:deckId/shares/:teacherId', {
  access: 'teacher',
  summary: 'Takes an own deck back from a colleague; the colleague may give it up as well',
  params: ColleagueParams,
});

export const handDeckOver = post('/api/decks/:deckId/owner', {
  access: 'teacher',
  summary: 'Gives an own deck to a colleague with whom it is shared; the caller may edit it from then on',
  params: DeckIdParams,
  body: Type.Object({ teacher_id: Id }),
});

export const handAnyDeckOver = contracts('Administration').post('/api/admin/decks/:deckId/owner', {
  access: 'admin',
  summary: 'Gives a deck of anybody to the teacher of this email address or user name',
  params: DeckIdParams,
  body: Type.Object({ login: ColleagueLogin }),
  returns: ManagedDeck,
});
