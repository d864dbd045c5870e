import { Migration } from '@mikro-orm/migrations';

/** Figures that are still to be computed again, and on which timeline of Postgres the log is. */
export class GatheringsAndTimeline extends Migration {
  override up(): void {
    // Of which students, since a class's decks have changed. Without foreign keys: of a class that is gone, the rows are
    // still to be removed.
    this.addSql(`
      create table class_gatherings (
        class_id integer not null,
        student_id integer not null,
        partition smallint not null,
        primary key (class_id, student_id)
      );`);

    this.addSql(`
      create table log_timeline (
        is_only boolean primary key default true check (is_only),
        timeline integer not null,
        -- Null while it is the first.
        changed_at timestamptz
      );

      -- With its owner's rights: nobody else may give the log another epoch.
      create function follow_timeline() returns table (before integer, after integer, events bigint)
      language plpgsql volatile security definer
      set search_path = public, pg_temp
      as $$
      begin
        if current_setting('transaction_read_only')::boolean then return; end if;
        after := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
        insert into log_timeline (timeline) select after where not exists (select from log_timeline)
          on conflict do nothing;
        if exists (select from log_timeline where timeline = after) then return; end if;

        -- As an append does; one that waits for it has its position in the next epoch.
        perform from log_partitions order by partition for no key update;
        select timeline into before from log_timeline for update;
        -- Another process was first.
        if before = after then return; end if;
        update log_timeline set timeline = after, changed_at = now();
        update log_partitions set epoch = gen_random_uuid();
        perform pg_notify('changed', 'everything');
        select sum(head) into events from log_partitions;
        return next;
      end $$;`);
  }
}
