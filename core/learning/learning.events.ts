import { type Static, Type } from '@sinclair/typebox';
import { defineEvent, type FactOf } from '../log/define-event.ts';
import type { EventOf } from '../log/event-register.ts';
import { AnswerMode, AskedSide, CardType, Rating, Typed } from './learning.schema.ts';

/** A student has answered a card. */
export const CardReviewedV1 = Type.Object({
  deck_id: Type.Integer({ description: 'The deck that was studied. It may have been deleted since.' }),
  card_id: Type.Integer({ description: 'The card that was answered. It may have been deleted since.' }),
  rating: Type.Union(Rating.anyOf, { description: 'The answer: 0 unknown, 1 revealed, 2 confident.' }),
  card_type: Type.Union(CardType.anyOf, {
    description: 'What the card was in that session: new, review, or learning (failed before in it).',
  }),
  first_status: Type.Union(Rating.anyOf, {
    description: 'The first answer to this card in that session: 0, 1 or 2 as in rating.',
  }),
  tries: Type.Integer({ description: 'Answers to this card in that session, up to and with this one.' }),
  time_spent: Type.Integer({ description: 'Seconds from reveal to rating.' }),
  // Kept in the event, so that no replay asks a clock or a time zone.
  day: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description:
      "The student's study day at that moment: the local date, which changes at four in the morning.",
  }),
});

/**
 * An answer, and how the card was asked. Most answers are of a session, to the front, with nothing typed. What is
 * absent means that, so that an event needs few bytes more.
 */
export const CardReviewedV2 = Type.Object({
  ...CardReviewedV1.properties,
  typed: Type.Optional(
    Type.Union(Typed.anyOf, {
      description:
        'What the answer box held when the card was turned: none (when absent), right, accent (the right letters with wrong or missing marks), or wrong.',
    }),
  ),
  asked: Type.Optional(
    Type.Union(AskedSide.anyOf, { description: 'The side that was shown: front (when absent) or back.' }),
  ),
  mode: Type.Optional(
    Type.Union(AnswerMode.anyOf, {
      description: 'How it was asked: session (when absent), typing, choice, dictation or exam.',
    }),
  ),
  card_version: Type.Optional(
    Type.Integer({
      description: 'The version of the card that was shown; absent when the client did not know.',
    }),
  ),
  think_ms: Type.Optional(
    Type.Integer({ description: 'Milliseconds from showing to turning; absent when not measured.' }),
  ),
});

/** An answer to a card that has come to mean something else, which most never do. */
export const CardReviewedV3 = Type.Object({
  ...CardReviewedV2.properties,
  meaning: Type.Optional(
    Type.Integer({
      description:
        'The version of the card since which it means what was shown; 1 when absent. With another one the memory begins again.',
    }),
  ),
});

/** An answer that was chosen wrongly: another card's was taken for it. */
export const CardReviewedV4 = Type.Object({
  ...CardReviewedV3.properties,
  mistaken_for: Type.Optional(
    Type.Integer({
      description:
        'The card of the deck whose answer was chosen instead; absent for any other answer. It may have been deleted since.',
    }),
  ),
});

type Asked = Pick<Static<typeof CardReviewedV2>, 'typed' | 'asked' | 'mode'>;

/** As version 2. Null is what is not known, of answers that were stored in version 1. */
type UpcastReview = Omit<Static<typeof CardReviewedV4>, keyof Asked> & {
  [Name in keyof Asked]: Asked[Name] | null;
};

/** Version 1 did not say how a card was asked. That differs from a version 2 that leaves it out. */
const cardReviewedFromV1 = (data: Static<typeof CardReviewedV1>): UpcastReview => ({
  deck_id: data.deck_id,
  card_id: data.card_id,
  rating: data.rating,
  card_type: data.card_type,
  first_status: data.first_status,
  tries: data.tries,
  time_spent: data.time_spent,
  day: data.day,
  typed: null,
  asked: null,
  mode: null,
});

/** A version 2 is a version 3 of a card's first meaning. What came of a version 1 has nulls still. */
const cardReviewedFromV2 = (data: Static<typeof CardReviewedV2>): UpcastReview => data;

/** A version 3 is a version 4 of an answer for which no other card's was chosen. */
const cardReviewedFromV3 = (data: Static<typeof CardReviewedV3>): UpcastReview => data;

export const CardReviewed = defineEvent(
  'CardReviewed',
  [CardReviewedV1, CardReviewedV2, CardReviewedV3, CardReviewedV4],
  [
    cardReviewedFromV1 as (data: Static<typeof CardReviewedV1>) => Static<typeof CardReviewedV2>,
    cardReviewedFromV2 as (data: Static<typeof CardReviewedV2>) => Static<typeof CardReviewedV3>,
    cardReviewedFromV3,
  ],
);
export type CardReviewed = FactOf<typeof CardReviewed>;

/** A student has taken back an answer: it counts as never given. */
export const CardReviewUndoneV1 = Type.Object({
  review: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: "The id of the student's CardReviewed that is taken back.",
  }),
  deck_id: Type.Integer({ description: 'The deck of that answer. It may have been deleted since.' }),
});

export const CardReviewUndone = defineEvent('CardReviewUndone', [CardReviewUndoneV1], []);
export type CardReviewUndone = FactOf<typeof CardReviewUndone>;

/**
 * A student has brought along an answer that they gave elsewhere, before they had the card here. It belongs to what they
 * remember, and to no day, streak or figure of theirs.
 */
export const CardReviewImportedV1 = Type.Object({
  deck_id: Type.Integer({ description: 'The deck of the card. It may have been deleted since.' }),
  card_id: Type.Integer({ description: 'The card that was answered. It may have been deleted since.' }),
  grade: Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)], {
    description: 'The answer, as FSRS has it: 1 again, 2 hard, 3 good, 4 easy.',
  }),
  day: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: "The student's study day at the moment of the answer, by the time zone of the import.",
  }),
  meaning: Type.Optional(
    Type.Integer({
      description: 'The version of the card since which it means what it did at the import; 1 when absent.',
    }),
  ),
  source: Type.Literal('anki', { description: 'Where the answer was given.' }),
});

export const CardReviewImported = defineEvent('CardReviewImported', [CardReviewImportedV1], []);
export type CardReviewImported = FactOf<typeof CardReviewImported>;

/** From here on a student's memory is computed with these weights. */
export const SchedulerWeightsSetV1 = Type.Object({
  weights: Type.Array(Type.Number(), {
    minItems: 21,
    maxItems: 21,
    description: 'The 21 weights of FSRS-6, w0 to w20.',
  }),
  fitted_to: Type.Union([Type.Literal('student'), Type.Literal('class'), Type.Literal('all')], {
    description: 'Whose reviews they were fitted to: this student, a class, or everybody.',
  }),
  reviews: Type.Integer({ description: 'How many reviews they were fitted to.' }),
});

export const SchedulerWeightsSet = defineEvent('SchedulerWeightsSet', [SchedulerWeightsSetV1], []);
export type SchedulerWeightsSet = FactOf<typeof SchedulerWeightsSet>;

/** These events as projections see them. */
export type Review = EventOf<typeof CardReviewed>;
export type ImportedReview = EventOf<typeof CardReviewImported>;
export type Undo = EventOf<typeof CardReviewUndone>;
export type WeightsSet = EventOf<typeof SchedulerWeightsSet>;
