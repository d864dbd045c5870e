import { type Static, Type } from '@sinclair/typebox';
import { AUTHORS, contracts, Day, Nullable, Timestamp } from '../../contract/endpoint.ts';
import { AnswerMode, AskedSide, Rating, Typed } from '../learning.schema.ts';
import { HISTORY_MAX, TRIES_MAX } from '../learning-limits.ts';

export const countCardLearners = contracts('Cards').get('/api/decks/:deckId/cards/:cardId/learners', {
  access: [...AUTHORS, 'admin'],
  summary: 'How many students have learnt a card of a deck that the caller may edit, as it is meant now',
  returns: Type.Object({
    /** Counted up to a thousand. */
    learners: Type.Integer({ minimum: 0 }),
  }),
});

/** An answer to a card that stands, and when the card came again after it. */
export const PastAnswer = Type.Object({
  answered_at: Timestamp,
  /** The study day. */
  day: Day,
  rating: Rating,
  first_status: Rating,
  tries: Type.Integer({ minimum: 1, maximum: TRIES_MAX }),
  /** These three are null where the client did not say how it asked. */
  mode: Nullable(AnswerMode),
  asked: Nullable(AskedSide),
  typed: Nullable(Typed),
  /** The day for which the answer planned the card; null when the card was not learnt yet. */
  next_day: Nullable(Day),
});
export type PastAnswer = Static<typeof PastAnswer>;

export const CardHistory = Type.Object({
  /** The newest first, at most HISTORY_MAX. */
  answers: Type.Array(PastAnswer, { maxItems: HISTORY_MAX }),
  /** With those that are older. */
  total: Type.Integer(),
  /** Answers that were given elsewhere before, and the day of the first; null when there are none. */
  imported: Nullable(Type.Object({ answers: Type.Integer(), since: Day })),
});
export type CardHistory = Static<typeof CardHistory>;

export const getCardHistory = contracts('Learning').get('/api/cards/:cardId/history', {
  access: 'student',
  summary: "The caller's answers to a card, the newest first, without those that were taken back",
  returns: CardHistory,
});
