import { Migration } from '@mikro-orm/migrations';

/** What students do with cards and days of their own: put aside, flagged, more than the limits. */
export class CardMarks extends Migration {
  override up(): void {
    this.addSql(`
      create table card_marks (
        student_id integer not null references users on delete cascade,
        card_id integer not null references cards on delete cascade,
        deck_id integer not null,
        -- The last study day on which the card does not come; 'infinity' for good.
        aside_until date,
        flagged boolean not null default false,
        primary key (student_id, card_id),
        check (aside_until is not null or flagged)
      );
      create index card_marks_deck on card_marks (student_id, deck_id);
      -- For cards that are deleted.
      create index card_marks_card on card_marks (card_id);

      -- What somebody asked for beyond the daily limits of a deck; a row is of one day, the last one.
      create table extra_cards (
        student_id integer not null references users on delete cascade,
        deck_id integer not null references decks on delete cascade,
        day date not null,
        cards integer not null check (cards > 0),
        primary key (student_id, deck_id)
      );`);
  }
}
