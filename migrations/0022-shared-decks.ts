import { Migration } from '@mikro-orm/migrations';

/** Decks that are shared with colleagues, and those that were handed over. */
export class SharedDecks extends Migration {
  override up(): void {
    this.addSql(`
      create table deck_shares (
        deck_id integer not null references decks on delete cascade,
        teacher_id integer not null references users on delete cascade,
        may text not null check (may in ('use', 'edit')),
        shared_by integer references users on delete set null,
        shared_at timestamptz not null default now(),
        primary key (deck_id, teacher_id)
      );
      create index deck_shares_teacher on deck_shares (teacher_id);
      create index deck_shares_by on deck_shares (shared_by);

      alter table decks add column received_from integer references users on delete set null,
        add column received_at timestamptz;
      create index decks_received on decks (received_from) where received_from is not null;`);

    // What API processes keep of a deck says who may use and edit it.
    this.addSql(`
      create function announce_deck_share() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'decks:' || coalesce(new.deck_id, old.deck_id));
        return null;
      end $$;
      create trigger announce_change after insert or update or delete on deck_shares
        for each row execute function announce_deck_share();`);
  }
}
