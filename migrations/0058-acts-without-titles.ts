import { Migration } from '@mikro-orm/migrations';

/** Titles and names of exams, decks, classes and imports are free text of people, and leave the book of acts. */
export class ActsWithoutTitles extends Migration {
  override up(): void {
    this.addSql(`
      alter table acts disable trigger only_written_on;
      update acts set details = details - '{title,name}'::text[]
      where details ?| '{title,name}'::text[] and act ~ '^(class|deck|exam|import)[.]';
      alter table acts enable trigger only_written_on;`);
  }
}
