import { Migration } from '@mikro-orm/migrations';

/** Schedules that come along with imports: what an import has read of them, and the runs that append their answers. */
export class ScheduleImports extends Migration {
  override up(): void {
    this.addSql(`
      -- What an import has read of the answers to a card, the earliest first. Unlogged, as its rows are.
      create unlogged table deck_import_answers (
        import_id integer not null,
        "row" integer not null,
        -- Milliseconds since 1970.
        times bigint[] not null,
        -- 1 again, 2 hard, 3 good, 4 easy.
        grades smallint[] not null,
        primary key (import_id, "row")
      );

      create table schedule_imports (
        id integer generated always as identity primary key,
        import_id integer not null unique references deck_imports on delete cascade,
        user_id integer not null references users on delete cascade,
        status text not null default 'queued'
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
        percent smallint not null default 0,
        cards_done integer not null default 0,
        answers_done integer not null default 0,
        cancel_requested boolean not null default false,
        attempts smallint not null default 0,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create index schedule_imports_open on schedule_imports (id) where status in ('queued', 'running');
      create index schedule_imports_user on schedule_imports (user_id);

      -- Until the run has ended. A card may be deleted meanwhile.
      create table schedule_import_cards (
        schedule_import_id integer not null references schedule_imports on delete cascade,
        card_id integer not null,
        times bigint[] not null,
        grades smallint[] not null,
        primary key (schedule_import_id, card_id)
      );`);

    // Pages follow an import, of which its schedule is a part.
    this.addSql(`
      create function announce_schedule_import() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', 'deck_imports:' || new.import_id);
        return null;
      end $$;
      create trigger announce_change after update on schedule_imports
        for each row execute function announce_schedule_import();`);
  }
}
