import { type Static, Type } from '@sinclair/typebox';
import {
  EDITED_AT_ONCE_MAX,
  EDITS_SHOWN_MAX,
  ORDERED_AT_ONCE_MAX,
  SEEN_CARD_MAX,
} from '../../contract/card-limits.ts';
import { Card } from '../../contract/card-shape.schema.ts';
import { AUTHORS, ClientKey, contracts, Id, Nullable, Timestamp } from '../../contract/endpoint.ts';
import { page, pageQuery } from '../../contract/page-query.ts';
import { TAG_UNITS_MAX, TAGS_MAX } from '../../text/tags.ts';
import { CardChange, NewCardBody } from '../card.schema.ts';

const Tags = Type.Array(Type.String({ maxLength: TAG_UNITS_MAX }), { maxItems: TAGS_MAX });

/** A card with what only its editors see. */
export const TableCard = Type.Object({ ...Card.properties, tags: Type.Array(Type.String()) });
export type TableCard = Static<typeof TableCard>;

/** A card as its editor saw it (`seenCard`): when it is another one by now, nothing is done. */
const SeenCard = Type.Object({ id: Id, seen: Type.String({ maxLength: SEEN_CARD_MAX }) });
export type SeenCard = Static<typeof SeenCard>;

const atOnce = { minItems: 1, maxItems: EDITED_AT_ONCE_MAX };
const Ids = Type.Array(Id, atOnce);
const SeenCards = Type.Array(SeenCard, atOnce);
const Order = Type.Array(Id, { minItems: 1, maxItems: ORDERED_AT_ONCE_MAX });

/** What is done to many cards at once. */
export const Edit = Type.Union([
  /** Other texts; what is left out stays. */
  Type.Object({
    act: Type.Literal('texts'),
    cards: Type.Array(Type.Object({ ...SeenCard.properties, ...NewCardBody.properties }), atOnce),
    /** Of those whose sides get other texts. */
    change: Type.Optional(CardChange),
  }),
  /** Says that cards mean something else since their last change: their students meet them as new ones. */
  Type.Object({ act: Type.Literal('meaning'), cards: SeenCards }),
  Type.Object({ act: Type.Literal('tags'), ids: Ids, add: Tags, remove: Tags }),
  Type.Object({ act: Type.Literal('delete'), cards: SeenCards }),
  /** Puts cards, in deck order, behind another one, or first. */
  Type.Object({ act: Type.Literal('place'), ids: Ids, after: Nullable(Id) }),
  /** All cards of the deck in another order, and the order that was seen. */
  Type.Object({ act: Type.Literal('order'), ids: Order, seen: Order }),
  Type.Object({ act: Type.Literal('copy'), ids: Ids, to_deck_id: Id }),
  /** Copies them, and deletes them here: in the other deck they are new cards. */
  Type.Object({ act: Type.Literal('move'), cards: SeenCards, to_deck_id: Id }),
]);
export type Edit = Static<typeof Edit>;
export type EditAction = Edit['act'];

/** What was done to many cards at once. */
export const CardEdit = Type.Object({
  key: ClientKey,
  act: Type.Union(Edit.anyOf.map(({ properties }) => properties.act)),
  /** How many they were. */
  cards: Type.Integer({ minimum: 0 }),
  made_at: Timestamp,
});
export type CardEdit = Static<typeof CardEdit>;

const { get, post, del } = contracts('Cards', AUTHORS);

export const listTableCards = get('/api/decks/:deckId/cards/table', {
  summary: 'A part of the cards of a deck that the caller owns or may edit, with their tags, in deck order',
  querystring: pageQuery(Type.Object({})),
  answers: page(TableCard),
});

export const editCards = post('/api/decks/:deckId/cards/edits', {
  summary:
    'Changes, tags, deletes, orders, copies or moves cards of a deck that the caller owns or may edit: all or none, and none twice under one key',
  body: Type.Object({ key: ClientKey, edit: Edit }),
  returns: CardEdit,
});

export const listCardEdits = get('/api/decks/:deckId/cards/edits', {
  summary: 'What the caller has done to cards of the deck in the last day and not undone, the latest first',
  returns: Type.Array(CardEdit, { maxItems: EDITS_SHOWN_MAX }),
});

export const undoCardEdit = del('/api/decks/:deckId/cards/edits/:key', {
  summary:
    'Undoes what the caller did to cards within the last day: all of it, and nothing when one of them was changed since',
  params: Type.Object({ deckId: Id, key: ClientKey }),
  returns: CardEdit,
});
