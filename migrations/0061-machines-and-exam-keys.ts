import { Migration } from '@mikro-orm/migrations';

/** Machines on which anybody has logged in, and the keys of exams that are over. */
export class MachinesAndExamKeys extends Migration {
  override up(): void {
    this.addSql(`
      create index login_places_machine on login_places (place) where kind = 'device';`);

    // For analysts, who read no keys in the table itself.
    this.addSql(`
      create view exam_keys as
      select q.id, q.exam_id, q.ordinal, q.correct_option
      from exam_questions q join exams x on x.id = q.exam_id
      where (x.is_hidden or not exists (
          select from exam_classes k join classes c on c.id = k.class_id
          where k.exam_id = x.id and c.archived_at is null))
        and not exists (select from exam_attempts a where a.exam_id = x.id and not a.is_submitted);`);
  }
}
