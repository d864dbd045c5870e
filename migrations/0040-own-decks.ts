import { Migration } from '@mikro-orm/migrations';

/** Whether students may make decks of their own: the setting of the site. */
export class OwnDecks extends Migration {
  override up(): void {
    this.addSql('alter table site_settings add column students_make_decks boolean not null default false');
  }
}
