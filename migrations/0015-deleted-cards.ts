import { Migration } from '@mikro-orm/migrations';

/**
 * The cards that decks no longer have. With them the cards that a student has not met are a difference of counts: the
 * schedule keeps rows of deleted cards, since a projection depends on the log alone.
 */
export class DeletedCards extends Migration {
  override up(): void {
    this.addSql(`
      create table deleted_cards (
        deck_id integer not null references decks on delete cascade,
        card_id integer not null,
        primary key (deck_id, card_id)
      );

      -- Cards that go with their deck are not noted: the deck's row is gone before.
      create function note_deleted_cards() returns trigger language plpgsql as $$
      begin
        insert into deleted_cards (deck_id, card_id)
        select g.deck_id, g.id from gone g where exists (select from decks d where d.id = g.deck_id)
        on conflict do nothing;
        return null;
      end $$;
      create trigger note_deleted_cards after delete on cards
        referencing old table as gone for each statement execute function note_deleted_cards();`);

    // What the schedule has or will have by the log: its rows, and the reviews not yet projected and those put aside.
    this.addSql(`
      create function note_cards_deleted_before() returns void language sql as $$
        insert into deleted_cards (deck_id, card_id)
        select k.deck_id, k.card_id from (
          select deck_id, card_id from review_schedule
          union
          select (e.data ->> 'deck_id')::integer, (e.data ->> 'card_id')::integer
          from projection_checkpoints c join events e on e.partition = c.partition and e.position > c.position
          where c.projection = 'review_schedule' and e.type = 'CardReviewed'
          union
          select (e.data ->> 'deck_id')::integer, (e.data ->> 'card_id')::integer
          from parked_events p join events e on e.partition = p.partition and e.position = p.position
          where p.projection = 'review_schedule' and e.type = 'CardReviewed') k
        where exists (select from decks d where d.id = k.deck_id)
          and not exists (select from cards c where c.id = k.card_id)
        on conflict do nothing
      $$;
      select note_cards_deleted_before();`);
  }
}
