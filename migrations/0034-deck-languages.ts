import { Migration } from '@mikro-orm/migrations';

/** In which languages the sides of a deck's cards are read aloud. Null goes by the letters of each card. */
export class DeckLanguages extends Migration {
  override up(): void {
    this.addSql('alter table decks add column front_language text, add column back_language text;');
  }
}
