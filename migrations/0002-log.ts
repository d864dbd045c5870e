import { Migration } from '@mikro-orm/migrations';

/** The log, its append, and what projectors need to follow it. docs/log.md explains the design. */
export class Log extends Migration {
  override up(): void {
    // Half-empty pages and an eager vacuum: 16 rows that every append updates.
    this.addSql(`
      create table log_partitions (
        partition smallint primary key,
        head bigint not null default 0,
        epoch uuid not null default gen_random_uuid()
      ) with (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
      insert into log_partitions (partition) select generate_series(0, 15);

      create table events (
        partition smallint not null,
        position bigint not null,
        id uuid not null,
        student_id integer not null,
        type text not null,
        version smallint not null,
        data jsonb not null,
        data_hash bytea not null,
        occurred_at timestamptz not null,
        recorded_at timestamptz not null,
        primary key (partition, position),
        unique (student_id, id)
      );

      create table projection_checkpoints (
        projection text not null,
        partition smallint not null references log_partitions,
        position bigint not null default 0,
        primary key (projection, partition)
      ) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

      create table parked_events (
        projection text not null,
        partition smallint not null,
        position bigint not null,
        student_id integer not null,
        reason text not null,
        parked_at timestamptz not null default now(),
        primary key (projection, partition, position)
      );
      create index parked_events_student on parked_events (projection, student_id);`);

    // One statement takes the partitions' locks in ascending order (so two appends cannot deadlock), gives positions
    // head+1, head+2, … and moves the heads. The locks last until the statement's own commit, hence positions are
    // gapless and in commit order. The first try assumes that nothing is a repetition, which is nearly always so; a
    // repetition breaks the unique key, undoes that try, and the second one looks each event up first.
    this.addSql(`
      create function append_events(
        partitions smallint[], student_ids integer[], ids uuid[], types text[], versions smallint[],
        data jsonb, hashes text[], occurred timestamptz[]
      ) returns table (ord bigint, "position" bigint, outcome text)
      language plpgsql volatile
      set lock_timeout = '2s'
      as $$
      declare
        moment constant timestamptz := clock_timestamp();
        repeated boolean := false;
      begin
        if jsonb_array_length(data) <> any (array[cardinality(partitions), cardinality(student_ids),
          cardinality(ids), cardinality(types), cardinality(versions), cardinality(hashes), cardinality(occurred)])
        then
          raise exception 'events with missing or surplus values' using errcode = 'data_exception';
        end if;

        perform 1 from log_partitions p where p.partition = any (partitions)
          order by p.partition for no key update;

        begin
          with placed as (
            select i.*, p.head + row_number() over (partition by i.partition order by i.ord) as at
            from rows from (
              unnest(partitions), unnest(student_ids), unnest(ids), unnest(types), unnest(versions),
              jsonb_array_elements(data), unnest(hashes), unnest(occurred)
            ) with ordinality i (partition, student_id, id, type, version, data, hash, occurred_at, ord)
            join log_partitions p on p.partition = i.partition
          ), inserted as (
            insert into events
              (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
            select n.partition, n.at, n.id, n.student_id, n.type, n.version, n.data, decode(n.hash, 'hex'),
              n.occurred_at, moment
            from placed n order by n.partition, n.at
          )
          update log_partitions p set head = n.head
          from (select m.partition, max(m.at) as head from placed m group by m.partition) n
          where p.partition = n.partition;
        exception when unique_violation then
          repeated := true;
        end;

        -- Not within the block above: what it had returned would stay returned when it is undone.
        if not repeated then
          return query
            select i.ord, p.head - count(*) over (partition by i.partition)
              + row_number() over (partition by i.partition order by i.ord), 'new'
            from unnest(partitions) with ordinality i (partition, ord)
            join log_partitions p on p.partition = i.partition
            order by i.ord;
          return;
        end if;

        return query
          with item as (
            select *, first_value(i.ord) over same as first_ord, first_value(i.hash) over same as first_hash
            from rows from (
              unnest(partitions), unnest(student_ids), unnest(ids), unnest(types), unnest(versions),
              jsonb_array_elements(data), unnest(hashes), unnest(occurred)
            ) with ordinality i (partition, student_id, id, type, version, data, hash, occurred_at, ord)
            window same as (partition by i.student_id, i.id order by i.ord)
          ), known as (
            select i.*, e.position as stored_at, coalesce(encode(e.data_hash, 'hex'), i.first_hash) as stored_hash
            from item i left join events e on e.student_id = i.student_id and e.id = i.id
          ), placed as (
            select k.*, p.head + row_number() over (partition by k.partition order by k.ord) as at
            from known k join log_partitions p on p.partition = k.partition
            where k.stored_at is null and k.ord = k.first_ord
          ), inserted as (
            insert into events
              (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
            select n.partition, n.at, n.id, n.student_id, n.type, n.version, n.data, decode(n.hash, 'hex'),
              n.occurred_at, moment
            from placed n order by n.partition, n.at
          ), moved as (
            update log_partitions p set head = n.head
            from (select m.partition, max(m.at) as head from placed m group by m.partition) n
            where p.partition = n.partition
          )
          select k.ord, coalesce(k.stored_at, f.at),
            case when k.hash <> k.stored_hash then 'conflict'
                 when n.ord is null then 'duplicate' else 'new' end
          from known k
          left join placed n on n.ord = k.ord
          left join placed f on f.ord = k.first_ord
          order by k.ord;
      end $$;`);
  }
}
