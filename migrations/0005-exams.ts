import { Migration } from '@mikro-orm/migrations';

/** Exams, who takes them, and what the log says of their submissions. */
export class Exams extends Migration {
  override up(): void {
    this.addSql(`
      create table exams (
        id integer generated always as identity primary key,
        teacher_id integer not null references users,
        title text not null,
        duration_minutes integer not null check (duration_minutes between 5 and 180),
        is_hidden boolean not null default false,
        main_content_type text not null check (main_content_type in ('text', 'audio', 'none')),
        main_text text check ((main_text is not null) = (main_content_type = 'text')),
        main_audio_path text check ((main_audio_path is not null) = (main_content_type = 'audio')),
        created_at timestamptz not null default now()
      );
      create index exams_teacher on exams (teacher_id);

      -- One that was taken out stays, without an ordinal: who has it on the screen may still answer it.
      create table exam_questions (
        id integer generated always as identity primary key,
        exam_id integer not null references exams on delete cascade,
        ordinal integer,
        question_text text not null,
        option_a text not null,
        option_b text not null,
        option_c text not null,
        option_d text not null,
        correct_option text not null check (correct_option in ('A', 'B', 'C', 'D'))
      );
      create index exam_questions_exam on exam_questions (exam_id, ordinal);

      create table exam_classes (
        exam_id integer not null references exams on delete cascade,
        class_id integer not null references classes on delete cascade,
        primary key (exam_id, class_id)
      );
      create index exam_classes_class on exam_classes (class_id);

      -- A student's time, as the log's ExamStarted gave it, and the work until it is handed in.
      create table exam_attempts (
        exam_id integer not null references exams on delete cascade,
        student_id integer not null references users on delete cascade,
        started_at timestamptz not null,
        deadline_at timestamptz not null,
        answers jsonb not null default '{}',
        skipped integer[] not null default '{}',
        version integer not null default 0,
        saved_at timestamptz,
        is_submitted boolean not null default false,
        primary key (exam_id, student_id)
      ) with (fillfactor = 60);
      create index exam_attempts_running on exam_attempts (deadline_at) where not is_submitted;`);

    // API processes keep what they authorise an exam's teacher with.
    this.addSql(`
      create trigger announce_change after update or delete on exams for each row execute function announce_change();`);

    this.addSql(`
      create table exam_results (
        exam_id integer not null,
        student_id integer not null,
        answers jsonb not null,
        score integer not null,
        total integer not null,
        submitted_at timestamptz not null,
        time_spent integer not null,
        late integer not null,
        submitted_by text not null,
        primary key (exam_id, student_id)
      );

      insert into projection_checkpoints (projection, partition)
      select 'exam_results', partition from log_partitions;`);
  }
}
