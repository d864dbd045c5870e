import { Migration } from '@mikro-orm/migrations';

/** What a check has read, card by card, and what was mended in it before it comes. */
export class CheckedCards extends Migration {
  override up(): void {
    this.addSql(`
      -- Until the import is confirmed, or its files go.
      create table deck_import_cards (
        import_id integer not null references deck_imports on delete cascade,
        "row" integer not null,
        -- As the file has it: its values, and what a side without text has instead.
        card jsonb not null,
        problems jsonb not null,
        is_wrong boolean not null,
        primary key (import_id, "row")
      );
      create index deck_import_cards_wrong on deck_import_cards (import_id, "row") where is_wrong;

      -- Until the import has ended, or its files go.
      create table deck_import_mends (
        import_id integer not null references deck_imports on delete cascade,
        "row" integer not null,
        -- Texts by their fields, in place of those of the file.
        texts jsonb not null default '{}',
        is_left_out boolean not null default false,
        primary key (import_id, "row")
      );

      -- True when something was mended since the check: its figures are of before.
      alter table deck_imports add column needs_check boolean not null default false;`);
  }
}
