import { Migration } from '@mikro-orm/migrations';

/**
 * Weights of students' own, as the log says; which cards were studied on a day, kept with that day's work; the answers that
 * stand; verifications and rebuilds of projections.
 */
export class LogRuns extends Migration {
  override up(): void {
    this.addSql(`
      create table scheduler_weights (
        student_id integer primary key,
        weights double precision[] not null
      );

      drop table studied_cards;
      alter table deck_stats add card_ids integer[];
      update deck_stats s set card_ids = studied.card_ids from (
        select e.student_id, (e.data ->> 'deck_id')::integer as deck_id, (e.data ->> 'day')::date as day,
          array_agg(distinct (e.data ->> 'card_id')::integer) as card_ids
        from events e join projection_checkpoints c on c.projection = 'deck_stats' and c.partition = e.partition
        where e.type = 'CardReviewed' and e.position <= c.position and not exists (
          select from parked_events p where p.projection = 'deck_stats' and p.partition = e.partition
            and p.position = e.position)
        group by 1, 2, 3
      ) studied
      where (s.student_id, s.deck_id, s.day) = (studied.student_id, studied.deck_id, studied.day);
      alter table deck_stats drop cards, alter card_ids set not null;
      alter table deck_stats add cards integer not null generated always as (cardinality(card_ids)) stored;

      -- For analysts: what students have answered and not taken back.
      create view standing_reviews as
        select e.partition, e.position, e.id, e.student_id, (e.data ->> 'deck_id')::integer as deck_id,
          (e.data ->> 'card_id')::integer as card_id, (e.data ->> 'rating')::smallint as rating,
          e.data ->> 'card_type' as card_type, (e.data ->> 'first_status')::smallint as first_status,
          (e.data ->> 'tries')::integer as tries, (e.data ->> 'time_spent')::integer as time_spent,
          (e.data ->> 'day')::date as day, e.occurred_at, e.recorded_at
        from events e
        where e.type = 'CardReviewed' and not exists (
          select from events u where u.type = 'CardReviewUndone' and u.student_id = e.student_id
            and (u.data ->> 'review')::uuid = e.id and u.position > e.position);

      create table log_runs (
        id integer generated always as identity primary key,
        kind text not null check (kind in ('verify', 'rebuild')),
        status text not null default 'queued'
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        projections text[] not null,
        percent smallint not null default 0,
        differences integer,
        rows jsonb not null default '[]',
        is_nightly boolean not null default false,
        cancel_requested boolean not null default false,
        attempts smallint not null default 0,
        failure text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create unique index log_runs_open on log_runs ((true)) where status in ('queued', 'running');`);
  }
}
