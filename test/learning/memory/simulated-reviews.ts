import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { dice } from '../../../bench/school/dice.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { Appender, type NewEvent } from '../../../core/log/append/appender.ts';
import { review } from '../../log/given-events.ts';

/** Weights of somebody who forgets sooner and otherwise than FSRS's authors have found on average. */
export const FORGETFUL = [
  0.15, 0.4, 0.7, 2, 6.8, 0.9, 3.2, 0.02, 1.1, 0.2, 0.6, 1.2, 0.1, 0.35, 1.2, 0.5, 1.9, 0.5, 0.1, 0.08, 0.35,
];

interface SimulatedStudent {
  studentId: number;
  /** The weights by which they forget; undefined for those that are the default. */
  truth?: readonly number[];
  days: number;
  newCardsADay: number;
  seed?: number;
}

interface Card {
  id: number;
  /** As the product computes it, which decides when the card comes. */
  scheduled: Memory | null;
  /** As it is, which decides whether it is known. */
  real: Memory | null;
}

/** The answers of a student who learns each day what is due, in order. */
export function simulatedReviews(student: SimulatedStudent): NewEvent[] {
  const { studentId, truth, days, newCardsADay, seed = studentId } = student;
  const random = dice(seed);
  const scheduling = new Scheduler();
  const forgetting = new Scheduler(truth ? { weights: truth } : {});
  const cards: Card[] = [];
  const events: NewEvent[] = [];
  const firstDay = dayNumber('2025-01-01');
  for (let day = firstDay; day < firstDay + days; day++) {
    for (let added = 0; added < newCardsADay; added++)
      cards.push({ id: cards.length + 1, scheduled: null, real: null });
    const date = dayOfNumber(day);
    let second = 0;
    for (const card of cards) {
      if (card.scheduled && card.scheduled.dueDay > day) continue;
      const chance = card.real ? forgetting.recall(card.real, day) : 0.5;
      const firstStatus: Rating = random() < chance ? 2 : random() < 0.5 ? 1 : 0;
      const rating = card.real ? firstStatus : 2;
      const tries = card.real || firstStatus === 2 ? 1 : 2;
      const answer = { rating, firstStatus, tries, day };
      card.scheduled = scheduling.review(card.scheduled, answer);
      card.real = forgetting.review(card.real, answer);
      const event = review(studentId, {
        card_id: card.id,
        rating,
        first_status: firstStatus,
        tries,
        day: date,
      });
      events.push({
        ...event,
        // As random as those of clients, and the same in each run: reviews of one moment are sorted by it.
        id: uuidOf(`${studentId} ${seed} ${events.length}`),
        occurredAt: new Date(Date.parse(`${date}T05:00:00Z`) + 1_000 * second++),
      });
    }
  }
  return events;
}

function uuidOf(words: string): string {
  const hex = hash('sha256', words, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Appends many events in their order. */
export async function givenMany(pool: Pool, events: NewEvent[]): Promise<void> {
  const appender = new Appender(pool);
  for (let from = 0; from < events.length; from += 250)
    await Promise.all(events.slice(from, from + 250).map((event) => appender.append(event)));
}
