import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { Appender, NewEvent } from '../../log/append/appender.ts';
import type { Position } from '../../log/position.ts';
import {
  CardReviewed,
  CardReviewedV1,
  CardReviewedV2,
  CardReviewedV3,
  CardReviewedV4,
} from '../learning.events.ts';
import type { ProgressBody, Typed } from '../learning.schema.ts';
import { studyDay } from '../study-day.ts';
import { judgedAnswer } from './typed-answer.ts';

/**
 * Judges the answer that a client sent along by the card as it is now; undefined without one, or when the card has just
 * gone. `mistakenFor`: the other card of the deck whose answer was chosen wrongly, if one still says the same.
 */
export async function judgedTyped(
  pool: Pool,
  cardId: number,
  { answer, asked = 'front', mode = 'session' }: ProgressBody,
): Promise<{ judged: Typed; mistakenFor?: number } | undefined> {
  if (answer === undefined) return undefined;
  const { rows } = await pool.query<{ front: string; back: string; lenient: boolean; deck_id: number }>({
    name: 'card_to_judge',
    text: `select c.front, c.back, c.deck_id, d.lenient_typing as lenient
           from cards c join decks d on d.id = c.deck_id where c.id = $1`,
    values: [cardId],
  });
  const card = rows[0];
  if (!card) return undefined;
  const judged = judgedAnswer(answer, card, { asked, mode, lenient: card.lenient });
  if (mode !== 'choice' || judged !== 'wrong') return { judged };
  const side = asked === 'front' ? 'back' : 'front';
  const { rows: others } = await pool.query<{ id: number }>({
    name: `card_with_${side}`,
    text: `select id from cards where deck_id = $1 and ${side} = $2 and id <> $3 order by ordinal limit 1`,
    values: [card.deck_id, answer, cardId],
  });
  return others[0] ? { judged, mistakenFor: others[0].id } : { judged };
}

const DAY_MS = 86_400_000;

/**
 * Milliseconds after which an answer may still reach us, from a phone that was offline; older ones count as this old.
 */
const LATEST_MS = 30 * DAY_MS;

export interface AnswerContext {
  studentId: number;
  deckId: number;
  cardId: number;
  timeZone: string;
  /** The event's id: the client's Idempotency-Key. */
  id: string;
  now: number;
  /** How right the answer is that came with it, as the server sees it. */
  judged?: Typed | undefined;
  /** The card of the deck whose answer was chosen instead. */
  mistakenFor?: number | undefined;
  /** Which meaning of the card was answered. Default: 1, the one that it was made with. */
  meaning?: number;
}

/** What answers have said since version 2 of their event. */
type Asked = Pick<ProgressBody, 'typed' | 'answer' | 'asked' | 'mode' | 'card_version' | 'think_ms'>;

/** How the card was asked; undefined when the client says nothing of it. */
function askedOf({ typed, answer, asked, mode, card_version, think_ms }: ProgressBody): Asked | undefined {
  if ((typed ?? answer ?? asked ?? mode ?? card_version ?? think_ms) === undefined) return undefined;
  return {
    ...(typed !== undefined && { typed }),
    ...(answer !== undefined && { answer }),
    ...(asked !== undefined && { asked }),
    ...(mode !== undefined && { mode }),
    ...(card_version !== undefined && { card_version }),
    ...(think_ms !== undefined && { think_ms }),
  };
}

/** Without what is meant when it is absent, and without the text that was typed: that is nobody's but the student's. */
function stored({ typed, asked, mode, answer: _, ...rest }: Asked): Omit<Asked, 'answer'> {
  return {
    ...rest,
    ...(typed !== undefined && typed !== 'none' && { typed }),
    ...(asked !== undefined && asked !== 'front' && { asked }),
    ...(mode !== undefined && mode !== 'session' && { mode }),
  };
}

/**
 * The event of one answer. Its day and moment are fixed here, so that no replay needs a clock. An answer that says nothing
 * of how the card was asked is stored in version 1.
 */
export function cardReviewed(body: ProgressBody, context: AnswerContext): NewEvent {
  const { studentId, deckId, cardId, timeZone, id, now, meaning = 1, mistakenFor } = context;
  const occurredAt = Math.min(now, Math.max(now - LATEST_MS, body.answered_at ?? now));
  const asked = askedOf(body);
  const judged = context.judged === undefined ? asked : { ...asked, typed: context.judged };
  const unchosen = meaning > 1 ? CardReviewedV3 : judged ? CardReviewedV2 : CardReviewedV1;
  return CardReviewed.make(mistakenFor === undefined ? unchosen : CardReviewedV4, {
    studentId,
    id,
    data: {
      deck_id: deckId,
      card_id: cardId,
      rating: body.status,
      card_type: body.card_type ?? 'review',
      first_status: body.first_status ?? body.status,
      tries: body.tries ?? 1,
      time_spent: body.time_spent,
      day: studyDay(occurredAt, timeZone),
      ...(judged && stored(judged)),
      ...(meaning > 1 && { meaning }),
      ...(mistakenFor !== undefined && { mistaken_for: mistakenFor }),
    },
    hash: contentHash(cardId, body, asked),
    occurredAt: new Date(occurredAt),
  });
}

/**
 * Hashes what the client said alone: a repetition on the next day is still the same content. What was not sent is not
 * in it. So an answer of an older client has the hash that it always had.
 */
function contentHash(cardId: number, body: ProgressBody, asked: Asked | undefined): string {
  const { status, time_spent, card_type, first_status, tries, answered_at } = body;
  const said = [cardId, status, time_spent, card_type, first_status, tries, answered_at];
  const { meaning = 1 } = body;
  if (meaning > 1) return hash('sha256', JSON.stringify([...said, asked, meaning]), 'hex');
  return hash('sha256', JSON.stringify(asked ? [...said, asked] : said), 'hex');
}

async function firstKnown(appender: Appender, [event, ...others]: NewEvent[]): Promise<Position> {
  try {
    return await appender.append(event!);
  } catch (error) {
    if (others.length === 0 || !isConflict(error)) throw error;
    return firstKnown(appender, others);
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'idempotency_conflict';

/**
 * Appends an answer, or finds it already there. Also finds one that an older server took without keeping how the card
 * was asked. That is a repetition whose first acknowledgement was lost. Rejects as the appender does.
 */
export async function appendAnswer(
  appender: Appender,
  body: ProgressBody,
  context: AnswerContext,
): Promise<Position> {
  const event = cardReviewed(body, context);
  try {
    return await appender.append(event);
  } catch (error) {
    if (!isConflict(error) || event.version === 1) throw error;
    // Its id is taken, so these append nothing: it is that answer, or a conflict as well.
    const { answer, ...unjudged } = body;
    const { typed, asked, mode, card_version, think_ms, ...before } = unjudged;
    const { judged: _, mistakenFor: __, ...unread } = context;
    const older = [...(answer === undefined ? [] : [unjudged]), before].map((said) =>
      cardReviewed(said, unread),
    );
    return await firstKnown(appender, older);
  }
}
