import { Migration } from '@mikro-orm/migrations';

/**
 * The partition of a student's events stands in the keys of what students have of their own, too. It is read together with
 * what is projected from these events, and lies beside it.
 */
export class PartitionsOfOwnRows extends Migration {
  override up(): void {
    // Computed by the rewrite itself; from then on it is written like any other column.
    const keys = {
      deck_settings: 'partition, student_id, deck_id',
      extra_cards: 'partition, student_id, deck_id',
      card_marks: 'partition, student_id, card_id',
      // An exam is deleted as a whole.
      exam_attempts: 'exam_id, partition, student_id',
    };
    for (const [table, key] of Object.entries(keys))
      this.addSql(`
        alter table ${table}
          add column partition smallint not null generated always as (partition_of(student_id)) stored;
        alter table ${table} alter column partition drop expression,
          drop constraint ${table}_pkey, add primary key (${key});`);

    // The student comes first: as in `review_schedule_due`, the planner would prefer this index to the key otherwise.
    this.addSql(`
      drop index card_marks_deck;
      create index card_marks_deck on card_marks (student_id, deck_id, partition);
      create statistics card_marks_students (dependencies) on partition, student_id from card_marks;`);

    // What is empty stays unknown: the planner takes a table that was seen empty for one of a single page.
    this.addSql(`
      do $$
      declare
        own regclass;
        is_filled boolean;
      begin
        foreach own in array array['deck_settings', 'extra_cards', 'card_marks', 'exam_attempts']::regclass[] loop
          execute format('select exists (select from %s)', own) into is_filled;
          if is_filled then execute format('analyze %s', own); end if;
        end loop;
      end $$;`);
  }
}
