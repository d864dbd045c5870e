import { type Static, Type } from '@sinclair/typebox';
import { Card } from '../contract/card-shape.schema.ts';
import { Day, Id, Timestamp } from '../contract/endpoint.ts';
import { DeckLanguages, GivenWay, Way } from '../deck/deck.schema.ts';

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

/** A card with the student's progress; an empty list means that the card is new. */
export const StudyCard = Type.Object({
  ...Card.properties,
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
});
export type StudyCard = Static<typeof StudyCard>;
