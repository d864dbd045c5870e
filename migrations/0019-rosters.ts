import { Migration } from '@mikro-orm/migrations';

/** Accounts that a teacher makes from a list. */
export class Rosters extends Migration {
  override up(): void {
    // A part of a list that has become accounts, by the client's key: sent again, it makes nobody twice.
    this.addSql(`
      create table roster_parts (
        key uuid primary key,
        class_id integer not null references classes on delete cascade,
        teacher_id integer not null references users on delete cascade,
        content bytea not null,
        student_ids integer[] not null,
        made_at timestamptz not null default now()
      );
      create index roster_parts_class on roster_parts (class_id);
      create index roster_parts_teacher on roster_parts (teacher_id);`);
  }
}
