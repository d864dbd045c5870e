import { Migration } from '@mikro-orm/migrations';

/** What students recalled of the reviews they were asked, by day: the tables of the projection `recall_days`. */
export class RecallDays extends Migration {
  override up(): void {
    this.addSql(`
      create table recall_days (
        student_id integer not null,
        day date not null,
        asked integer not null,
        recalled integer not null,
        primary key (student_id, day)
      ) with (fillfactor = 80);`);
  }
}
