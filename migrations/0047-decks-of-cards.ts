import { Migration } from '@mikro-orm/migrations';

/** Cards that a new deck was made with: taken back, they take it along. */
export class DecksOfCards extends Migration {
  override up(): void {
    this.addSql('alter table card_additions add column made_deck boolean not null default false');
  }
}
