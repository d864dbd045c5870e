import { Migration } from '@mikro-orm/migrations';

/** What people see and change of their own account: where it is logged in, language, time zone and keys. */
export class OwnAccount extends Migration {
  override up(): void {
    // Tokens of before have no row; they stay good until they end.
    this.addSql(`
      create table sessions (
        id integer generated always as identity primary key,
        user_id integer not null references users on delete cascade,
        token_id text not null unique,
        begun_at timestamptz not null default now(),
        seen_at timestamptz not null default now(),
        ends_at timestamptz not null,
        browser text,
        system text
      );
      create index sessions_user on sessions (user_id, seen_at, id);
      create index sessions_end on sessions (ends_at);`);
    // Whoever raises the version, in whatever statement, ends every session.
    this.addSql(`
      create function forget_sessions() returns trigger language plpgsql as $$
      begin
        delete from sessions where user_id = new.id;
        return null;
      end $$;
      create trigger forget_sessions after update of token_version on users for each row
        when (old.token_version <> new.token_version) execute function forget_sessions();`);
    this.addSql(`
      alter table users
        add column if not exists language text check (language in ('vi', 'en')),
        add column time_zone_chosen boolean not null default false,
        add column letter_keys boolean not null default true;`);
  }
}
