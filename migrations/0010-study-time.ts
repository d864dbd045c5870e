import { Migration } from '@mikro-orm/migrations';

/**
 * What `deck_stats` needs to bound the time that answers claim by the clock, and sums that cannot run over. Answers that
 * were recorded before count as they did: no figure changes.
 */
export class StudyTime extends Migration {
  override up(): void {
    this.addSql('select from projection_checkpoints order by projection, partition for update;');
    this.addSql(`
      alter table deck_stats alter column seconds type bigint;
      alter table class_progress alter column seconds type bigint;
      alter table class_progress_months alter column seconds type bigint;
      alter table class_days alter column seconds type bigint;

      -- From when on answers are bounded. To the millisecond after: what was projected before it is recorded before it.
      create table study_time_rule (since timestamptz not null);
      insert into study_time_rule values (date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond');

      -- The time that a student may still claim, as of the latest answer.
      create table study_clocks (
        student_id integer primary key,
        credit_ms integer not null,
        recorded_at timestamptz not null
      ) with (fillfactor = 80);

      -- The few answers that count for fewer seconds than they claim.
      create table cut_reviews (
        partition smallint not null,
        position bigint not null,
        seconds integer not null,
        primary key (partition, position)
      );`);
  }
}
