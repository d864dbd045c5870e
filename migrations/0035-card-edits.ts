import { Migration } from '@mikro-orm/migrations';

/** Tags, and what was done to many cards at once. */
export class CardEdits extends Migration {
  override up(): void {
    this.addSql(`
      alter table cards add tags text[] not null default '{}';
      alter table decks add tags text[] not null default '{}';`);
    // By the client's key: sent again, nothing is done twice, and for a day the whole is undone. What undoes it is rows of
    // cards as JSON, so that columns that are added later are kept as well.
    this.addSql(`
      create table card_edits (
        key uuid primary key,
        deck_id integer not null references decks on delete cascade,
        to_deck_id integer references decks on delete cascade,
        editor_id integer not null references users on delete cascade,
        content bytea not null,
        act text not null,
        cards integer not null,
        trace jsonb not null,
        made_at timestamptz not null,
        undone_at timestamptz
      );
      create index card_edits_deck on card_edits (deck_id);
      create index card_edits_to_deck on card_edits (to_deck_id);
      create index card_edits_editor on card_edits (editor_id);`);
  }
}
