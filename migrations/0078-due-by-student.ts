import { Migration } from '@mikro-orm/migrations';

/**
 * The student comes first in the index of what is due. With the partition before it the planner takes the two for
 * independent, expects one row for both, and reads all rows of a student where the key would find the one of a card.
 */
export class DueByStudent extends Migration {
  override up(): void {
    this.addSql(`
      select from projection_checkpoints order by projection, partition for update;
      drop index review_schedule_due;
      create index review_schedule_due on review_schedule (student_id, deck_id, due_day, partition);`);
  }
}
