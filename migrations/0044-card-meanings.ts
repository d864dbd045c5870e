import { Migration } from '@mikro-orm/migrations';

/** A card can come to mean something else: its students then meet it as a new one. */
export class CardMeanings extends Migration {
  override up(): void {
    this.addSql('select from projection_checkpoints order by projection, partition for update');
    // The version of the card since which it means what it does, and the one that a student's memory is of.
    this.addSql(`
      alter table cards add meaning integer not null default 1;
      alter table review_schedule add meaning integer not null default 1;
      create index cards_of_another_meaning on cards (deck_id) where meaning > 1;
      create index review_schedule_of_another_meaning on review_schedule (student_id, deck_id) where meaning > 1;
      create index review_schedule_card on review_schedule (card_id);
      create trigger announce_meaning after update of meaning on cards for each row
        when (old.meaning is distinct from new.meaning) execute function announce_change();`);
    this.addSql(`
      create or replace view standing_reviews as
        select e.partition, e.position, e.id, e.student_id, (e.data ->> 'deck_id')::integer as deck_id,
          (e.data ->> 'card_id')::integer as card_id, (e.data ->> 'rating')::smallint as rating,
          e.data ->> 'card_type' as card_type, (e.data ->> 'first_status')::smallint as first_status,
          (e.data ->> 'tries')::integer as tries, (e.data ->> 'time_spent')::integer as time_spent,
          (e.data ->> 'day')::date as day, e.occurred_at, e.recorded_at,
          case when e.version >= 2 then coalesce(e.data ->> 'typed', 'none') end as typed,
          case when e.version >= 2 then coalesce(e.data ->> 'asked', 'front') end as asked,
          case when e.version >= 2 then coalesce(e.data ->> 'mode', 'session') end as mode,
          (e.data ->> 'card_version')::integer as card_version, (e.data ->> 'think_ms')::integer as think_ms,
          coalesce((e.data ->> 'meaning')::integer, 1) as meaning
        from events e
        where e.type = 'CardReviewed' and not exists (
          select from events u where u.type = 'CardReviewUndone' and u.partition = e.partition
            and u.student_id = e.student_id and (u.data ->> 'review')::uuid = e.id and u.position > e.position)
          and not exists (select from events x where x.type = 'StudentErased' and x.student_id = e.student_id);`);
  }
}
