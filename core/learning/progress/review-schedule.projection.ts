import type { Pool } from 'pg';
import { StudentErased } from '../../log/log.events.ts';
import { ofStudent, ofStudents, partitionsOf, withPartition } from '../../log/position.ts';
import { defineProjection, type FindOnce, forgetStudents } from '../../log/projection.ts';
import { arrayLiteral } from '../../postgres/array-literal.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { isAside } from '../choosing/card-marks.ts';
import { follows, followsImported } from '../choosing/card-meaning.ts';
import {
  CardReviewed,
  CardReviewImported,
  CardReviewUndone,
  type Review,
  SchedulerWeightsSet,
} from '../learning.events.ts';
import type { DeckStats } from '../learning.schema.ts';
import { KNOWN_FROM_DAYS } from '../learning-limits.ts';
import type { Memory } from '../memory/memory.ts';
import { schedulerOf } from '../memory/schedulers.ts';
import { type Days, dayStats } from './deck-stats.projection.ts';
import { answerOf, cardKey, type RowKey, resolveRows, type Taken } from './standing-reviews.ts';

/** Something of each student and card. */
class ByCard<T> {
  readonly #students = new Map<number, Map<number, T>>();

  get(studentId: number, cardId: number): T | undefined {
    return this.#students.get(studentId)?.get(cardId);
  }

  set(studentId: number, cardId: number, value: T): void {
    this.#students.getOrInsertComputed(studentId, () => new Map()).set(cardId, value);
  }

  /** Everything, student by student. */
  all(): T[] {
    return this.#students
      .values()
      .flatMap((cards) => cards.values())
      .toArray();
  }
}

/** When does each student meet each card again? */
export const reviewSchedule = defineProjection({
  name: 'review_schedule',
  tables: ['review_schedule', 'scheduler_weights'],
  events: [CardReviewed, CardReviewImported, CardReviewUndone, SchedulerWeightsSet, StudentErased],
  // Rows are computed again up to the position of the undo.
  typesAlone: ['CardReviewUndone'],
  isReadBack: true,
  apply: applyReviews,
  reset: async (tx) => void (await tx.query('truncate review_schedule, scheduler_weights')),
});

interface Row {
  studentId: number;
  cardId: number;
  deckId: number;
  lastReviewedAt: Date;
  memory: Memory;
  meaning: number;
}

type KnownMemory = Pick<Row, 'memory' | 'meaning' | 'lastReviewedAt'>;

/** What is known before some events: memories by student and card, and the weights of students that have their own. */
interface Known {
  memories: ByCard<KnownMemory>;
  weights: Map<number, readonly number[]>;
}

const ROW_KEY: RowKey = {
  of: cardKey,
  ofImported: ({ studentId, data }) => `${studentId} ${data.card_id}`,
};

/** Cards of which an answer of an earlier batch is taken back are computed again from all their answers. */
async function applyReviews(_: unknown, tx: Tx, once: FindOnce): Promise<void> {
  const { erased, standing, undone, again } = await resolveRows(once, ROW_KEY);
  await forgetStudents(tx, ['review_schedule', 'scheduler_weights'], erased);
  const changed = fold(standing, await loadKnown(standing, tx));
  if (undone.length) {
    await remove(undone, tx);
    changed.push(...fold(again, { memories: new ByCard(), weights: new Map() }));
  }
  if (changed.length) await save(changed, tx);
  await saveWeights(standing, tx);
}

/** Takes the events in, in order. Returns the rows that they change. */
function fold(events: Taken[], { memories, weights }: Known): Row[] {
  const changed = new ByCard<Row>();
  for (const event of events) {
    const { studentId } = event;
    switch (event.type) {
      case 'SchedulerWeightsSet':
        schedulerOf(event.data.weights);
        weights.set(studentId, event.data.weights);
        break;
      case 'CardReviewed':
      case 'CardReviewImported': {
        const { card_id: cardId, deck_id: deckId, meaning = 1 } = event.data;
        const known = memories.get(studentId, cardId);
        const following = event.type === 'CardReviewed' ? follows : followsImported;
        const how = following(known, meaning, event.occurredAt);
        if (how === 'is too late') break;
        const answer = answerOf(event);
        const before = how === 'goes on' ? known?.memory : undefined;
        const memory = schedulerOf(weights.get(studentId)).review(before ?? null, answer);
        if (!memory) break;
        const lastReviewedAt = later(known?.lastReviewedAt, event.occurredAt);
        memories.set(studentId, cardId, { memory, meaning, lastReviewedAt });
        changed.set(studentId, cardId, { studentId, cardId, deckId, lastReviewedAt, memory, meaning });
        break;
      }
      default:
        event satisfies never;
    }
  }
  return changed.all();
}

const later = (a: Date | undefined, b: Date): Date => (a && a > b ? a : b);

