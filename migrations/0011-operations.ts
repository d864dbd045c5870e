import { Migration } from '@mikro-orm/migrations';

/**
 * What operating needs: statistics of a table whose owner the importing process is not, whether there is room to write,
 * and what each account has sent on its last day of uploads.
 */
export class Operations extends Migration {
  override up(): void {
    this.addSql(`
      -- With its owner's rights: nobody else may analyse a table.
      create function analyze_import_rows() returns void language sql security definer
      set search_path = pg_catalog, pg_temp
      as 'analyze public.deck_import_rows';

      -- Written to, and taken back, while the disk of the database is full. Never in compressed form.
      create unlogged table write_probes (filler text not null);
      alter table write_probes alter column filler set storage external;

      create table upload_days (
        user_id integer primary key references users on delete cascade,
        day date not null,
        bytes bigint not null
      );`);
  }
}
