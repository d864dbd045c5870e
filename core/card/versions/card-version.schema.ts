import { type Static, Type } from '@sinclair/typebox';
import { VERSIONS_KEPT_MAX } from '../../contract/card-limits.ts';
import { AUTHORS, contracts, Id, Nullable, Timestamp } from '../../contract/endpoint.ts';
import { ROW_ID_MAX } from '../../contract/row-id.ts';
import { TableCard } from '../edits/card-edit.schema.ts';

const Version = Type.Integer({ minimum: 1, maximum: ROW_ID_MAX });

/** What a card was, or is now. */
export const CardVersion = Type.Object({
  ...Type.Omit(TableCard, ['id', 'deck_id']).properties,
  version: Version,
  /** When the card became so; null when the state before it is no longer kept. */
  made_at: Nullable(Timestamp),
  /** The account that made it so; null for a new card, for what the program did, and for an account that is gone. */
  made_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
});
export type CardVersion = Static<typeof CardVersion>;

const access = [...AUTHORS, 'admin'] as const;
const { get, post } = contracts('Cards', access);

export const listCardVersions = get('/api/decks/:deckId/cards/:cardId/versions', {
  summary:
    'What a card of a deck that the caller may edit is, and what it was, the latest first: up to fifty earlier states',
  returns: Type.Array(CardVersion, { maxItems: VERSIONS_KEPT_MAX + 1 }),
});

export const bringBackCardVersion = post('/api/decks/:deckId/cards/:cardId/versions/:version', {
  summary:
    'Makes a card what it was: texts, tags, audio and pictures. It is a change like any other, and can be undone so',
  params: Type.Object({ deckId: Id, cardId: Id, version: Version }),
  /** The version that the card had when the caller saw it. When it has another one by now, nothing is changed. */
  body: Type.Object({ seen: Version }),
  returns: TableCard,
});
