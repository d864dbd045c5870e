import { Migration } from '@mikro-orm/migrations';

/** Letters by e-mail, the links in them, and whether an address was confirmed by one. */
export class Letters extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        -- In which somebody wants to read; null until they have chosen one.
        add column language text check (language in ('vi', 'en')),
        -- When the owner of the address was seen to be the owner of the account.
        add column email_confirmed_at timestamptz;`);

    this.addSql(`
      -- What is to be sent. A row is gone once its letter is, or was given up.
      create table letters (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('new_password', 'confirm_email', 'email_changed')),
        user_id integer not null references users on delete cascade,
        address text not null,
        -- Of the page that asked for it, for who has not chosen a language.
        language text check (language in ('vi', 'en')),
        created_at timestamptz not null default now(),
        tries integer not null default 0,
        next_try_at timestamptz not null default now()
      );
      create index letters_next_try on letters (next_try_at);

      -- A link of a letter, of which only the digest is kept: who reads the database cannot follow it.
      create table letter_links (
        digest bytea primary key,
        kind text not null check (kind in ('new_password', 'confirm_email')),
        user_id integer not null references users on delete cascade,
        address text not null,
        ends_at timestamptz not null,
        -- A newer link of the same kind ends the one before.
        unique (user_id, kind)
      );
      create index letter_links_end on letter_links (ends_at);`);
  }
}
