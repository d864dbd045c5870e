import { Migration } from '@mikro-orm/migrations';

/** Classes, their decks and students, and what the log says of each class. */
export class Classes extends Migration {
  override up(): void {
    this.addSql(`
      create table classes (
        id integer generated always as identity primary key,
        teacher_id integer not null references users,
        name text not null,
        created_at timestamptz not null default now()
      );
      create index classes_teacher on classes (teacher_id);

      create table class_decks (
        class_id integer not null references classes on delete cascade,
        deck_id integer not null references decks on delete cascade,
        -- The order in which they were added.
        ordinal integer generated always as identity,
        primary key (class_id, deck_id)
      );
      create index class_decks_deck on class_decks (deck_id);

      -- A request to join, and the membership that comes of it.
      create table class_members (
        id integer generated always as identity primary key,
        class_id integer not null references classes on delete cascade,
        student_id integer not null references users on delete cascade,
        status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
        requested_at timestamptz not null default now(),
        joined_at timestamptz check ((joined_at is not null) = (status = 'approved')),
        unique (class_id, student_id)
      );
      create index class_members_student on class_members (student_id) where status = 'approved';`);

    // What API processes keep of a class, of a student's classes and of a class's decks.
    this.addSql(`
      create trigger announce_change after update or delete on classes for each row execute function announce_change();
      create function announce_member() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'class_members:' || coalesce(new.student_id, old.student_id));
        return null;
      end $$;
      create trigger announce_change after insert or update or delete on class_members
        for each row execute function announce_member();
      create function announce_class_deck() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'class_decks:' || coalesce(new.class_id, old.class_id));
        return null;
      end $$;
      create trigger announce_change after insert or delete on class_decks
        for each row execute function announce_class_deck();`);

    // By day first: a teacher asks for a stretch of days of the whole class.
    this.addSql(`
      create table class_progress (
        class_id integer not null,
        day date not null,
        student_id integer not null,
        cards integer not null,
        seconds integer not null,
        primary key (class_id, day, student_id)
      ) with (fillfactor = 80);

      -- The same added up: by month, so that a year is twelve rows a student, and over a partition's students.
      create table class_progress_months (
        class_id integer not null,
        month date not null,
        student_id integer not null,
        cards integer not null,
        seconds integer not null,
        primary key (class_id, month, student_id)
      ) with (fillfactor = 80);
      create table class_days (
        class_id integer not null,
        day date not null,
        partition smallint not null,
        students integer not null,
        cards integer not null,
        seconds integer not null,
        primary key (class_id, day, partition)
      ) with (fillfactor = 50);

      insert into projection_checkpoints (projection, partition)
      select 'class_progress', partition from log_partitions;`);
  }
}
