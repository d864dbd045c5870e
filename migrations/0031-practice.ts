import { Migration } from '@mikro-orm/migrations';

/** How a deck has typed answers judged, and the way in which a student practises it. */
export class Practice extends Migration {
  override up(): void {
    this.addSql('alter table decks add column lenient_typing boolean not null default false');
    // Null is turning the cards.
    this.addSql(
      "alter table deck_settings add column way text check (way in ('typing', 'dictation', 'choice'))",
    );
  }
}
