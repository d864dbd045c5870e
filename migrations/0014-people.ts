import { Migration } from '@mikro-orm/migrations';

/** Accounts that a school makes for its people, and the book of acts. */
export class People extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        alter column email drop not null,
        -- By which people without an address log in; unique whatever its case, and never with an @.
        add column user_name text check (user_name !~ '@'),
        add constraint users_login check (email is not null or user_name is not null),
        -- The class in which a teacher made the account. Null: a personal account, which only its owner changes.
        add column made_in_class_id integer references classes on delete set null,
        -- The password was given by somebody else, and is changed before anything else is done.
        add column must_change_password boolean not null default false,
        add column disabled_at timestamptz;
      create unique index users_user_name on users (lower(user_name));
      create index users_made_in_class on users (made_in_class_id) where made_in_class_id is not null;`);

    // Ids without foreign keys: the book stays what it is when a person, class or deck is gone. It holds no names of
    // people either, so that nothing has to be rubbed out of it when somebody leaves.
    this.addSql(`
      create table acts (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        actor_id integer not null,
        act text not null,
        person_id integer,
        class_id integer,
        deck_id integer,
        exam_id integer,
        details jsonb not null default '{}'
      );
      create index acts_actor on acts (actor_id, id);
      create index acts_person on acts (person_id, id) where person_id is not null;
      create index acts_class on acts (class_id, id) where class_id is not null;
      create index acts_exam on acts (exam_id, id) where exam_id is not null;
      create function refuse_change_of_acts() returns trigger language plpgsql as $$
      begin
        raise exception 'The book of acts is only written on.';
      end $$;
      create trigger only_written_on before update or delete or truncate on acts
        execute function refuse_change_of_acts();`);
  }
}
