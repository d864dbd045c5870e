import type { ClientBase, Pool } from 'pg';
import type { EventOf } from '../log/event-register.ts';
import type { Projection } from '../log/projection.ts';
import { type Memory, Scheduler } from './memory.ts';
import { dayNumber } from './study-day.ts';

/** When does each student meet each card again? */
export const reviewSchedule: Projection = {
  name: 'review_schedule',
  tables: ['review_schedule'],
  types: ['CardReviewed'],
  isReadBack: true,
  apply: (events: EventOf<'CardReviewed'>[], tx) => applyReviews(events, tx, new Scheduler()),
  reset: async (tx) => void (await tx.query('truncate review_schedule')),
};

interface Row {
  studentId: number;
  cardId: number;
  deckId: number;
  lastReviewedAt: Date;
  memory: Memory;
}

const key = (studentId: number, cardId: number): string => `${studentId} ${cardId}`;

async function applyReviews(
  events: EventOf<'CardReviewed'>[],
  tx: ClientBase,
  scheduler: Scheduler,
): Promise<void> {
  const memories = await loadMemories(events, tx);
  const changed = new Map<string, Row>();
  for (const event of events) {
    switch (event.type) {
      case 'CardReviewed': {
        const { card_id: cardId, deck_id: deckId, rating, first_status, tries, day } = event.data;
        const at = key(event.studentId, cardId);
        const memory = scheduler.review(memories.get(at) ?? null, {
          rating,
          firstStatus: first_status,
          tries,
          day: dayNumber(day),
        });
        if (!memory) break;
        memories.set(at, memory);
        const lastReviewedAt = later(changed.get(at)?.lastReviewedAt, event.occurredAt);
        changed.set(at, { studentId: event.studentId, cardId, deckId, lastReviewedAt, memory });
        break;
      }
      default:
        event.type satisfies never;
    }
  }
  if (changed.size) await save([...changed.values()], tx);
}

const later = (a: Date | undefined, b: Date): Date => (a && a > b ? a : b);

interface MemoryRow {
  student_id: number;
  card_id: number;
  stability: number;
  difficulty: number;
  introduced_day: number;
  anchor_day: number;
  due_day: number;
  reviews: number;
  lapses: number;
}

async function loadMemories(events: EventOf<'CardReviewed'>[], tx: ClientBase): Promise<Map<string, Memory>> {
  const { rows } = await tx.query<MemoryRow>({
    name: 'load_memories',
    text: `select r.student_id, r.card_id, r.stability, r.difficulty, r.reviews, r.lapses,
             r.introduced_day - date '1970-01-01' as introduced_day,
             r.anchor_day - date '1970-01-01' as anchor_day, r.due_day - date '1970-01-01' as due_day
           from (select distinct * from unnest($1::integer[], $2::integer[]) k (student_id, card_id)) k
           join review_schedule r using (student_id, card_id)`,
    values: [events.map((event) => event.studentId), events.map((event) => event.data.card_id)],
  });
  return new Map(
    rows.map((row) => [
      key(row.student_id, row.card_id),
      {
        stability: row.stability,
        difficulty: row.difficulty,
        introducedDay: row.introduced_day,
        anchorDay: row.anchor_day,
        dueDay: row.due_day,
        reviews: row.reviews,
        lapses: row.lapses,
      },
    ]),
  );
}

async function save(rows: Row[], tx: ClientBase): Promise<void> {
  await tx.query({
    name: 'save_memories',
    text: `insert into review_schedule as r (student_id, card_id, deck_id, stability, difficulty, introduced_day,
             anchor_day, due_day, reviews, lapses, last_reviewed_at)
           select student_id, card_id, deck_id, stability, difficulty, date '1970-01-01' + introduced_day,
             date '1970-01-01' + anchor_day, date '1970-01-01' + due_day, reviews, lapses, last_reviewed_at
           from unnest($1::integer[], $2::integer[], $3::integer[], $4::float8[], $5::float8[], $6::integer[],
             $7::integer[], $8::integer[], $9::integer[], $10::integer[], $11::timestamptz[])
             n (student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day, reviews,
               lapses, last_reviewed_at)
           on conflict (student_id, card_id) do update set
             stability = excluded.stability, difficulty = excluded.difficulty, anchor_day = excluded.anchor_day,
             due_day = excluded.due_day, reviews = excluded.reviews, lapses = excluded.lapses,
             last_reviewed_at = greatest(r.last_reviewed_at, excluded.last_reviewed_at)`,
    values: [
      rows.map((row) => row.studentId),
      rows.map((row) => row.cardId),
      rows.map((row) => row.deckId),
      rows.map((row) => row.memory.stability),
      rows.map((row) => row.memory.difficulty),
      rows.map((row) => row.memory.introducedDay),
      rows.map((row) => row.memory.anchorDay),
      rows.map((row) => row.memory.dueDay),
      rows.map((row) => row.memory.reviews),
      rows.map((row) => row.memory.lapses),
      rows.map((row) => row.lastReviewedAt.toISOString()),
    ],
  });
}

/** How many cards of some decks a student has learnt at least once, of how many; deleted cards do not count. */
export async function countStudied(
  pool: Pool,
  studentId: number,
  deckIds: number[],
): Promise<{ studied: number; total: number }> {
  const { rows } = await pool.query<{ studied: number; total: number }>({
    name: 'count_studied',
    text: `select count(*)::integer as total, count(r.card_id)::integer as studied
           from cards c left join review_schedule r on r.card_id = c.id and r.student_id = $1
           where c.deck_id = any ($2)`,
    values: [studentId, deckIds],
  });
  return rows[0]!;
}

export interface ReviewsToCome {
  /** Cards by their due day, the earliest first; whatever is due by now is of day 0. */
  schedule: { days_from_now: number; card_count: number }[];
  /** Cards of day 0 whose due day has passed. */
  overdue: number;
}

/** When the cards of some decks come up, each once, on its next due day. */
export async function reviewsToCome(
  pool: Pool,
  studentId: number,
  deckIds: number[],
  today: string,
): Promise<ReviewsToCome> {
  const { rows } = await pool.query<{ days_from_now: number; card_count: number; overdue: number }>({
    name: 'reviews_to_come',
    text: `select greatest(r.due_day - $3::date, 0) as days_from_now, count(*)::integer as card_count,
             count(*) filter (where r.due_day < $3::date)::integer as overdue
           from review_schedule r join cards c on c.id = r.card_id
           where r.student_id = $1 and r.deck_id = any ($2) group by 1 order by 1`,
    values: [studentId, deckIds, today],
  });
  return {
    schedule: rows.map(({ days_from_now, card_count }) => ({ days_from_now, card_count })),
    overdue: rows[0]?.overdue ?? 0,
  };
}
