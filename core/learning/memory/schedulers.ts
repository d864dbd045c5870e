import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { ofStudent } from '../../log/position.ts';
import type { StudyCard } from '../study-card.schema.ts';
import { dayNumber } from '../study-day.ts';
import { type Memory, Scheduler } from './memory.ts';

const defaultScheduler = new Scheduler();
const schedulers = new LRUCache<string, Scheduler>({ max: 500 });

/** Returns the scheduler with a student's own weights, or with the default. Throws a RangeError for weights out of range. */
export function schedulerOf(weights: readonly number[] | null | undefined): Scheduler {
  if (!weights) return defaultScheduler;
  const words = weights.join();
  const known = schedulers.get(words);
  if (known) return known;
  const scheduler = new Scheduler({ weights });
  schedulers.set(words, scheduler);
  return scheduler;
}

/** A card as it is read from the database. */
export type PlainStudyCard = Omit<StudyCard, 'next_days'>;

function memoryOf({ progresses: [progress] }: PlainStudyCard): Memory | null {
  if (!progress) return null;
  const { due_day, interval, stability, difficulty, reviews, lapses } = progress;
  const dueDay = dayNumber(due_day);
  const anchorDay = dueDay - interval;
  return { stability, difficulty, reviews, lapses, dueDay, anchorDay, introducedDay: anchorDay };
}

/** Adds to each card when it comes again, as the projection will have it with the student's weights of now. */
export async function withNextDays(
  pool: Pool,
  cards: PlainStudyCard[],
  { studentId, today }: { studentId: number; today: string },
): Promise<StudyCard[]> {
  if (cards.length === 0) return [];
  const { rows } = await pool.query<{ weights: number[] }>({
    name: 'scheduler_weights',
    text: `select weights from scheduler_weights w where ${ofStudent('w', '$1')}`,
    values: [studentId],
  });
  const scheduler = schedulerOf(rows[0]?.weights);
  const day = dayNumber(today);
  const unseen = scheduler.nextDays(null, day);
  return cards.map((card) => {
    const memory = memoryOf(card);
    return { ...card, next_days: memory ? scheduler.nextDays(memory, day) : unseen };
  });
}
