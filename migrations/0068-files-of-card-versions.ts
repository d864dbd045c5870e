import { Migration } from '@mikro-orm/migrations';

/** The files of kept states of cards: each hour it is asked whether some of them are used. */
export class FilesOfCardVersions extends Migration {
  override up(): void {
    this.addSql(`
      create index card_versions_audio on card_versions ((was ->> 'audio_file'))
        where was ->> 'audio_file' is not null;
      create index card_versions_front_picture on card_versions ((was #>> '{front_picture,file}'))
        where was #>> '{front_picture,file}' is not null;
      create index card_versions_back_picture on card_versions ((was #>> '{back_picture,file}'))
        where was #>> '{back_picture,file}' is not null;
      create index trashed_versions_audio on trashed_rows (("row" -> 'was' ->> 'audio_file'))
        where table_name = 'card_versions' and "row" -> 'was' ->> 'audio_file' is not null;
      create index trashed_versions_front_picture on trashed_rows (("row" -> 'was' #>> '{front_picture,file}'))
        where table_name = 'card_versions' and "row" -> 'was' #>> '{front_picture,file}' is not null;
      create index trashed_versions_back_picture on trashed_rows (("row" -> 'was' #>> '{back_picture,file}'))
        where table_name = 'card_versions' and "row" -> 'was' #>> '{back_picture,file}' is not null;`);
  }
}
