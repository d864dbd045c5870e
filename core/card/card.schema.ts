import { type Static, Type } from '@sinclair/typebox';
import {
  type CardSide,
  cardTextMax,
  forCardTexts,
  isCardSide,
  type OptionalCardText,
} from '../contract/card-fields.ts';
import {
  AUTHORS,
  contracts,
  Day,
  DeckIdParams,
  FORM,
  Id,
  Nullable,
  Timestamp,
} from '../contract/endpoint.ts';
import { page, pageQuery } from '../contract/page-query.ts';
import { DeckLanguages, GivenWay, Way } from '../deck/deck.schema.ts';
import { CARDS_PAGE_MAX, SEEN_CARD_MAX } from './card-limits.ts';

const KeptSide = Type.String();
const KeptText = Nullable(Type.String());

/** A picture on a side of a card. */
export const CardPicture = Type.Object({
  /** Path on this host, `/storage/cards/…`. */
  file: Type.String(),
  /** Pixels, so that nothing moves when it has come. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** What it shows, for those who do not see it; empty when its author says nothing. */
  alt: Type.String(),
});
export type CardPicture = Static<typeof CardPicture>;

export const Card = Type.Object({
  id: Id,
  deck_id: Id,
  ...(forCardTexts((name) => (isCardSide(name) ? KeptSide : KeptText)) as Record<CardSide, typeof KeptSide> &
    Record<OptionalCardText, typeof KeptText>),
  /** Path on this host, `/storage/cards/…`, or an absolute URL. */
  audio_file: Nullable(Type.String()),
  front_picture: Nullable(CardPicture),
  back_picture: Nullable(CardPicture),
});
export type Card = Static<typeof Card>;

/** A card's place in the review schedule of one student. */
export const Progress = Type.Object({
  due_day: Day,
  /** Days from the last review to the due day. */
  interval: Type.Integer(),
  /** FSRS stability, in days. */
  stability: Type.Number(),
  /** FSRS difficulty, 1 to 10. */
  difficulty: Type.Number(),
  reviews: Type.Integer(),
  lapses: Type.Integer(),
  last_reviewed_at: Timestamp,
});
export type Progress = Static<typeof Progress>;

/** A card with the student's progress; an empty list means that the card is new. */
export const StudyCard = Type.Composite([
  Card,
  Type.Object({
    progresses: Type.Array(Progress),
    /**
     * In how many days the card comes again when it is known today: at the first try, at the second, and so on. The
     * last holds for all later tries.
     */
    next_days: Type.Array(Type.Integer()),
    /** The version of the card since which it means what it does: to be sent with its answers. Absent: 1. */
    meaning: Type.Optional(Type.Integer()),
    /** The student has flagged it. */
    flagged: Type.Optional(Type.Boolean()),
    /** Its deck, in a set over several decks. */
    deck: Type.Optional(
      Type.Object({
        id: Id,
        title: Type.String(),
        display_back_first: Type.Boolean(),
        ...DeckLanguages.properties,
        /** Present when typed answers are judged leniently. */
        lenient_typing: Type.Optional(Type.Boolean()),
        /** How the student practises it; absent: by turning the cards. */
        way: Type.Optional(Way),
        /** Present where a class of the student's says so. */
        class_way: Type.Optional(GivenWay),
      }),
    ),
  }),
]);
export type StudyCard = Static<typeof StudyCard>;

const side = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const optional = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));

/** The text fields of a form; the file is `audio_file`. Blank optional texts are kept as null. */
export const NewCardBody = Type.Object(
  forCardTexts((name) =>
    isCardSide(name) ? side(cardTextMax(name)) : optional(cardTextMax(name)),
  ) as Record<CardSide, ReturnType<typeof side>> & Record<OptionalCardText, ReturnType<typeof optional>>,
);
export type NewCardBody = Static<typeof NewCardBody>;

/** What another text on a side is. */
export const CardChange = Type.Union([Type.Literal('wording'), Type.Literal('meaning')]);
export type CardChange = Static<typeof CardChange>;

export const CardChanges = Type.Composite([
  NewCardBody,
  /** Takes the audio away; another one is sent as a file. */
  Type.Object({
    audio_file: Type.Optional(Type.Null()),
    /** Whether a side says the same in other words, or something else: then the card's students meet it as a new one. Default: `wording`. */
    change: Type.Optional(CardChange),
    /** The card as the caller saw it: its texts and its audio as a list in JSON. When it is another one by now, nothing is changed. */
    seen: Type.Optional(Type.String({ maxLength: SEEN_CARD_MAX })),
  }),
]);
export type CardChanges = Static<typeof CardChanges>;

/** Which of a deck's cards are asked for. */
export const CardsQuery = pageQuery(
  Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
  CARDS_PAGE_MAX,
);
export type CardsQuery = Static<typeof CardsQuery>;

const CardParams = Type.Object({ deckId: Id, cardId: Id });
const { get, post, patch, del } = contracts('Cards');

export const createCard = post('/api/decks/:deckId/cards', {
  access: AUTHORS,
  summary:
    'Adds a card at the end of a deck that the caller owns or may edit, with its audio if there is any',
  consumes: FORM,
  params: DeckIdParams,
  body: NewCardBody,
  status: 201,
  returns: Card,
});

export const updateCard = patch('/api/decks/:deckId/cards/:cardId', {
  access: AUTHORS,
  summary: 'Changes a card of a deck that the caller owns or may edit; what is left out stays',
  consumes: FORM,
  params: CardParams,
  body: CardChanges,
  returns: Card,
});

export const deleteCard = del('/api/decks/:deckId/cards/:cardId', {
  access: AUTHORS,
  summary: 'Deletes a card of a deck that the caller owns or may edit',
  params: CardParams,
});

export const listCards = get('/api/decks/:deckId/cards', {
  access: 'any',
  summary:
    "A part of a deck's cards, in deck order; `search` looks in front, back, example and definition, `total` counts all that were found",
  params: DeckIdParams,
  querystring: CardsQuery,
  answers: page(Card),
});
