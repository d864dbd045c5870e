import type { Pool } from 'pg';
import type { EventRegister } from '../../log/event-register.ts';
import { inTransaction, type Tx } from '../../postgres/transaction.ts';
import {
  type HistoryPlan,
  type HistoryScope,
  planHistories,
  readHistories,
} from '../memory/review-histories.ts';
import { dayNumber, studyDay } from '../study-day.ts';
import { Comparison, type SchedulerComparison } from './comparison.ts';
import type { OtherRules } from './other-rules.ts';

export interface ComparisonOptions extends HistoryScope {
  /** Reads the events. */
  register: EventRegister;
  /** Reports from the study day of this moment on; what was answered before makes memories only. */
  since?: Date | undefined;
  /** In whose study days `since` counts. */
  timeZone: string;
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/**
 * What other rules would have made of the log's answers, beside the live ones. The database is only read. Rejects with
 * `class_not_found`, a LogGapError or an UnreadableEventError.
 */
export async function compareSchedulers(
  pool: Pool,
  rules: OtherRules,
  options: ComparisonOptions,
): Promise<SchedulerComparison> {
  const { since, timeZone, onProgress, signal } = options;
  const compare = async (tx: Tx): Promise<SchedulerComparison> => {
    // It holds no locks while a partition is simulated, which may take its time.
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    const plan = await planHistories(tx, options.register, options);
    const comparison = new Comparison(rules, {
      first: since ? dayNumber(studyDay(since.getTime(), timeZone)) : null,
      last: await lastStudyDay(tx, plan),
    });
    let read = 0;
    for await (const page of readHistories(tx, plan)) {
      signal?.throwIfAborted();
      comparison.take(page.events);
      if (page.isLast) await comparison.endPartition(tx);
      read += page.read;
      onProgress?.(read / plan.total);
    }
    return comparison.result();
  };
  // Not a snapshot, which would hold back the vacuum of live tables: what stands at a position never changes.
  return inTransaction(pool, compare, { mode: 'read only' });
}

/** The last day of the answers of a plan that stand, as a day number; 0 when there are none. */
async function lastStudyDay(tx: Tx, { ranges, students, scope }: HistoryPlan): Promise<number> {
  // By day, so that nothing is kept or sorted for each event: all answers, less those that were taken back.
  const { rows } = await tx.query<{ day: string }>(
    `/* lastStudyDay */ with read as not materialized (
       select e.* from unnest($1::smallint[], $2::bigint[]) r (partition, head)
       join events e on e.partition = r.partition and e.position <= r.head
     ), undone as (
       select distinct partition, student_id, (data->>'review')::uuid as id from read where type = 'CardReviewUndone'
     ), days as (
       select data->>'day' as day, count(*) as answers from read
       where type = 'CardReviewed' and ($3::integer[] is null or student_id = any ($3))
         and ($4::integer is null or data->'deck_id' = to_jsonb($4::integer))
       group by 1
       union all
       select e.data->>'day', -count(*) from undone join events e using (partition, student_id, id)
       where type = 'CardReviewed' and ($3::integer[] is null or student_id = any ($3))
         and ($4::integer is null or data->'deck_id' = to_jsonb($4::integer))
       group by 1
     )
     select day from days group by day having sum(answers) > 0 order by day desc limit 1`,
    [ranges.map(({ partition }) => partition), ranges.map(({ head }) => head), students, scope.deckId],
  );
  return dayNumber(rows[0]?.day ?? '1970-01-01');
}
