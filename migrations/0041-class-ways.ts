import { Migration } from '@mikro-orm/migrations';

/** How a class practises each of its decks, as its teachers say. */
export class ClassWays extends Migration {
  override up(): void {
    // All three or none; null without a default, since rows that are kept in the trash know nothing of them.
    this.addSql(`
      alter table class_decks
        add column way text check (way in ('turning', 'typing', 'dictation', 'choice')),
        add column way_required boolean,
        add column way_set_at timestamptz,
        add constraint class_decks_way
          check ((way is null) = (way_required is null) and (way is null) = (way_set_at is null))`);
    // Null is no choice from now on: who chose to turn the cards does so against a class's suggestion.
    this.addSql(`
      alter table deck_settings drop constraint deck_settings_way_check,
        add constraint deck_settings_way_check check (way in ('turning', 'typing', 'dictation', 'choice'))`);
  }
}
