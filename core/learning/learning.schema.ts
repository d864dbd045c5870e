import { type Static, Type } from '@sinclair/typebox';
import { ClientKey, contracts, Day, Id, OneOf } from '../contract/endpoint.ts';
import { ROW_ID_MAX } from '../contract/row-id.ts';
import { DeckSettings, DeckSettingsBody } from '../deck/deck.schema.ts';
import {
  ANSWER_MAX,
  ROUND_SIZE,
  SET_LIMIT_MAX,
  THINK_MS_MAX,
  TIME_SPENT_MAX,
  TRIES_MAX,
} from './learning-limits.ts';
import { StudyCard } from './study-card.schema.ts';

/** 0 unknown, 1 revealed, 2 confident. */
export const Rating = OneOf([0, 1, 2]);
export type Rating = Static<typeof Rating>;

export const CardType = OneOf(['new', 'review', 'learning']);

/** What the answer box held when the card was turned; `accent`: the right letters, with wrong or missing marks. */
export const Typed = OneOf(['none', 'right', 'accent', 'wrong']);
export type Typed = Static<typeof Typed>;

/** The side that was shown. */
export const AskedSide = OneOf(['front', 'back']);
export type AskedSide = Static<typeof AskedSide>;

/** How the card was asked: turned, or in one of the other ways to practise. */
export const AnswerMode = OneOf(['session', 'typing', 'choice', 'dictation', 'exam']);
export type AnswerMode = Static<typeof AnswerMode>;

export const ProgressBody = Type.Object({
  status: Rating,
  /** Whole seconds from reveal to rating. */
  time_spent: Type.Integer({ minimum: 0, maximum: TIME_SPENT_MAX }),
  card_type: Type.Optional(CardType),
  /** The first answer to this card in this session; absent means `status`. */
  first_status: Type.Optional(Rating),
  /** Answers to this card in this session, up to and with this one. */
  tries: Type.Optional(Type.Integer({ minimum: 1, maximum: TRIES_MAX })),
  /** The client's clock at the answer, milliseconds since 1970. */
  answered_at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
  /** Of the showing that is answered. A client that sends only some of these means the first value of the others. */
  typed: Type.Optional(Typed),
  /** What was typed or chosen. The server judges it in the place of `typed`, and keeps the judgement alone. */
  answer: Type.Optional(Type.String({ maxLength: ANSWER_MAX })),
  asked: Type.Optional(AskedSide),
  mode: Type.Optional(AnswerMode),
  /** The version of the card that was shown, where the client knows one. */
  card_version: Type.Optional(Type.Integer({ minimum: 1, maximum: ROW_ID_MAX })),
  /** The `meaning` of the card that was shown; absent: the one that it has when the answer arrives. */
  meaning: Type.Optional(Type.Integer({ minimum: 1, maximum: ROW_ID_MAX })),
  /** Milliseconds from showing to turning. */
  think_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: THINK_MS_MAX })),
});
export type ProgressBody = Static<typeof ProgressBody>;

export const Counts = Type.Object({
  newCardsToday: Type.Integer(),
  reviewCardsToday: Type.Integer(),
  /** Cards that only the daily limits keep for a later day. */
  beyond: Type.Integer(),
  settings: DeckSettings,
  /** The student's study day, by which a client knows that its cached session is of an earlier day. */
  day: Day,
});
export type Counts = Static<typeof Counts>;

export const DeckStats = Type.Object({
  deck_id: Id,
  /** Cards that the student has learnt at least once. */
  cards_studied: Type.Integer(),
  /** Of these, the ones that come again only after a week or more. */
  cards_known: Type.Integer(),
  total_cards: Type.Integer(),
  completion_percentage: Type.Integer({ minimum: 0, maximum: 100 }),
  today_stats: Type.Object({
    cards_studied: Type.Integer(),
    /** Seconds. */
    time_spent: Type.Integer(),
  }),
  /** Each card once, on its next due day; overdue ones are counted with day 0. */
  review_schedule: Type.Array(Type.Object({ days_from_now: Type.Integer(), card_count: Type.Integer() })),
  /** The cards of day 0 whose due day has already passed. */
  overdue: Type.Integer(),
});
export type DeckStats = Static<typeof DeckStats>;

export const CardSet = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(StudyCard),
  session_completed: Type.Boolean(),
  day: Day,
});
export type CardSet = Static<typeof CardSet>;

const { get, post } = contracts('Learning', 'student');

export const getCardSet = get('/api/decks/:deckId/cards/set', {
  summary: 'What to study now: due cards, oldest first, then new ones in deck order, within the daily limits',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: SET_LIMIT_MAX, default: ROUND_SIZE }),
  }),
  answers: CardSet,
});

export const getCounts = get('/api/decks/:deckId/counts', {
  summary: 'Cards left today',
  returns: Counts,
});

export const getDeckStats = get('/api/decks/:deckId/stats', {
  summary: "The student's progress in a deck and the reviews to come",
  returns: DeckStats,
});

export const saveDeckSettings = post('/api/decks/:deckId/settings', {
  summary: "The student's daily limits for a deck and their way to practise it",
  body: DeckSettingsBody,
  returns: DeckSettings,
});

export const recordProgress = post('/api/cards/:cardId/progress', {
  summary: 'One answer; acknowledged when it is on disk',
  headers: Type.Object({ 'idempotency-key': Type.Optional(ClientKey) }),
  body: ProgressBody,
  returns: Type.Object({ position: Type.String() }),
});

export const undoReview = post('/api/reviews/:reviewId/undo', {
  summary: 'Takes back an answer of the last 24 hours, as if it had never been given; again is the same',
  /** The answer's Idempotency-Key. */
  params: Type.Object({ reviewId: ClientKey }),
  returns: Type.Object({ position: Type.String() }),
});
