import { Migration } from '@mikro-orm/migrations';

/**
 * Answers say for which other card's answer a card was mistaken. By this migration older workers know that there are such
 * events, version 4, and leave them alone. The indexes hold these few events and what was taken back of them.
 */
export class MistakenAnswers extends Migration {
  override up(): void {
    this.addSql(`
      create index events_mistaken on events (student_id, ((data ->> 'deck_id')::integer))
        where type = 'CardReviewed' and data ? 'mistaken_for';
      create index events_undone on events (student_id) where type = 'CardReviewUndone';`);
  }
}
