import { Migration } from '@mikro-orm/migrations';

/** Where a student's answers to a card lie in the log, which a projection keeps. */
export class AnswersByCard extends Migration {
  override up(): void {
    this.addSql(`
      create table card_answers (
        student_id integer not null,
        -- 0 for what holds for all cards of the student.
        card_id integer not null,
        -- Of the student's partition, in order.
        positions bigint[] not null,
        primary key (student_id, card_id)
      ) with (fillfactor = 70);`);
  }
}
