import { Migration } from '@mikro-orm/migrations';

/**
 * An event's key names its partition, so that each partition's part of the log stands by itself. Look-ups of a student's
 * events name it as well.
 */
export class LogKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table events drop constraint events_student_id_id_key,
        add constraint events_key unique (partition, student_id, id);

      -- For analysts: as partitionOf in core/log/position.ts.
      create function partition_of(student_id integer) returns smallint
      language sql immutable strict parallel safe
      return (((student_id::bigint * 2654435761) & 4294967295) >> 28)::smallint;`);

    // As it was made with the log, but for the key.
    this.addSql(`
      create or replace function append_events(
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
            window same as (partition by i.partition, i.student_id, i.id order by i.ord)
          ), known as (
            select i.*, e.position as stored_at, coalesce(encode(e.data_hash, 'hex'), i.first_hash) as stored_hash
            from item i
            left join events e on e.partition = i.partition and e.student_id = i.student_id and e.id = i.id
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

    this.addSql(`
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
            and u.student_id = e.student_id and (u.data ->> 'review')::uuid = e.id and u.position > e.position);`);
  }
}
