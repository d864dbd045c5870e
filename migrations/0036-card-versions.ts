import { Migration } from '@mikro-orm/migrations';

/**
 * What cards were before each change. It is written by the database, so that no way of changing cards forgets it, and as
 * JSON, so that columns that are added later are kept as well.
 */
export class CardVersions extends Migration {
  override up(): void {
    // Of a deleted card they stay: undoing the deletion brings it back with its id.
    this.addSql(`
      create table card_versions (
        deck_id integer not null references decks on delete cascade,
        card_id integer not null,
        version integer not null,
        was jsonb not null,
        changed_at timestamptz not null default now(),
        changed_by integer references users on delete set null,
        primary key (card_id, version)
      );
      create index card_versions_deck on card_versions (deck_id);
      create index card_versions_changed_by on card_versions (changed_by);

      create function note_card_version() returns trigger language plpgsql as $$
      declare
        latest integer;
      begin
        select coalesce(max(v.version), 0) into latest from card_versions v where v.card_id = old.id;
        insert into card_versions (deck_id, card_id, version, was, changed_by)
        values (old.deck_id, old.id, latest + 1, to_jsonb(old),
          nullif(current_setting('nho.account', true), '')::integer);
        delete from card_versions v where v.card_id = old.id and v.version <= latest + 1 - 50;
        return null;
      end $$;`);
    // The condition is of the trigger, not of the function: a deck that is put into another order calls it for no card.
    this.addSql(`
      create trigger note_card_version after update on cards for each row
        when (to_jsonb(old) - '{ordinal,source_id,updated_at}'::text[]
          is distinct from to_jsonb(new) - '{ordinal,source_id,updated_at}'::text[])
        execute function note_card_version();`);
  }
}
