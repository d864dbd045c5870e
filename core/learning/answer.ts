import { hash } from 'node:crypto';
import type { NewEvent } from '../log/appender.ts';
import type { CardReviewed } from './learning.events.ts';
import type { ProgressBody } from './learning.schema.ts';
import { studyDay } from './study-day.ts';

const DAY_MS = 86_400_000;

/** An answer may reach us this long after it was given, from a phone that was offline; older ones count as this old. */
const LATEST_MS = 30 * DAY_MS;

export interface AnswerContext {
  studentId: number;
  deckId: number;
  cardId: number;
  timeZone: string;
  /** The event's id: the client's Idempotency-Key. */
  id: string;
  now: number;
}

/** The event of one answer. Its day and moment are fixed here, so that no replay needs a clock. */
export function cardReviewed(body: ProgressBody, context: AnswerContext): NewEvent {
  const { studentId, deckId, cardId, timeZone, id, now } = context;
  const occurredAt = Math.min(now, Math.max(now - LATEST_MS, body.answered_at ?? now));
  const data: CardReviewed['data'] = {
    deck_id: deckId,
    card_id: cardId,
    rating: body.status,
    card_type: body.card_type ?? 'review',
    first_status: body.first_status ?? body.status,
    tries: body.tries ?? 1,
    time_spent: body.time_spent,
    day: studyDay(occurredAt, timeZone),
  };
  return {
    studentId,
    id,
    type: 'CardReviewed',
    version: 1,
    data,
    hash: contentHash(cardId, body),
    occurredAt: new Date(occurredAt),
  };
}

/** Of what the client said alone: a repetition on the next day is still the same content. */
function contentHash(cardId: number, body: ProgressBody): string {
  const { status, time_spent, card_type, first_status, tries, answered_at } = body;
  return hash(
    'sha256',
    JSON.stringify([cardId, status, time_spent, card_type, first_status, tries, answered_at]),
    'hex',
  );
}
