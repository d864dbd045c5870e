import { type Static, Type } from '@sinclair/typebox';
import { cardTextMax, forSidesAndOthers } from '../contract/card-fields.ts';
import { SEEN_CARD_MAX } from '../contract/card-limits.ts';
import { Card } from '../contract/card-shape.schema.ts';
import { AUTHORS, contracts, FORM, Nullable, OneOf } from '../contract/endpoint.ts';
import { page, pageQuery } from '../contract/page-query.ts';

/** The text fields of a form; the file is `audio_file`. Blank optional texts are kept as null. */
export const NewCardBody = Type.Object(
  forSidesAndOthers(
    (name) => Type.Optional(Type.String({ maxLength: cardTextMax(name) })),
    (name) => Type.Optional(Nullable(Type.String({ maxLength: cardTextMax(name) }))),
  ),
);
export type NewCardBody = Static<typeof NewCardBody>;

/** What another text on a side is. */
export const CardChange = OneOf(['wording', 'meaning']);
export type CardChange = Static<typeof CardChange>;

export const CardChanges = Type.Object({
  ...NewCardBody.properties,
  /** Takes the audio away; another one is sent as a file. */
  audio_file: Type.Optional(Type.Null()),
  /**
   * Whether a side says the same in other words, or something else: then the card's students meet it as a new one.
   * Default: `wording`.
   */
  change: Type.Optional(CardChange),
  /**
   * The card as the caller saw it: its texts and its audio as a list in JSON. When it is another one by now, nothing
   * is changed.
   */
  seen: Type.Optional(Type.String({ maxLength: SEEN_CARD_MAX })),
});
export type CardChanges = Static<typeof CardChanges>;

/** Which of a deck's cards are asked for. */
export const CardsQuery = pageQuery(Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }));
export type CardsQuery = Static<typeof CardsQuery>;

const { get, post, patch, del } = contracts('Cards', AUTHORS);

export const createCard = post('/api/decks/:deckId/cards', {
  summary:
    'Adds a card at the end of a deck that the caller owns or may edit, with its audio if there is any',
  consumes: FORM,
  body: NewCardBody,
  status: 201,
  returns: Card,
});

export const updateCard = patch('/api/decks/:deckId/cards/:cardId', {
  summary: 'Changes a card of a deck that the caller owns or may edit; what is left out stays',
  consumes: FORM,
  body: CardChanges,
  returns: Card,
});

export const deleteCard = del('/api/decks/:deckId/cards/:cardId', {
  summary: 'Deletes a card of a deck that the caller owns or may edit',
});

export const listCards = get('/api/decks/:deckId/cards', {
  access: 'any',
  summary:
    "A part of a deck's cards, in deck order; `search` looks in front, back, example and definition, `total` counts all that were found",
  querystring: CardsQuery,
  answers: page(Card),
});
