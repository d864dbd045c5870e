import { Migration } from '@mikro-orm/migrations';

/**
 * The partition of a student's events stands in the keys of all rows that are projected from them. So whatever is read or
 * written for one student lies in one partition, beside the events.
 */
export class PartitionsOfRows extends Migration {
  override up(): void {
    // Batches of earlier versions end before it.
    this.addSql('select from projection_checkpoints order by projection, partition for update');
    // Computed by the rewrite itself; from then on it is written like any other column.
    const keys = {
      review_schedule: 'partition, student_id, card_id',
      scheduler_weights: 'partition, student_id',
      card_answers: 'partition, student_id, card_id',
      deck_stats: 'partition, student_id, deck_id, day',
      study_clocks: 'partition, student_id',
      recall_days: 'partition, student_id, day',
      // A class is read by its days, an exam as a whole.
      class_progress: 'class_id, day, partition, student_id',
      class_progress_months: 'class_id, month, partition, student_id',
      exam_results: 'exam_id, partition, student_id',
    };
    for (const [table, key] of Object.entries(keys))
      this.addSql(`
        alter table ${table}
          add column partition smallint not null generated always as (partition_of(student_id)) stored;
        alter table ${table} alter column partition drop expression,
          drop constraint ${table}_pkey, add primary key (${key});`);

    this.addSql(`
      drop index review_schedule_due, review_schedule_of_another_meaning, parked_events_student, events_erased;
      create index review_schedule_due on review_schedule (partition, student_id, deck_id, due_day);
      create index review_schedule_of_another_meaning on review_schedule (partition, student_id, deck_id)
        where meaning > 1;
      create index parked_events_student on parked_events (projection, partition, student_id);
      create index events_erased on events (partition, student_id) where type = 'StudentErased';

      -- A student is of one partition: of rows of a student there are no fewer in it.
      create statistics review_schedule_students (dependencies) on partition, student_id from review_schedule;
      create statistics card_answers_students (dependencies) on partition, student_id from card_answers;
      create statistics deck_stats_students (dependencies) on partition, student_id from deck_stats;
      create statistics recall_days_students (dependencies) on partition, student_id from recall_days;
      create statistics events_students (dependencies) on partition, student_id from events;`);

    this.addSql(`
      create or replace function refuse_events_of_erased() returns trigger language plpgsql as $$
      begin
        if exists (
          select from events x join added a
            on a.partition = x.partition and a.student_id = x.student_id and a.position > x.position
          where x.type = 'StudentErased') then
          raise exception 'a student of these events is erased' using errcode = 'NH001';
        end if;
        return null;
      end $$;

      create or replace view standing_reviews as
        select e.partition, e.position, e.id, e.student_id, (e.data ->> 'deck_id')::integer as deck_id,
          (e.data ->> 'card_id')::integer as card_id, (e.data ->> 'rating')::smallint as rating,
          e.data ->> 'card_type' as card_type, (e.data ->> 'first_status')::smallint as first_status,
          (e.data ->> 'tries')::integer as tries, (e.data ->> 'time_spent')::integer as time_spent,
          (e.data ->> 'day')::date as day, e.occurred_at, e.recorded_at,
          case when e.version >= 2 then coalesce(e.data ->> 'typed', 'none') end as typed,
          case when e.version >= 2 then coalesce(e.data ->> 'asked', 'front') end as asked,
          case when e.version >= 2 then coalesce(e.data ->> 'mode', 'session') end as mode,
          (e.data ->> 'card_version')::integer as card_version, (e.data ->> 'think_ms')::integer as think_ms,
          coalesce((e.data ->> 'meaning')::integer, 1) as meaning
        from events e
        where e.type = 'CardReviewed' and not exists (
          select from events u where u.type = 'CardReviewUndone' and u.partition = e.partition
            and u.student_id = e.student_id and (u.data ->> 'review')::uuid = e.id and u.position > e.position)
          and not exists (select from events x where x.type = 'StudentErased' and x.partition = e.partition
            and x.student_id = e.student_id);`);
  }
}
