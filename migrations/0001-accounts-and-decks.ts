import { Migration } from '@mikro-orm/migrations';

/** Users, the site's settings, decks, cards, and each student's daily limits. */
export class AccountsAndDecks extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id integer generated always as identity primary key,
        name text not null,
        email text not null,
        password_hash text not null,
        role text not null check (role in ('student', 'teacher', 'admin')),
        time_zone text not null,
        token_version integer not null default 0,
        created_at timestamptz not null default now()
      );
      create unique index users_email on users (lower(email));

      create table site_settings (
        id boolean primary key default true check (id),
        title text not null default 'Nhớ',
        logo_file text
      );
      insert into site_settings default values;

      create table decks (
        id integer generated always as identity primary key,
        user_id integer not null references users,
        title text not null,
        description text,
        display_back_first boolean not null default false,
        is_official boolean not null default false,
        official_button_label text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index decks_user on decks (user_id);
      create index decks_official on decks (id) where is_official;

      create table cards (
        id integer generated always as identity primary key,
        deck_id integer not null references decks on delete cascade,
        ordinal integer not null,
        front text not null,
        back text not null,
        example_sentence text,
        definition text,
        part_of_speech text,
        level text,
        audio_file text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index cards_deck_order on cards (deck_id, ordinal);

      create table deck_settings (
        student_id integer not null references users on delete cascade,
        deck_id integer not null references decks on delete cascade,
        new_cards_per_day integer not null check (new_cards_per_day >= 0),
        max_cards_per_day integer not null check (max_cards_per_day >= new_cards_per_day * 10),
        primary key (student_id, deck_id)
      );`);

    // API processes keep users, decks and cards they authorise with in memory. Whoever changes one, with whatever
    // program, tells them by NOTIFY when the change commits.
    this.addSql(`
      create function announce_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', tg_table_name || ':' || old.id);
        return null;
      end $$;
      create trigger announce_change after update or delete on users for each row execute function announce_change();
      create trigger announce_change after update or delete on decks for each row execute function announce_change();
      create trigger announce_change after delete on cards for each row execute function announce_change();`);
  }
}
