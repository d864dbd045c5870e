import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, endpoint, Id, Nullable, success, Timestamp } from '../../endpoint.ts';
import { ROW_ID_MAX } from '../../row-id.ts';
import { VERSIONS_KEPT_MAX } from '../card-limits.ts';
import { TableCard } from '../edits/card-edit.schema.ts';

const Version = Type.Integer({ minimum: 1, maximum: ROW_ID_MAX });

/** What a card was, or is now. */
export const CardVersion = Type.Composite([
  Type.Omit(TableCard, ['id', 'deck_id']),
  Type.Object({
    version: Version,
    /** When the card became so; null when the state before it is no longer kept. */
    made_at: Nullable(Timestamp),
    /** The account that made it so; null for a new card, for what the program did, and for who is gone. */
    made_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  }),
]);
export type CardVersion = Static<typeof CardVersion>;

const access = [...AUTHORS, 'admin'] as const;
const tags = ['Cards'];

export const listCardVersions = endpoint({
  method: 'GET',
  url: '/api/decks/:deckId/cards/:cardId/versions',
  access,
  schema: {
    summary:
      'What a card of a deck that the caller may edit is, and what it was, the latest first: up to fifty earlier states',
    tags,
    params: Type.Object({ deckId: Id, cardId: Id }),
    response: { 200: success(Type.Array(CardVersion, { maxItems: VERSIONS_KEPT_MAX + 1 })) },
  },
});

export const bringBackCardVersion = endpoint({
  method: 'POST',
  url: '/api/decks/:deckId/cards/:cardId/versions/:version',
  access,
  schema: {
    summary:
      'Makes a card what it was: texts, tags, audio and pictures. It is a change like any other, and can be undone so',
    tags,
    params: Type.Object({ deckId: Id, cardId: Id, version: Version }),
    /** The version that the card had when the caller saw it. When it has another one by now, nothing is changed. */
    body: Type.Object({ seen: Version }),
    response: { 200: success(TableCard) },
  },
});
