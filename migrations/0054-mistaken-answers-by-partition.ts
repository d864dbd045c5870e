import { Migration } from '@mikro-orm/migrations';

/** The few events of cards that were mixed up are found by their partition, as all others of a student are. */
export class MistakenAnswersByPartition extends Migration {
  override up(): void {
    this.addSql(`
      drop index events_mistaken, events_undone;
      create index events_mistaken on events (partition, student_id, ((data ->> 'deck_id')::integer))
        where type = 'CardReviewed' and data ? 'mistaken_for';
      create index events_undone on events (partition, student_id) where type = 'CardReviewUndone';`);
  }
}
