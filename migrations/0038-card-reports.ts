import { Migration } from '@mikro-orm/migrations';

/** What learners report of cards that are wrong. */
export class CardReports extends Migration {
  override up(): void {
    this.addSql(`
      create table card_reports (
        student_id integer not null references users on delete cascade,
        card_id integer not null references cards on delete cascade,
        reason text not null check (reason in ('meaning', 'spelling', 'sound', 'picture', 'other')),
        note text not null check (length(note) <= 200),
        reported_at timestamptz not null default now(),
        -- Null while it is open; an answer stays until the student has read it.
        answer text check (answer in ('mended', 'nothing_wrong')),
        answered_at timestamptz,
        primary key (student_id, card_id),
        check ((answer is null) = (answered_at is null))
      );
      create index card_reports_open on card_reports (card_id) where answer is null;
      -- For cards that are deleted.
      create index card_reports_card on card_reports (card_id);`);
  }
}
