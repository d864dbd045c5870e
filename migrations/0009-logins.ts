import { Migration } from '@mikro-orm/migrations';

/**
 * What has to be known of logins in every process: attempts that are counted, where an account has logged in from, and
 * tokens that were ended. Addresses and devices are kept as keyed digests only, and for a limited time.
 */
export class Logins extends Migration {
  override up(): void {
    this.addSql(`
      -- Lost when the database crashes, which gives a guesser ten more tries and saves a write to disk for each login.
      create unlogged table login_attempts (
        place bytea primary key,
        attempts integer not null,
        ends_at timestamptz not null
      );
      create index login_attempts_end on login_attempts (ends_at);

      create table login_places (
        user_id integer not null references users on delete cascade,
        kind text not null check (kind in ('device', 'address')),
        place bytea not null,
        seen_at timestamptz not null default now(),
        primary key (user_id, place)
      );
      create index login_places_seen on login_places (seen_at);

      create table ended_tokens (
        user_id integer not null references users on delete cascade,
        token_id text not null,
        ends_at timestamptz not null,
        primary key (user_id, token_id)
      );
      create index ended_tokens_end on ended_tokens (ends_at);`);

    // API processes keep an account together with its ended tokens.
    this.addSql(`
      create function announce_ended_token() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'users:' || new.user_id);
        return null;
      end $$;
      create trigger announce_ended_token after insert on ended_tokens
        for each row execute function announce_ended_token();`);
  }
}
