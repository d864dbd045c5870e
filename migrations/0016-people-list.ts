import { Migration } from '@mikro-orm/migrations';

/** The administrator's list of people: when somebody was last here, and names that are found without tone marks. */
export class PeopleList extends Migration {
  override up(): void {
    // Stored, and compared byte by byte: a search looks at every person, and folding each name would take longer than that.
    this.addSql(`
      alter table users
        add column seen_at timestamptz,
        add column search_text text collate "C" not null generated always as (
          lower(translate(regexp_replace(
            normalize(name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(user_name, ''), NFD),
            '[\\u0300-\\u036f]', '', 'g'), 'Đđ', 'dd'))) stored;`);
    this.addSql(`
      create index users_by_name on users
        ((substring(name from '\\S+\\s*$')) collate "vi-x-icu", name collate "vi-x-icu", id);
      create index users_by_seen on users ((coalesce(seen_at, '1970-01-01 00:00:00+00'::timestamptz)), id);
      create index users_by_made on users (created_at, id);
      create index users_administrators on users (id) where role = 'admin';
      create index class_members_by_student on class_members (student_id);
      create index acts_at on acts (at);`);
    // That somebody was here changes nothing of what is known of them; who reads accounts need not hear of it.
    this.addSql(`
      drop trigger announce_change on users;
      create trigger announce_change after delete on users for each row execute function announce_change();
      create trigger announce_update after update on users for each row
        when (to_jsonb(old) - 'seen_at' is distinct from to_jsonb(new) - 'seen_at')
        execute function announce_change();`);
  }
}