interface KnownRow {
  student_id: number;
  card_id: number;
  /** Null when there is no memory yet. */
  stability: number | null;
  difficulty: number;
  introduced_day: number;
  anchor_day: number;
  due_day: number;
  reviews: number;
  lapses: number;
  meaning: number;
  /** Milliseconds since 1970. */
  last_reviewed_at: number;
  weights: number[] | null;
}

async function loadKnown(events: Taken[], tx: Tx): Promise<Known> {
  const reviews = events.filter((event) => event.type !== 'SchedulerWeightsSet');
  const known: Known = { memories: new ByCard(), weights: new Map() };
  if (reviews.length === 0) return known;
  const { rows } = await tx.query<KnownRow>({
    name: 'load_memories',
    text: `select k.student_id, k.card_id, r.stability, r.difficulty, r.reviews, r.lapses, r.meaning,
             date_part('epoch', r.last_reviewed_at) * 1000 as last_reviewed_at,
             r.introduced_day - date '1970-01-01' as introduced_day,
             r.anchor_day - date '1970-01-01' as anchor_day, r.due_day - date '1970-01-01' as due_day, w.weights
           from (select distinct * from unnest($1::integer[], $2::integer[]) k (student_id, card_id)) k
           left join review_schedule r on ${ofStudents('r', 'k.student_id', '$3')} and r.card_id = k.card_id
           left join scheduler_weights w on ${ofStudents('w', 'k.student_id', '$3')}
           where r.stability is not null or w.weights is not null`,
    values: [
      arrayLiteral(reviews.map(({ studentId }) => studentId)),
      arrayLiteral(reviews.map(({ data }) => data.card_id)),
      arrayLiteral(partitionsOf(reviews.map(({ studentId }) => studentId))),
    ],
  });
  for (const row of rows) {
    if (row.weights) known.weights.set(row.student_id, row.weights);
    if (row.stability !== null)
      known.memories.set(row.student_id, row.card_id, {
        memory: {
          stability: row.stability,
          difficulty: row.difficulty,
          introducedDay: row.introduced_day,
          anchorDay: row.anchor_day,
          dueDay: row.due_day,
          reviews: row.reviews,
          lapses: row.lapses,
        },
        meaning: row.meaning,
        lastReviewedAt: new Date(Math.round(row.last_reviewed_at)),
      });
  }
  return known;
}

/** Removes the rows that these reviews belong to. */
const remove = async (reviews: Review[], tx: Tx): Promise<void> =>
  void (await tx.query(
    `/* remove */ delete from review_schedule r using unnest($1::integer[], $2::integer[]) k (student_id, card_id)
     where ${ofStudents('r', 'k.student_id', '$3')} and r.card_id = k.card_id`,
    [
      reviews.map(({ studentId }) => studentId),
      reviews.map(({ data }) => data.card_id),
      partitionsOf(reviews.map(({ studentId }) => studentId)),
    ],
  ));

async function saveWeights(events: Taken[], tx: Tx): Promise<void> {
  for (const { type, studentId, data } of events)
    if (type === 'SchedulerWeightsSet')
      await tx.query(
        `/* saveWeights */ insert into scheduler_weights (partition, student_id, weights) values (partition_of($1), $1, $2)
         on conflict (partition, student_id) do update set weights = excluded.weights`,
        [studentId, data.weights],
      );
}

async function save(rows: Row[], tx: Tx): Promise<void> {
  await tx.query({
    name: 'save_memories',
    text: `insert into review_schedule as r (partition, student_id, card_id, deck_id, stability, difficulty, introduced_day,
             anchor_day, due_day, reviews, lapses, last_reviewed_at, meaning)
           ${withPartition(
             `select student_id, card_id, deck_id, stability, difficulty, date '1970-01-01' + introduced_day as introduced_day,
                date '1970-01-01' + anchor_day as anchor_day, date '1970-01-01' + due_day as due_day, reviews, lapses,
                last_reviewed_at, meaning
              from unnest($1::integer[], $2::integer[], $3::integer[], $4::float8[], $5::float8[], $6::integer[],
                $7::integer[], $8::integer[], $9::integer[], $10::integer[], $11::timestamptz[], $12::integer[])
                r (student_id, card_id, deck_id, stability, difficulty, introduced_day, anchor_day, due_day, reviews,
                  lapses, last_reviewed_at, meaning)`,
             '$13',
           )}
           on conflict (partition, student_id, card_id) do update set
             stability = excluded.stability, difficulty = excluded.difficulty,
             introduced_day = excluded.introduced_day, meaning = excluded.meaning, anchor_day = excluded.anchor_day,
             due_day = excluded.due_day, reviews = excluded.reviews, lapses = excluded.lapses,
             last_reviewed_at = greatest(r.last_reviewed_at, excluded.last_reviewed_at)`,
    values: [
      arrayLiteral(rows.map((row) => row.studentId)),
      arrayLiteral(rows.map((row) => row.cardId)),
      arrayLiteral(rows.map((row) => row.deckId)),
      arrayLiteral(rows.map((row) => row.memory.stability)),
      arrayLiteral(rows.map((row) => row.memory.difficulty)),
      arrayLiteral(rows.map((row) => row.memory.introducedDay)),
      arrayLiteral(rows.map((row) => row.memory.anchorDay)),
      arrayLiteral(rows.map((row) => row.memory.dueDay)),
      arrayLiteral(rows.map((row) => row.memory.reviews)),
      arrayLiteral(rows.map((row) => row.memory.lapses)),
      arrayLiteral(rows.map((row) => row.lastReviewedAt.toISOString())),
      arrayLiteral(rows.map((row) => row.meaning)),
      arrayLiteral(partitionsOf(rows.map((row) => row.studentId))),
    ],
  });
}

