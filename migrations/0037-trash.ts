import { Migration } from '@mikro-orm/migrations';

/**
 * Deleted decks and cards, as the rows that they were, with what hung on them. They lie beside the tables of what there
 * is, so that nothing that reads those can see them.
 */
export class Trash extends Migration {
  override up(): void {
    this.addSql(`
      create table trashed_decks (
        id integer primary key,
        owner_id integer not null references users on delete cascade,
        -- Whose trash it is in; null: the administrators'.
        keeper_id integer references users on delete cascade,
        deleted_by integer references users on delete set null,
        deleted_at timestamptz not null,
        -- As JSON, so that columns that are added later are kept as well.
        "row" jsonb not null
      );
      create index trashed_decks_owner on trashed_decks (owner_id);
      create index trashed_decks_keeper on trashed_decks (keeper_id);
      create index trashed_decks_deleter on trashed_decks (deleted_by);

      create table trashed_cards (
        id integer primary key,
        deck_id integer references decks on delete cascade,
        -- When the deck is in the trash itself.
        trashed_deck_id integer references trashed_decks on delete cascade,
        cause text not null check (cause in ('deleted', 'moved', 'import', 'undone', 'deck')),
        deleted_by integer references users on delete set null,
        deleted_at timestamptz not null,
        "row" jsonb not null,
        -- The keys of its audio and pictures in the storage.
        files text[] not null,
        check (num_nonnulls(deck_id, trashed_deck_id) = 1)
      );
      create index trashed_cards_deck on trashed_cards (deck_id, deleted_at);
      create index trashed_cards_trashed_deck on trashed_cards (trashed_deck_id);
      create index trashed_cards_deleter on trashed_cards (deleted_by);
      create index trashed_cards_files on trashed_cards using gin (files);

      -- What hung on them: rows of other tables, each of which goes with the person whose it is.
      create table trashed_rows (
        id bigint generated always as identity primary key,
        deck_id integer references trashed_decks on delete cascade,
        card_id integer references trashed_cards on delete cascade,
        person_id integer references users on delete cascade,
        table_name text not null,
        "row" jsonb not null,
        check (num_nonnulls(deck_id, card_id) = 1)
      );
      create index trashed_rows_deck on trashed_rows (deck_id) where deck_id is not null;
      create index trashed_rows_card on trashed_rows (card_id) where card_id is not null;
      create index trashed_rows_person on trashed_rows (person_id) where person_id is not null;`);
  }
}
