import { Migration } from '@mikro-orm/migrations';

/** What an import has done to cards that were there, so that it can be taken back. */
export class ImportsTakenBack extends Migration {
  override up(): void {
    this.addSql('alter table card_additions add column trace jsonb;');
  }
}
