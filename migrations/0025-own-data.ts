import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts that are to be deleted, files of own data, and the end of a student in the log: a new type of event, which workers of
 * earlier versions are not to park.
 */
export class OwnData extends Migration {
  override up(): void {
    // Batches of earlier versions end before it.
    this.addSql('select from projection_checkpoints order by projection, partition for update');
    this.addSql(`
      alter table users
        -- From then on the account is erased.
        add column delete_at timestamptz,
        -- Who wanted it: the person, the administrator, or a rule of how long accounts are kept.
        add column delete_reason text check (delete_reason in ('own', 'administrator', 'unseen', 'disabled')),
        add constraint users_delete check ((delete_at is null) = (delete_reason is null));
      create index users_delete_at on users (delete_at) where delete_at is not null;

      alter table site_settings
        -- Null: accounts are kept however long nobody is seen.
        add column delete_unseen_years smallint check (delete_unseen_years between 1 and 10),
        add column delete_disabled_months smallint check (delete_disabled_months between 1 and 60);

      create table own_data_files (
        id integer generated always as identity primary key,
        user_id integer not null references users on delete cascade,
        status text not null default 'queued'
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        percent smallint not null default 0,
        -- In the storage, from when it is begun.
        file_key text not null default 'own-data/' || gen_random_uuid() || '.json',
        bytes bigint,
        cancel_requested boolean not null default false,
        attempts smallint not null default 0,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create unique index own_data_files_open on own_data_files (user_id) where status in ('queued', 'running');
      create index own_data_files_user on own_data_files (user_id, id);`);

    // Few, and asked for whenever events are appended.
    this.addSql(`
      create index events_erased on events (student_id) where type = 'StudentErased';

      -- What was on its way when a student was erased, or comes later, is no part of the log. The partition is locked by then.
      create function refuse_events_of_erased() returns trigger language plpgsql as $$
      begin
        if exists (
          select from events x join added a on a.student_id = x.student_id and a.position > x.position
          where x.type = 'StudentErased') then
          raise exception 'a student of these events is erased' using errcode = 'NH001';
        end if;
        return null;
      end $$;
      create trigger refuse_events_of_erased after insert on events
        referencing new table as added for each statement execute function refuse_events_of_erased();

      create or replace view standing_reviews as
        select e.partition, e.position, e.id, e.student_id, (e.data ->> 'deck_id')::integer as deck_id,
          (e.data ->> 'card_id')::integer as card_id, (e.data ->> 'rating')::smallint as rating,
          e.data ->> 'card_type' as card_type, (e.data ->> 'first_status')::smallint as first_status,
          (e.data ->> 'tries')::integer as tries, (e.data ->> 'time_spent')::integer as time_spent,
          (e.data ->> 'day')::date as day, e.occurred_at, e.recorded_at,
          case when e.version >= 2 then coalesce(e.data ->> 'typed', 'none') end as typed,
          case when e.version >= 2 then coalesce(e.data ->> 'asked', 'front') end as asked,
          case when e.version >= 2 then coalesce(e.data ->> 'mode', 'session') end as mode,
          (e.data ->> 'card_version')::integer as card_version, (e.data ->> 'think_ms')::integer as think_ms
        from events e
        where e.type = 'CardReviewed' and not exists (
          select from events u where u.type = 'CardReviewUndone' and u.partition = e.partition
            and u.student_id = e.student_id and (u.data ->> 'review')::uuid = e.id and u.position > e.position)
          and not exists (select from events x where x.type = 'StudentErased' and x.student_id = e.student_id);`);
  }
}
