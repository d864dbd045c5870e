import { Migration } from '@mikro-orm/migrations';

/** What an import has read of a card's tags and pictures: their names in the files first, then what was stored of them. */
export class ImportedMedia extends Migration {
  override up(): void {
    this.addSql(`
      alter table deck_import_rows
        add column tags text[],
        add column front_picture text, add column front_picture_alt text, add column front_picture_file jsonb,
        add column back_picture text, add column back_picture_alt text, add column back_picture_file jsonb;`);
  }
}
