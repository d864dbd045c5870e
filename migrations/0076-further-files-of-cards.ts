import { Migration } from '@mikro-orm/migrations';

/**
 * What a card has beside its own audio and pictures, and the rows of imports that name it. Each hour it is asked whether
 * some of these files are used, also by kept states of cards.
 */
export class FurtherFilesOfCards extends Migration {
  override up(): void {
    this.addSql(`
      alter table cards add column further_files jsonb check (jsonb_typeof(further_files) = 'array');
      create index cards_further_files on cards using gin (jsonb_path_query_array(further_files, '$[*].file'))
        where further_files is not null;
      create index card_versions_further_files on card_versions
        using gin (jsonb_path_query_array(was, '$.further_files[*].file'))
        where jsonb_typeof(was -> 'further_files') = 'array';
      create index trashed_versions_further_files on trashed_rows
        using gin (jsonb_path_query_array("row" -> 'was', '$.further_files[*].file'))
        where table_name = 'card_versions' and jsonb_typeof("row" -> 'was' -> 'further_files') = 'array';`);
    // Their names, what became of them, and the uses of which some names have no file.
    this.addSql(`
      alter table deck_import_rows
        add column further jsonb, add column further_files jsonb,
        add column incomplete text[] not null default '{}';`);
  }
}
