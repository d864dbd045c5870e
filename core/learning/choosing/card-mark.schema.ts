import { type Static, Type } from '@sinclair/typebox';
import { Card } from '../../contract/card-shape.schema.ts';
import { contracts, Day, Nullable, OneOf } from '../../contract/endpoint.ts';
import { page, pageQuery } from '../../contract/page-query.ts';
import { EXTRA_CARDS_MAX } from '../learning-limits.ts';

/** For how long a card is put aside: until the student's next study day, or until it is taken back. */
export const Aside = OneOf(['today', 'always']);
export type Aside = Static<typeof Aside>;

/** What a student has noted of a card. */
export const CardMark = Type.Object({
  /** Null for a card that comes when it is due. */
  aside: Nullable(Aside),
  flagged: Type.Boolean(),
});
export type CardMark = Static<typeof CardMark>;

export const CardMarkChanges = Type.Partial(CardMark);
export type CardMarkChanges = Static<typeof CardMarkChanges>;

/** A card of a deck as it stands with one student. */
export const OwnCard = Type.Object({
  ...Card.properties,
  ...CardMark.properties,
  /** Null for a card that was never learnt. */
  due_day: Nullable(Day),
  reviews: Type.Integer(),
  lapses: Type.Integer(),
  /** FSRS stability, in days; null for a card that was never learnt. */
  stability: Nullable(Type.Number()),
});
export type OwnCard = Static<typeof OwnCard>;

/** Which of a deck's cards; `hard` are those that were forgotten, the most often forgotten ones first. */
export const OwnCardsKind = OneOf(['all', 'flagged', 'aside', 'hard']);
export type OwnCardsKind = Static<typeof OwnCardsKind>;

const OwnCardsQuery = pageQuery(
  Type.Object({
    kind: Type.Optional(OwnCardsKind),
    search: Type.Optional(Type.String({ maxLength: 200 })),
  }),
);
export type OwnCardsQuery = Static<typeof OwnCardsQuery>;

const { get, post } = contracts('Learning', 'student');

export const markCard = post('/api/cards/:cardId/mark', {
  summary:
    'Puts a card aside for the caller, takes it back, flags it; what is left out stays. No schedule moves',
  body: CardMarkChanges,
  returns: CardMark,
});

export const listOwnCards = get('/api/decks/:deckId/own-cards', {
  summary: "A part of a deck's cards as they stand with the caller; `search` looks as in the list of cards",
  querystring: OwnCardsQuery,
  answers: page(OwnCard),
});

export const askForExtraCards = post('/api/decks/:deckId/extra-cards', {
  summary: "Raises the caller's limits for a deck on this study day alone; several times add up",
  body: Type.Object({ cards: Type.Integer({ minimum: 1, maximum: EXTRA_CARDS_MAX }) }),
  returns: Type.Object({ cards: Type.Integer() }),
});
