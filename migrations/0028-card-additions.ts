import { Migration } from '@mikro-orm/migrations';

/** Cards that were added together. */
export class CardAdditions extends Migration {
  override up(): void {
    // By the client's key: sent again, nothing is added twice, and for a day the whole is taken back.
    this.addSql(`
      create table card_additions (
        key uuid primary key,
        deck_id integer not null references decks on delete cascade,
        adder_id integer not null references users on delete cascade,
        content bytea not null,
        card_ids integer[] not null,
        added_at timestamptz not null,
        undone_at timestamptz
      );
      create index card_additions_deck on card_additions (deck_id);
      create index card_additions_adder on card_additions (adder_id);`);
  }
}
