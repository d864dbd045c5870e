import { Migration } from '@mikro-orm/migrations';

/** A new epoch is given partition by partition: they may lie on several servers, and each is then locked by itself. */
export class TimelineOverServers extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function follow_timeline() returns table (before integer, after integer, events bigint)
      language plpgsql volatile security definer
      set search_path = public, pg_temp
      as $$
      declare
        every smallint[];
        one smallint;
        its_epoch uuid;
      begin
        if current_setting('transaction_read_only')::boolean then return; end if;
        after := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
        insert into log_timeline (timeline) select after where not exists (select from log_timeline)
          on conflict do nothing;
        if exists (select from log_timeline where timeline = after) then return; end if;

        -- As an append does; one that waits for it has its position in the next epoch.
        select array_agg(p.partition order by p.partition) into every from log_partitions p;
        foreach one in array every loop
          perform from log_partitions p where p.partition = one for no key update;
        end loop;
        select timeline into before from log_timeline for update;
        -- Another process was first.
        if before = after then return; end if;
        update log_timeline set timeline = after, changed_at = now();
        foreach one in array every loop
          its_epoch := gen_random_uuid();
          update log_partitions p set epoch = its_epoch where p.partition = one;
        end loop;
        perform announce('everything');
        select sum(head) into events from log_partitions;
        return next;
      end $$;`);
  }
}
