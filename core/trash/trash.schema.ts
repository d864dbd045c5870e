import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, DeckIdParams, Done, endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { PageQuery, page } from '../page-query.ts';
import { BROUGHT_BACK_AT_ONCE_MAX } from './trash-limits.ts';

const Thrown = Type.Object({
  deleted_at: Timestamp,
  /** Null for the operator, and for who has left. */
  deleted_by: Nullable(Type.String()),
  /** From then on it can't be brought back. */
  kept_until: Timestamp,
});

/** A deleted deck. */
export const TrashedDeck = Type.Composite([
  Type.Object({
    id: Id,
    title: Type.String(),
    is_official: Type.Boolean(),
    card_count: Type.Integer(),
    /** Classes to which it comes back. */
    class_count: Type.Integer(),
    owner: Type.Object({ id: Id, name: Type.String() }),
  }),
  Thrown,
]);
export type TrashedDeck = Static<typeof TrashedDeck>;

/** A deleted card, by its two sides. */
export const TrashedCard = Type.Composite([
  Type.Object({
    id: Id,
    front: Type.String(),
    back: Type.String(),
    /** How it left the deck; `undone` is an addition or a copy that was taken back. */
    cause: Type.Union(
      (['deleted', 'moved', 'import', 'undone'] as const).map((cause) => Type.Literal(cause)),
    ),
  }),
  Thrown,
]);
export type TrashedCard = Static<typeof TrashedCard>;

/** How many cards, or decks, it was. */
const Count = success(Type.Object({ count: Type.Integer() }));

const tags = ['Trash'];
const editors = [...AUTHORS, 'admin'] as const;

export const listTrashedDecks = endpoint({
  method: 'GET',
  url: '/api/trash',
  access: editors,
  schema: {
    summary:
      'The decks that the caller has deleted, the latest first; for administrators those that one of them has deleted',
    tags,
    querystring: PageQuery,
    response: { 200: page(TrashedDeck) },
  },
});

export const bringBackDeck = endpoint({
  method: 'POST',
  url: '/api/trash/:deckId/restore',
  access: editors,
  schema: {
    summary: 'Brings a deleted deck back, with all that hung on it',
    tags,
    params: DeckIdParams,
    response: { 200: Done },
  },
});

export const deleteTrashedDeck = endpoint({
  method: 'DELETE',
  url: '/api/trash/:deckId',
  access: editors,
  schema: {
    summary: 'Deletes a deleted deck for good',
    tags,
    params: DeckIdParams,
    response: { 200: Done },
  },
});

export const emptyTrash = endpoint({
  method: 'DELETE',
  url: '/api/trash',
  access: editors,
  schema: { summary: "Deletes the caller's deleted decks for good", tags, response: { 200: Count } },
});

export const listTrashedCards = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/trash',
  access: editors,
  schema: {
    summary: 'The deleted cards of a deck whose cards the caller may change, the latest first',
    tags,
    params: DeckIdParams,
    querystring: PageQuery,
    response: { 200: page(TrashedCard) },
  },
});

export const bringBackCards = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/trash/restore',
  access: editors,
  schema: {
    summary: 'Brings deleted cards back to their places; without `ids` all of the deck',
    tags,
    params: DeckIdParams,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BROUGHT_BACK_AT_ONCE_MAX })),
    }),
    response: { 200: Count },
  },
});

export const emptyTrashOfDeck = endpoint({
  method: 'DELETE',
  url: '/api/decks/:deckId/trash',
  access: editors,
  schema: {
    summary: 'Deletes the deleted cards of a deck for good',
    tags,
    params: DeckIdParams,
    response: { 200: Count },
  },
});
