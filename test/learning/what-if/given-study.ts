import type { Pool } from 'pg';
import { type Memory, Scheduler } from '../../../core/learning/memory/memory.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import type { NewEvent } from '../../../core/log/append/appender.ts';
import { sql } from '../../harness/sql.ts';
import { review } from '../../log/given-events.ts';

export interface StudyPlan {
  studentId: number;
  deckId?: number;
  firstDay?: string;
  days?: number;
  cards?: number;
  perDay?: number;
}

/** A student who studies every day by the live rules and forgets some cards, always the same. */
export function studyOf({
  studentId,
  deckId = 1,
  firstDay = '2026-03-01',
  days = 40,
  cards = 20,
  perDay = 4,
}: StudyPlan): NewEvent[] {
  const scheduler = new Scheduler();
  const memories = new Map<number, Memory>();
  const events: NewEvent[] = [];
  const answer = (card: number, day: number, isNew: boolean): void => {
    const isKnown = (studentId * 7 + card * 31 + day * 17) % 100 < 85;
    const firstStatus = isKnown ? 2 : 0;
    const rating = isNew ? 2 : firstStatus;
    const tries = isNew && !isKnown ? 2 : 1;
    memories.set(card, scheduler.review(memories.get(card) ?? null, { rating, firstStatus, tries, day })!);
    events.push(
      review(studentId, {
        deck_id: deckId,
        card_id: deckId * 1_000 + card,
        rating,
        first_status: firstStatus,
        tries,
        card_type: isNew ? 'new' : 'review',
        day: dayOfNumber(day),
      }),
    );
  };
  const first = dayNumber(firstDay);
  for (let day = first; day < first + days; day++) {
    for (const [card, { dueDay }] of [...memories].sort(([, a], [, b]) => a.dueDay - b.dueDay))
      if (dueDay <= day) answer(card, day, false);
    for (let left = Math.min(perDay, cards - memories.size); left > 0; left--)
      answer(memories.size + 1, day, true);
  }
  return events;
}

/** Students, one deck and its cards, as the events name them. */
export async function givenDeck(
  pool: Pool,
  { deckId = 1, studentIds, cards = 20 }: { deckId?: number; studentIds: number[]; cards?: number },
): Promise<void> {
  await sql(pool)`insert into users (id, name, email, password_hash, role, time_zone) overriding system value
    select id, 'Student', id || '@what-if.test', 'x', 'student', 'Asia/Ho_Chi_Minh'
    from unnest(${studentIds}::integer[]) id
    on conflict do nothing`;
  await sql(pool)`insert into decks (id, user_id, title) overriding system value
    values (${deckId}, ${studentIds[0]}, 'Words')`;
  await sql(pool)`insert into cards (id, deck_id, ordinal, front, back) overriding system value
    select ${deckId} * 1000 + n, ${deckId}, n, 'front ' || n, 'back ' || n
    from generate_series(1, ${cards}::integer) n`;
}
