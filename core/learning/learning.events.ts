import { type Static, Type } from '@sinclair/typebox';
import { CardType, Rating } from './learning.schema.ts';

/** A student has answered a card. */
export const CardReviewedV1 = Type.Object({
  deck_id: Type.Integer(),
  card_id: Type.Integer(),
  rating: Rating,
  card_type: CardType,
  /** The first answer to this card in that session. */
  first_status: Rating,
  /** Answers in that session, up to and with this one. */
  tries: Type.Integer(),
  /** Seconds. */
  time_spent: Type.Integer(),
  /** The student's study day at that moment, so that no replay asks a clock or a time zone. */
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});

export interface CardReviewed {
  type: 'CardReviewed';
  data: Static<typeof CardReviewedV1>;
}