/**
 * A student's progress in some decks together, and the reviews to come. With a date, only cards that were answered in
 * these days count as studied.
 */
export async function progressIn(
  pool: Pool,
  studentId: number,
  deckIds: number[],
  today: string,
  days: Days = {},
): Promise<Omit<DeckStats, 'deck_id'>> {
  const [{ studied, known, total }, work, reviews] = await Promise.all([
    countStudied(pool, studentId, deckIds, days),
    dayStats(pool, studentId, deckIds, today),
    reviewsToCome(pool, studentId, deckIds, today),
  ]);
  return {
    cards_studied: studied,
    cards_known: known,
    total_cards: total,
    completion_percentage: total ? Math.round((studied / total) * 100) : 0,
    today_stats: { cards_studied: work.cards, time_spent: work.seconds },
    ...reviews,
  };
}

/**
 * How many cards of some decks a student has learnt at least once, of how many; deleted cards do not count. Known are those
 * that come again only after `KNOWN_FROM_DAYS`.
 */
async function countStudied(pool: Pool, studentId: number, deckIds: number[], { from, until }: Days) {
  const dates = from || until ? [from, until] : undefined;
  const isStudied = dates ? 'a.card is not null' : 'r.card_id is not null';
  const { rows } = await pool.query<{ total: number; studied: number; known: number }>({
    name: dates ? 'count_studied_in_range' : 'count_studied',
    text: `select count(*)::integer as total, count(*) filter (where ${isStudied})::integer as studied,
             count(*) filter (where ${isStudied} and r.due_day - r.anchor_day >= $3)::integer as known
           from cards c left join review_schedule r on r.card_id = c.id and ${ofStudent('r', '$1')} and r.meaning = c.meaning
           ${dates ? `left join (${ANSWERED_IN_RANGE}) a on a.card = c.id` : ''}
           where c.deck_id = any ($2)`,
    values: [studentId, deckIds, KNOWN_FROM_DAYS, ...(dates ?? [])],
  });
  return rows[0]!;
}

/**
 * Returns SQL of how many cards of a deck a student has learnt at least once; both are SQL, and the deck may be
 * `any (…)` of several. It is a difference of counts, which indexes have: rows stay in the schedule when their card is
 * deleted, or means something else by now. Relies on `deleted_cards`: each card that the log knows, and its deck no
 * longer has, is in it.
 */
export const learntCards = (student: string, deck: string): string => `(
  (select count(*) from review_schedule r where ${ofStudent('r', student)} and r.deck_id = ${deck})
  - (select count(*) from deleted_cards g join review_schedule r on ${ofStudent('r', student)} and r.card_id = g.card_id
     where g.deck_id = ${deck})
  - (select count(*) from cards c join review_schedule r on ${ofStudent('r', student)} and r.card_id = c.id
     where c.deck_id = ${deck} and c.meaning > 1 and r.meaning <> c.meaning)
  - (select count(*) from review_schedule r join cards c on c.id = r.card_id and c.meaning = 1
     where ${ofStudent('r', student)} and r.deck_id = ${deck} and r.meaning > 1))`;

const ANSWERED_IN_RANGE = `
  select distinct card from deck_stats s cross join unnest(s.card_ids) card
  where ${ofStudent('s', '$1')} and s.deck_id = any ($2)
    and s.day between coalesce($4::date, '-infinity') and coalesce($5::date, 'infinity')`;

/** When the cards of some decks come up, each once, on its next due day, the earliest first. */
async function reviewsToCome(pool: Pool, studentId: number, deckIds: number[], today: string) {
  const { rows } = await pool.query<{ days_from_now: number; card_count: number; overdue: number }>({
    name: 'reviews_to_come',
    text: `select greatest(r.due_day - $3::date, 0) as days_from_now, count(*)::integer as card_count,
             count(*) filter (where r.due_day < $3::date)::integer as overdue
           from review_schedule r join cards c on c.id = r.card_id and c.meaning = r.meaning
           where ${ofStudent('r', '$1')} and r.deck_id = any ($2)
             and not ${isAside('$1', 'r.card_id', 'greatest(r.due_day, $3::date)')} group by 1 order by 1`,
    values: [studentId, deckIds, today],
  });
  return {
    review_schedule: rows.map(({ days_from_now, card_count }) => ({ days_from_now, card_count })),
    overdue: rows[0]?.overdue ?? 0,
  };
}
