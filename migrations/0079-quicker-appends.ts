import { Migration } from '@mikro-orm/migrations';

/**
 * An append takes a quarter less of the processor. The program says which of its partition's events each one is, so that
 * no statement has to number them, and gets one row back. The locks that came before the function are taken in it.
 */
export class QuickerAppends extends Migration {
  override up(): void {
    // One call takes the partitions' locks in ascending order (so two appends cannot deadlock), gives the positions
    // head+1, head+2, … and moves the heads. The locks last until the statement's own commit, hence positions are gapless
    // and in commit order. The first try assumes that nothing is a repetition, which is nearly always so; a repetition
    // breaks the unique key, undoes that try, and the second one looks each event up first.
    //
    // Those with the same line wait for one another first: that is no reason for impatience. Without a generic plan some
    // of these statements are planned for each call, which takes longer than they do.
    this.addSql(`
      create function append_events(
        partitions smallint[], student_ids integer[], ids uuid[], types text[], versions smallint[],
        data jsonb, hashes text[], occurred timestamptz[], places integer[], patience text, line integer
      ) returns table (locked smallint[], heads bigint[], epochs text[], positions bigint[], outcomes text[])
      language plpgsql volatile
      set plan_cache_mode = force_generic_plan
      as $$
      declare
        moment constant timestamptz := clock_timestamp();
        repeated boolean := false;
        done text;
      begin
        if jsonb_array_length(data) <> any (array[cardinality(partitions), cardinality(student_ids), cardinality(ids),
          cardinality(types), cardinality(versions), cardinality(hashes), cardinality(occurred), cardinality(places)])
        then
          raise exception 'events with missing or surplus values' using errcode = 'data_exception';
        end if;

        if line is not null then
          done := set_config('lock_timeout', '2s', true);
          done := pg_advisory_xact_lock(hashtext('nho append'), line)::text;
        end if;
        done := set_config('lock_timeout', patience, true);
        select array_agg(h.partition), array_agg(h.head), array_agg(h.epoch) into locked, heads, epochs from (
          select p.partition, p.head, left(p.epoch::text, 8) as epoch from log_partitions p
          where p.partition = any (partitions) order by p.partition for no key update) h;

        begin
          insert into events
            (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
          select i.partition, heads[array_position(locked, i.partition)] + i.place, i.id, i.student_id, i.type, i.version,
            i.data, decode(i.hash, 'hex'), i.occurred_at, moment
          from rows from (
            unnest(partitions), unnest(student_ids), unnest(ids), unnest(types), unnest(versions),
            jsonb_array_elements(data), unnest(hashes), unnest(occurred), unnest(places)
          ) i (partition, student_id, id, type, version, data, hash, occurred_at, place)
          order by 1, 2;

          update log_partitions p set head = p.head + n.count
          from (select i.partition, count(*) from unnest(partitions) i (partition) group by i.partition) n
          where p.partition = n.partition;
        exception when unique_violation then
          repeated := true;
        end;

        if repeated then
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
          select array_agg(coalesce(k.stored_at, f.at) order by k.ord),
            array_agg(case when k.hash <> k.stored_hash then 'conflict'
                           when n.ord is null then 'duplicate' else 'new' end order by k.ord)
          into positions, outcomes
          from known k
          left join placed n on n.ord = k.ord
          left join placed f on f.ord = k.first_ord;
        end if;
        return next;
      end $$;`);

    // As programs before this one call it, which may still be at work.
    this.addSql(`
      create or replace function append_events(
        partitions smallint[], student_ids integer[], ids uuid[], types text[], versions smallint[],
        data jsonb, hashes text[], occurred timestamptz[]
      ) returns table (ord bigint, "position" bigint, outcome text)
      language plpgsql volatile
      set lock_timeout = '2s'
      as $$
      begin
        return query
          with item as (
            select i.partition, i.ord, row_number() over (partition by i.partition order by i.ord) as place
            from unnest(partitions) with ordinality i (partition, ord)
          )
          select i.ord,
            coalesce(a.positions[i.ord], a.heads[array_position(a.locked, i.partition)] + i.place),
            coalesce(a.outcomes[i.ord], 'new')
          from append_events(partitions, student_ids, ids, types, versions, data, hashes, occurred,
            array(select n.place::integer from item n order by n.ord), '2s', null) a cross join item i
          order by i.ord;
      end $$;`);
  }
}
