import { Migration } from '@mikro-orm/migrations';

/**
 * What the log says of a student's cards and decks. No foreign keys: a projection depends on the log alone, and the
 * queries that screens use join the decks and cards that still exist.
 */
export class Learning extends Migration {
  override up(): void {
    this.addSql(`
      create table review_schedule (
        student_id integer not null,
        card_id integer not null,
        deck_id integer not null,
        stability double precision not null,
        difficulty double precision not null,
        introduced_day date not null,
        anchor_day date not null,
        due_day date not null,
        reviews integer not null,
        lapses integer not null,
        last_reviewed_at timestamptz not null,
        primary key (student_id, card_id)
      ) with (fillfactor = 80);
      create index review_schedule_due on review_schedule (student_id, deck_id, due_day);

      create table studied_cards (
        student_id integer not null,
        day date not null,
        card_id integer not null,
        primary key (student_id, day, card_id)
      );

      create table deck_stats (
        student_id integer not null,
        deck_id integer not null,
        day date not null,
        cards integer not null,
        reviews integer not null,
        seconds integer not null,
        last_studied_at timestamptz not null,
        primary key (student_id, deck_id, day)
      ) with (fillfactor = 80);

      insert into projection_checkpoints (projection, partition)
      select name, partition from log_partitions, unnest(array['review_schedule', 'deck_stats']) name;`);
  }
}
