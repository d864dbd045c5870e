import { Migration } from '@mikro-orm/migrations';

/**
 * Where several servers have copies of a table, its triggers run on each of them. One server alone has `changes`: on the
 * others they do nothing.
 */
const ELSEWHERE = `if to_regclass('public.changes') is null then return null; end if;`;

/** What triggers announce, by their functions. */
const ANNOUNCED = {
  announce_change: [`tg_argv[0] || ':' || old.id`],
  announce_member: [`'class_members:' || coalesce(new.student_id, old.student_id)`],
  announce_class_deck: [`'class_decks:' || coalesce(new.class_id, old.class_id)`],
  announce_ended_token: [`'users:' || new.user_id`],
  announce_class_teacher: [
    `'classes:' || coalesce(new.class_id, old.class_id)`,
    `'class_members:' || coalesce(new.teacher_id, old.teacher_id)`,
  ],
  announce_class_owner: [`'class_members:' || old.teacher_id`, `'class_members:' || new.teacher_id`],
  announce_deck_share: [`'decks:' || coalesce(new.deck_id, old.deck_id)`],
  announce_schedule_import: [`'deck_imports:' || new.import_id`],
};

/**
 * What has changed, for programs that keep or show it: a table that is written in the transaction of the change. Its
 * trigger notifies those who listen; those who cannot listen read it.
 */
export class Changes extends Migration {
  override up(): void {
    // A transaction says each thing once. Readers ask for what came after a transaction, so its number comes first.
    this.addSql(`
      create table changes (
        tx xid8 not null default pg_current_xact_id(),
        -- A table and an id, as in 'users:7', or 'everything'.
        what text not null,
        at timestamptz not null default now(),
        primary key (tx, what)
      );
      create function notify_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('changed', new.what);
        return null;
      end $$;
      create trigger notify_change after insert on changes for each row execute function notify_change();

      create function announce(what text) returns void language plpgsql as $$
      begin
        insert into public.changes (what) values (announce.what) on conflict do nothing;
      end $$;`);

    for (const [name, whats] of Object.entries(ANNOUNCED))
      this.addSql(`
        create or replace function ${name}() returns trigger language plpgsql as $$
        begin
          ${ELSEWHERE}
          ${whats.map((what) => `perform public.announce(${what});`).join(' ')}
          return null;
        end $$`);

    // A copy of a table has a name of its own, so each trigger says of which table it is.
    this.addSql(`
      create or replace trigger announce_change after delete on users
        for each row execute function announce_change('users');
      create or replace trigger announce_update after update on users for each row
        when (to_jsonb(old) - 'seen_at' is distinct from to_jsonb(new) - 'seen_at')
        execute function announce_change('users');
      create or replace trigger announce_change after delete on cards
        for each row execute function announce_change('cards');
      create or replace trigger announce_meaning after update of meaning on cards for each row
        when (old.meaning is distinct from new.meaning) execute function announce_change('cards');`);
    for (const table of ['decks', 'classes', 'exams', 'deck_imports'])
      this.addSql(`
        create or replace trigger announce_change after update or delete on ${table}
          for each row execute function announce_change('${table}')`);

    this.addSql(`
      create or replace function follow_timeline() returns table (before integer, after integer, events bigint)
      language plpgsql volatile security definer
      set search_path = public, pg_temp
      as $$
      begin
        if current_setting('transaction_read_only')::boolean then return; end if;
        after := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
        insert into log_timeline (timeline) select after where not exists (select from log_timeline)
          on conflict do nothing;
        if exists (select from log_timeline where timeline = after) then return; end if;

        -- As an append does; one that waits for it has its position in the next epoch.
        perform from log_partitions order by partition for no key update;
        select timeline into before from log_timeline for update;
        -- Another process was first.
        if before = after then return; end if;
        update log_timeline set timeline = after, changed_at = now();
        update log_partitions set epoch = gen_random_uuid();
        perform announce('everything');
        select sum(head) into events from log_partitions;
        return next;
      end $$;`);

    // What triggers write is written once as well.
    this.addSql(`
      create or replace function forget_sessions() returns trigger language plpgsql as $$
      begin
        ${ELSEWHERE}
        delete from sessions where user_id = new.id;
        return null;
      end $$;
      create or replace function end_letters() returns trigger language plpgsql as $$
      declare
        own text := lower(coalesce(new.email, new.claimed_email));
      begin
        ${ELSEWHERE}
        -- Letters first: a worker that makes the link of one holds it, and its link is seen afterwards.
        delete from letters where user_id = new.id
          and (kind = 'new_password' or (kind = 'confirm_email' and lower(address) is distinct from own));
        delete from letter_links where user_id = new.id
          and (kind = 'new_password' or lower(address) is distinct from own);
        return null;
      end $$;
      create or replace function note_card_version() returns trigger language plpgsql as $$
      declare
        latest integer;
      begin
        ${ELSEWHERE}
        select coalesce(max(v.version), 0) into latest from card_versions v where v.card_id = old.id;
        insert into card_versions (deck_id, card_id, version, was, changed_by)
        values (old.deck_id, old.id, latest + 1, to_jsonb(old),
          nullif(current_setting('nho.account', true), '')::integer);
        delete from card_versions v where v.card_id = old.id and v.version <= latest + 1 - 50;
        return null;
      end $$;
      create or replace function note_deleted_cards() returns trigger language plpgsql as $$
      declare
        deck_ids integer[];
        card_ids integer[];
      begin
        ${ELSEWHERE}
        -- Citus joins no transition table with a table of its own.
        select array_agg(g.deck_id), array_agg(g.id) into deck_ids, card_ids from gone g;
        insert into deleted_cards (deck_id, card_id)
        select g.deck_id, g.id from unnest(deck_ids, card_ids) g (deck_id, id)
        where exists (select from decks d where d.id = g.deck_id)
        on conflict do nothing;
        return null;
      end $$;`);
  }
}
