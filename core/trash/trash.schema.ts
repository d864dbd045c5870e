import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, contracts, Id, Nullable, OneOf, success, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';
import { BROUGHT_BACK_AT_ONCE_MAX } from './trash-limits.ts';

const Thrown = Type.Object({
  deleted_at: Timestamp,
  /** Null for the operator, and for a user who has left. */
  deleted_by: Nullable(Type.String()),
  /** From then on it can't be brought back. */
  kept_until: Timestamp,
});

/** A deleted deck. */
export const TrashedDeck = Type.Object({
  id: Id,
  /** Null for a student's own deck, of which nobody else sees it. */
  title: Nullable(Type.String()),
  is_official: Type.Boolean(),
  card_count: Type.Integer(),
  /** Classes to which it comes back. */
  class_count: Type.Integer(),
  owner: Type.Object({ id: Id, name: Type.String() }),
  /** False for a student's deck that an administrator has deleted, in the student's list. */
  can_bring_back: Type.Boolean(),
  ...Thrown.properties,
});
export type TrashedDeck = Static<typeof TrashedDeck>;

/** A deleted card, by its two sides. */
export const TrashedCard = Type.Object({
  id: Id,
  front: Type.String(),
  back: Type.String(),
  /** How it left the deck; `undone` is an addition or a copy that was taken back. */
  cause: OneOf(['deleted', 'moved', 'import', 'undone']),
  ...Thrown.properties,
});
export type TrashedCard = Static<typeof TrashedCard>;

/** How many cards, or decks, it was. */
const Count = success(Type.Object({ count: Type.Integer() }));

const editors = [...AUTHORS, 'admin'] as const;
const { get, post, del } = contracts('Trash', editors);

export const listTrashedDecks = get('/api/trash', {
  summary:
    'The decks that the caller has deleted, the latest first; for administrators those that one of them has deleted, which students see of their own',
  querystring: PageQuery,
  answers: page(TrashedDeck),
});

export const bringBackDeck = post('/api/trash/:deckId/restore', {
  summary: 'Brings a deleted deck back, with all that hung on it',
});

export const deleteTrashedDeck = del('/api/trash/:deckId', {
  summary: 'Deletes a deleted deck for good',
});

export const emptyTrash = del('/api/trash', {
  summary: "Deletes the caller's deleted decks for good",
  answers: Count,
});

export const listTrashedCards = get('/api/decks/:deckId/trash', {
  summary: 'The deleted cards of a deck whose cards the caller may change, the latest first',
  querystring: PageQuery,
  answers: page(TrashedCard),
});

export const bringBackCards = post('/api/decks/:deckId/trash/restore', {
  summary: 'Brings deleted cards back to their places; without `ids` all of the deck',
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BROUGHT_BACK_AT_ONCE_MAX })),
  }),
  answers: Count,
});

export const emptyTrashOfDeck = del('/api/decks/:deckId/trash', {
  summary: 'Deletes the deleted cards of a deck for good',
  answers: Count,
});
