import { Migration } from '@mikro-orm/migrations';

/** A code for each class that has none. */
export class CodesOfClasses extends Migration {
  override up(): void {
    // It stays ended where the class is archived, and where a teacher has ended it.
    this.addSql(`
      do $$
      declare
        letters constant text := 'ABCDEFGHJKMNPQRSTUVWXYZ';
        coming record;
      begin
        for coming in
          select c.id, case when c.archived_at is not null
              or exists (select from acts a where a.class_id = c.id and a.act = 'class.code_ended')
            then now() else now() + interval '300 days' end as ends_at
          from classes c where not exists (select from class_codes k where k.class_id = c.id)
        loop
          -- Until no other class has it.
          loop
            insert into class_codes (class_id, code, ends_at)
            select coming.id,
              string_agg(substr(letters, 1 + get_byte(chance.bytes, place) % 23, 1), '' order by place),
              coming.ends_at
            from (select uuid_send(gen_random_uuid()) as bytes) chance, generate_series(0, 5) place
            on conflict (code) do nothing;
            exit when found;
          end loop;
        end loop;
      end $$;`);
  }
}
