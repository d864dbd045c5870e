import { Migration } from '@mikro-orm/migrations';

/**
 * Where the log lies on several servers, an append takes all partitions of a shard, since they are on one server. Its first
 * argument names any of them. Partitions of several shards are refused there, by what locks them.
 */
export class AppendOfAShard extends Migration {
  override up(): void {
    // As before, but for the partitions that may be beside the first argument.
    this.addSql(`
      create or replace function append_events(
        only_in smallint, partitions smallint[], student_ids integer[], ids uuid[], types text[], versions smallint[],
        data jsonb, hashes text[], occurred timestamptz[], places integer[], patience text, line integer
      ) returns table (locked smallint[], heads bigint[], epochs text[], positions bigint[], outcomes text[])
      language plpgsql volatile
      set plan_cache_mode = force_generic_plan
      as $$
      declare
        moment constant timestamptz := clock_timestamp();
        repeated boolean := false;
        done text;
        known jsonb;
        fresh integer[] := '{}';
        before jsonb;
        one text;
        at integer;
        counts bigint[];
      begin
        if jsonb_array_length(data) <> any (array[cardinality(partitions), cardinality(student_ids), cardinality(ids),
          cardinality(types), cardinality(versions), cardinality(hashes), cardinality(occurred), cardinality(places)])
          or only_in <> all (partitions)
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

        if exists (select from events x where x.partition = any (partitions) and x.student_id = any (student_ids)
          and x.type = 'StudentErased')
        then
          repeated := true;
        else
          begin
            insert into events
              (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
            select i.partition, heads[array_position(locked, i.partition)] + i.place, i.id, i.student_id, i.type,
              i.version, i.data, decode(i.hash, 'hex'), i.occurred_at, moment
            from rows from (
              unnest(partitions), unnest(student_ids), unnest(ids), unnest(types), unnest(versions),
              jsonb_array_elements(data), unnest(hashes), unnest(occurred), unnest(places)
            ) i (partition, student_id, id, type, version, data, hash, occurred_at, place)
            order by 1, 2;

            update log_partitions p set head = p.head + n.count
            from (select i.partition, count(*) from unnest(partitions) i (partition) group by i.partition) n
            where p.partition = n.partition and p.partition = any (partitions);
          exception when unique_violation then
            repeated := true;
          end;
        end if;

        if repeated then
          select coalesce(jsonb_object_agg(e.partition || ' ' || e.student_id || ' ' || e.id,
            jsonb_build_array(e.position, encode(e.data_hash, 'hex'))), '{}') into known
          from events e where e.partition = any (partitions) and e.student_id = any (student_ids) and e.id = any (ids);
          counts := array_fill(0::bigint, array[cardinality(locked)]);
          for n in 1 .. cardinality(ids) loop
            one := partitions[n] || ' ' || student_ids[n] || ' ' || ids[n];
            before := known -> one;
            if before is null then
              at := array_position(locked, partitions[n]);
              counts[at] := counts[at] + 1;
              positions[n] := heads[at] + counts[at];
              outcomes[n] := 'new';
              fresh := fresh || n;
              known := known || jsonb_build_object(one, jsonb_build_array(positions[n], hashes[n]));
            else
              positions[n] := before ->> 0;
              outcomes[n] := case when before ->> 1 = hashes[n] then 'duplicate' else 'conflict' end;
            end if;
          end loop;

          if exists (select from events x where x.partition = any (partitions) and x.type = 'StudentErased'
            and x.student_id = any (array(select student_ids[n] from unnest(fresh) n)))
          then
            raise exception 'a student of these events is erased' using errcode = 'NH001';
          end if;

          insert into events
            (partition, position, id, student_id, type, version, data, data_hash, occurred_at, recorded_at)
          select partitions[n], positions[n], ids[n], student_ids[n], types[n], versions[n], data -> (n - 1),
            decode(hashes[n], 'hex'), occurred[n], moment
          from unnest(fresh) n order by 1, 2;

          update log_partitions p set head = p.head + counts[array_position(locked, p.partition)]
          where p.partition = any (partitions);
        end if;
        return next;
      end $$`);
  }
}
