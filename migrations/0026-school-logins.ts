import { Migration } from '@mikro-orm/migrations';

/** Logging in with the school's own accounts. */
export class SchoolLogins extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        add column if not exists email_confirmed_at timestamptz,
        -- Who came by the school's login has no password until they choose one.
        alter column password_hash drop not null;

      -- Which account somebody has who logs in at the school: one each.
      create table school_logins (
        issuer text not null,
        subject text not null,
        user_id integer not null unique references users on delete cascade,
        email text,
        connected_at timestamptz not null default now(),
        primary key (issuer, subject)
      );

      -- Ways to the school's login and back. What opens a row is known to one browser alone; here is its digest.
      create table school_visits (
        secret bytea primary key,
        -- Who is logged in and connects their account; null for who logs in.
        user_id integer references users on delete cascade,
        next text,
        -- Who the school says it is; null while the person is away.
        identity jsonb,
        -- They were asked something, and have more time.
        asked boolean not null default false,
        ends_at timestamptz not null
      );
      create index school_visits_ends on school_visits (ends_at);
      create index school_visits_user on school_visits (user_id) where user_id is not null;`);
  }
}
