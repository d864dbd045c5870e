import { Migration } from '@mikro-orm/migrations';

/** Answers of elsewhere are a new type of event, which workers of earlier versions are not to park. */
export class ImportedAnswers extends Migration {
  override up(): void {
    // Batches of earlier versions end before it.
    this.addSql('select from projection_checkpoints order by projection, partition for update');
  }
}
