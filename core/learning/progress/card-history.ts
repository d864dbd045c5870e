import type { Pool } from 'pg';
import { follows, followsImported, type MemoryOf } from '../choosing/card-meaning.ts';
import { HISTORY_MAX } from '../learning-limits.ts';
import type { Memory } from '../memory/memory.ts';
import { schedulerOf } from '../memory/schedulers.ts';
import { dayOfNumber } from '../study-day.ts';
import type { CardHistory, PastAnswer } from './card-history.schema.ts';
import { answerOf, standingOfCard } from './standing-reviews.ts';

/** More say no more to a person who changes a card. */
const COUNTED_MAX = 1_000;

/** Returns how many students have learnt a card as it is meant now, up to a thousand. */
export async function cardLearners(
  pool: Pool,
  { deckId, cardId }: { deckId: number; cardId: number },
): Promise<number> {
  const { rows } = await pool.query<{ learners: number }>({
    name: 'card_learners',
    text: `select count(*)::integer as learners from (
             select 1 from cards c join review_schedule r on r.card_id = c.id and r.meaning = c.meaning
             where c.deck_id = $1 and c.id = $2 limit ${COUNTED_MAX}) found`,
    values: [deckId, cardId],
  });
  return rows[0]!.learners;
}

const later = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other);

/**
 * Returns a student's answers to a card, the newest first. They are read from the log, so an answer is there as soon as it
 * is kept. The days are computed as the projection computes them.
 */
export async function cardHistory(
  pool: Pool,
  { studentId, cardId }: { studentId: number; cardId: number },
): Promise<CardHistory> {
  let scheduler = schedulerOf(null);
  let known: (MemoryOf & { memory: Memory }) | undefined;
  const answers: PastAnswer[] = [];
  const importedDays: string[] = [];
  for (const event of await standingOfCard(pool, studentId, cardId)) {
    if (event.type === 'SchedulerWeightsSet') {
      scheduler = schedulerOf(event.data.weights);
      continue;
    }
    const { day, meaning = 1 } = event.data;
    const following = event.type === 'CardReviewed' ? follows : followsImported;
    const how = following(known, meaning, event.occurredAt);
    const before = how === 'goes on' ? (known?.memory ?? null) : null;
    const memory = how === 'is too late' ? null : scheduler.review(before, answerOf(event));
    if (memory) known = { memory, meaning, lastReviewedAt: later(known?.lastReviewedAt, event.occurredAt) };
    if (event.type === 'CardReviewImported') {
      importedDays.push(day);
      continue;
    }
    const { rating, first_status, tries, mode, asked, typed } = event.data;
    answers.push({
      answered_at: event.occurredAt.toISOString(),
      day,
      rating,
      first_status,
      tries,
      // What an event leaves out has its first value; null is not known.
      mode: mode === undefined ? 'session' : mode,
      asked: asked === undefined ? 'front' : asked,
      typed: typed === undefined ? 'none' : typed,
      next_day: memory && dayOfNumber(memory.dueDay),
    });
  }
  const [since] = importedDays;
  const imported = since === undefined ? null : { answers: importedDays.length, since };
  return { answers: answers.slice(-HISTORY_MAX).reverse(), total: answers.length, imported };
}
