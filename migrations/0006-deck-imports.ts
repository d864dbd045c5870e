import { Migration } from '@mikro-orm/migrations';

/**
 * Imports of decks: what was asked, how far it is, what was found; what a card is called where it came from; and since
 * when files of the storage are not used.
 */
export class DeckImports extends Migration {
  override up(): void {
    this.addSql(`
      create table deck_imports (
        id integer generated always as identity primary key,
        user_id integer not null references users,
        status text not null default 'queued'
          check (status in ('queued', 'running', 'checked', 'completed', 'failed', 'cancelled')),
        phase text check (phase in ('reading', 'audio', 'publishing')),
        check_only boolean not null,
        request jsonb not null,
        files jsonb not null,
        cards_total integer,
        cards_done integer not null default 0,
        audio_total integer,
        audio_done integer not null default 0,
        percent smallint not null default 0,
        seconds_left integer,
        cancel_requested boolean not null default false,
        has_files boolean not null default true,
        attempts integer not null default 0,
        deck_id integer references decks on delete set null,
        error_count integer not null default 0,
        warning_count integer not null default 0,
        report jsonb,
        failure jsonb,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create index deck_imports_open on deck_imports (id) where status in ('queued', 'running');

      create table deck_import_problems (
        import_id integer not null references deck_imports on delete cascade,
        ordinal integer not null,
        severity text not null check (severity in ('error', 'warning')),
        "row" integer,
        field text,
        code text not null,
        params jsonb not null,
        primary key (import_id, ordinal)
      );

      create index deck_import_problems_shown on deck_import_problems (import_id, severity, ordinal);

      create table unused_files (
        key text primary key,
        since timestamptz not null
      );

      alter table cards add source_id text;
      create index cards_audio on cards (audio_file) where audio_file is not null;
      create unique index cards_source on cards (deck_id, source_id) where source_id is not null;`);

    // What an import has read so far. Unlogged: an import that is begun anew reads everything anew.
    this.addSql(`
      create unlogged table deck_import_rows (
        import_id integer not null,
        "row" integer not null,
        source_id text,
        front text not null,
        back text not null,
        example_sentence text,
        definition text,
        part_of_speech text,
        level text,
        audio text,
        audio_file text,
        primary key (import_id, "row")
      );
      create trigger announce_change after update or delete on deck_imports
        for each row execute function announce_change();`);
  }
}
