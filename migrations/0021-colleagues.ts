import { Migration } from '@mikro-orm/migrations';

/** Classes of several teachers, invitations to teach with somebody, and classes that are put away. */
export class Colleagues extends Migration {
  override up(): void {
    this.addSql(`
      -- Read only, and out of the way, since then.
      alter table classes add column archived_at timestamptz;
      -- When its owner got it from another one.
      alter table classes add column handed_over_at timestamptz;

      -- Who teaches a class with its owner, who is not in here.
      create table class_teachers (
        class_id integer not null references classes on delete cascade,
        teacher_id integer not null references users on delete cascade,
        since timestamptz not null default now(),
        primary key (class_id, teacher_id)
      );
      create index class_teachers_teacher on class_teachers (teacher_id);

      -- A place beside the owner, for the first teacher who comes with the link.
      create table class_invitations (
        id integer generated always as identity primary key,
        class_id integer not null references classes on delete cascade,
        -- Of the account that finds it on its home, in small letters; null when only the link leads to it.
        email text check (email = lower(email)),
        -- SHA-256 of what the link ends with, which is kept nowhere.
        token_hash bytea not null unique,
        invited_at timestamptz not null default now(),
        ends_at timestamptz not null,
        accepted_by integer references users on delete cascade
      );
      create index class_invitations_class on class_invitations (class_id);
      create index class_invitations_email on class_invitations (email) where accepted_by is null;
      create index class_invitations_accepted_by on class_invitations (accepted_by);`);

    // API processes keep who teaches a class, and of which decks the classes of an account are.
    this.addSql(`
      create function announce_class_teacher() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'classes:' || coalesce(new.class_id, old.class_id));
        perform pg_notify('changed', 'class_members:' || coalesce(new.teacher_id, old.teacher_id));
        return null;
      end $$;
      create trigger announce_change after insert or delete on class_teachers
        for each row execute function announce_class_teacher();
      create function announce_class_owner() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'class_members:' || old.teacher_id);
        perform pg_notify('changed', 'class_members:' || new.teacher_id);
        return null;
      end $$;
      create trigger announce_owner after update of teacher_id on classes
        for each row execute function announce_class_owner();`);
  }
}
