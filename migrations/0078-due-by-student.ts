import { Migration } from '@mikro-orm/migrations';

/**
 * The student comes first in the index of what is due. With the partition before it the planner takes the two for
 * independent, expects one row for both, and reads all rows of a student where the key would find the one of a card.
 */
export class DueByStudent extends Migration {
  override up(): void {
    this.addSql(`
      select from projection_checkpoints order by projection, partition for update;
      drop index review_schedule_due;
      create index review_schedule_due on review_schedule (student_id, deck_id, due_day, partition);`);

    // What a process of another number of partitions would append has no place. A log that is there is not read for it.
    this.addSql(`
      alter table events add constraint events_partition_check check (partition = partition_of(student_id)) not valid;`);

    // Cards that are only known by imported answers are in the schedule as well.
    this.addSql(`
      create or replace function note_cards_deleted_before() returns void language sql as $$
        insert into deleted_cards (deck_id, card_id)
        select k.deck_id, k.card_id from (
          select deck_id, card_id from review_schedule
          union
          select (e.data ->> 'deck_id')::integer, (e.data ->> 'card_id')::integer
          from projection_checkpoints c join events e on e.partition = c.partition and e.position > c.position
          where c.projection = 'review_schedule' and e.type in ('CardReviewed', 'CardReviewImported')
          union
          select (e.data ->> 'deck_id')::integer, (e.data ->> 'card_id')::integer
          from parked_events p join events e on e.partition = p.partition and e.position = p.position
          where p.projection = 'review_schedule' and e.type in ('CardReviewed', 'CardReviewImported')) k
        where exists (select from decks d where d.id = k.deck_id)
          and not exists (select from cards c where c.id = k.card_id)
        on conflict do nothing
      $$;`);

    // Nothing is known yet of columns and statistics that have come with the partition. What is empty stays unknown: the
    // planner takes a table that was seen empty for one of a single page, and connections keep such plans while it grows.
    this.addSql(`
      do $$
      declare
        projected regclass;
        is_filled boolean;
      begin
        foreach projected in array array['events', 'review_schedule', 'scheduler_weights', 'card_answers', 'deck_stats',
          'study_clocks', 'recall_days', 'class_progress', 'class_progress_months', 'exam_results']::regclass[] loop
          execute format('select exists (select from %s)', projected) into is_filled;
          if is_filled then execute format('analyze %s', projected); end if;
        end loop;
      end $$;`);
  }
}
