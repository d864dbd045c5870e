import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import pg from 'pg';
import { MIGRATING } from '../../core/database.ts';
import { placeOf, urlsOfHosts } from '../../core/postgres/database-url.ts';
import { PostgresClient } from '../../core/postgres/postgres-client.ts';
import { type Connection, transactionOn } from '../../core/postgres/transaction.ts';
import { projections } from '../../core/projections.ts';
import { StartError } from '../command/start-error.ts';

/** What a role may do with a table or view, in the words of `grant`; absent: nothing. */
interface TableRights {
  /** API, workers and imports. */
  app?: string;
  /** Analysts. */
  read?: string;
}

const ORDINARY = 'select, insert, update, delete';

const shown = { app: ORDINARY, read: 'select' };
const hidden = { app: ORDINARY };

const each = (rights: TableRights, tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, rights]));

/**
 * Every table and view, with what others than its owner may do with it. What analysts read has no address, password,
 * digest of a place or token in it.
 */
export const RIGHTS: Readonly<Record<string, TableRights>> = {
  // Nothing that has been appended is ever changed; a position is never taken back, nor given another epoch.
  events: { app: 'select, insert', read: 'select' },
  log_partitions: { app: 'select, update (head)', read: 'select' },
  log_timeline: { app: 'select', read: 'select' },
  projection_checkpoints: { app: 'select, update', read: 'select' },
  migrations: { app: 'select', read: 'select' },
  study_time_rule: { app: 'select', read: 'select' },
  standing_reviews: { app: 'select', read: 'select' },
  users: { app: ORDINARY, read: 'select (id, name, role, time_zone, created_at)' },

  // The audit log is only written on.
  acts: { app: 'select, insert', read: 'select' },

  ...Object.assign({}, ...projections.map(({ tables }) => each(shown, tables))),
  // The school's code lets its readers in.
  site_settings: {
    app: ORDINARY,
    read: 'select (id, title, logo_file, contact_email, delete_unseen_years, delete_disabled_months, entry, entry_is_chosen, students_make_decks)',
  },
  ...each(shown, ['decks', 'deck_shares', 'deck_settings', 'deck_imports', 'deck_import_problems']),
  ...each(shown, ['cards', 'deleted_cards', 'card_marks', 'card_reports', 'extra_cards']),
  ...each(shown, ['classes', 'class_decks', 'class_gatherings', 'class_members', 'class_teachers']),
  ...each(shown, ['exams', 'exam_classes', 'exam_attempts', 'log_runs', 'parked_events']),
  // The keys of exams that are over have a view of their own.
  exam_questions: {
    app: ORDINARY,
    read: 'select (id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d)',
  },
  exam_keys: { read: 'select' },

  ...each(hidden, ['deck_import_rows', 'deck_import_answers', 'deck_import_cards', 'deck_import_mends']),
  ...each(hidden, ['schedule_imports', 'schedule_import_cards', 'own_data_files', 'roster_parts']),
  ...each(hidden, ['class_codes', 'class_invitations', 'school_logins', 'school_visits', 'letters']),
  ...each(hidden, ['letter_links', 'login_attempts', 'login_places', 'ended_tokens', 'sessions']),
  ...each(hidden, ['card_additions', 'card_edits', 'trashed_decks', 'trashed_cards', 'trashed_rows']),
  ...each(hidden, ['unused_files', 'upload_days', 'write_probes']),
  changes: { app: 'select, insert, delete' },
  // What a card was is never changed.
  card_versions: { app: 'select, insert, delete' },
};

const ITERATIONS = 4_096;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Returns what Postgres keeps of a password (RFC 5803). So the password itself is in no statement and no log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  const keys = [storedKey, hmac(salted, 'Server Key')].map((key) => key.toString('base64'));
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${keys.join(':')}`;
}

/** The addresses of the roles beside the owner, each with a user and a password; an absent one is not made. */
export interface RoleUrls {
  app: string | undefined;
  read: string | undefined;
}

interface Role {
  kind: keyof TableRights;
  setting: string;
  url: string;
  name: string;
  password: string;
}

const SETTINGS = { app: 'DATABASE_URL', read: 'READ_DATABASE_URL' } as const;

const quoted = pg.escapeIdentifier;

/** SQLSTATEs: the password is wrong, a right is missing. */
const WRONG_PASSWORD = '28P01';
const NO_RIGHT = '42501';

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** The user of a database's address; undefined when it names none. */
export function userOf(url: string): string | undefined {
  const { username = '' } = URL.parse(urlsOfHosts(url)?.[0] ?? url) ?? {};
  return decodeURIComponent(username) || undefined;
}

function roleOf(kind: Role['kind'], url: string): Role {
  const setting = SETTINGS[kind];
  const name = userOf(url);
  const password = decodeURIComponent(URL.parse(urlsOfHosts(url)?.[0] ?? url)?.password ?? '');
  if (!name || !password)
    throw new StartError(
      `${setting} needs a user and a password when the database has more roles than its owner.`,
    );
  return { kind, setting, url, name, password };
}

/**
 * Makes the roles of API, workers and analysts where they are missing, and gives them exactly the rights of `RIGHTS`.
 * `owner` is a pool of the database's owner, after it has been migrated. Throws a StartError for what people must mend.
 */
export async function grantRights(owner: Pool, urls: RoleUrls): Promise<void> {
  const roles = (['app', 'read'] as const).flatMap((kind) => {
    const url = urls[kind];
    return url === undefined ? [] : [roleOf(kind, url)];
  });
  const client = await owner.connect();
  try {
    // As migrations do: two processes that change the same rights at once would fail.
    await client.query(`/* grantRights */ select pg_advisory_lock(${MIGRATING})`);
    await transactionOn(client, async () => {
      for (const role of roles) await ensureRole(client, role);
      for (const role of roles) await grantTo(client, role);
    });
    for (const role of roles) await ensureLogin(client, role);
  } finally {
    await client.query(`/* grantRights */ select pg_advisory_unlock(${MIGRATING})`).catch(() => {});
    client.release();
  }
}

async function ensureRole(client: Connection, { name, password, setting }: Role): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean; owns: boolean }>(
    `/* ensureRole */ select rolsuper, pg_has_role(oid, (select relowner from pg_class where oid = 'public.events'::regclass), 'usage')
       as owns from pg_roles where rolname = $1`,
    [name],
  );
  const [found] = rows;
  if (found?.rolsuper || found?.owns)
    throw new StartError(
      `${setting} names the role ${name}, which owns the database: name another one, or remove MIGRATE_DATABASE_URL.`,
    );
  if (found) return;
  const password_ = pg.escapeLiteral(scramVerifier(password));
  await client.query(`create role ${quoted(name)} login password ${password_}`).catch((error: unknown) => {
    if (codeOf(error) !== NO_RIGHT) throw error;
    throw new StartError(
      `The role ${name} of ${setting} is not there, and that of MIGRATE_DATABASE_URL may make none: have it made (create role ${name} login password '…').`,
    );
  });
}

/** A role that is there with another password, as after a restore, is given the one that the address has. */
async function ensureLogin(client: Connection, { name, password, setting, url }: Role): Promise<void> {
  const attempt = new PostgresClient({ connectionString: url, application_name: 'nho migrate' });
  const refusal = await attempt.connect().then(
    () => attempt.end(),
    (error: unknown) => error,
  );
  if (!refusal) return;
  if (codeOf(refusal) === WRONG_PASSWORD)
    try {
      const verifier = pg.escapeLiteral(scramVerifier(password));
      await client.query(`alter role ${quoted(name)} password ${verifier}`);
      return;
    } catch (error) {
      if (codeOf(error) !== NO_RIGHT) throw error;
    }
  throw new StartError(
    `The role ${name} cannot log in at ${placeOf(url)}, the place of ${setting}: ${(refusal as Error).message}`,
  );
}

async function grantTo(client: Connection, { kind, name }: Role): Promise<void> {
  const role = quoted(name);
  const { rows } = await client.query<{ database: string; tables: string[]; queue: boolean; open: boolean }>(
    `/* grantTo */ select current_database() as database, to_regnamespace('bullmq') is not null as queue,
       has_schema_privilege('public', 'public', 'create') as open,
       array(select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v'))
         as tables`,
  );
  const { database, tables, queue, open } = rows[0]!;
  const statements = tables.flatMap((table) => {
    const rights = RIGHTS[table]?.[kind];
    return [
      `revoke all on public.${quoted(table)} from ${role}`,
      ...(rights ? [`grant ${rights} on public.${quoted(table)} to ${role}`] : []),
    ];
  });
  // Databases that were made before version 15 let everybody make tables.
  if (open) statements.push('revoke create on schema public from public');
  statements.push(
    `grant connect on database ${quoted(database)} to ${role}`,
    `revoke create on schema public from ${role}`,
    `grant usage on schema public to ${role}`,
  );
  if (kind === 'app') {
    // An import computes in tables that go with its transaction.
    statements.push(`grant temporary on database ${quoted(database)} to ${role}`);
    statements.push(`grant usage on all sequences in schema public to ${role}`);
    if (queue)
      statements.push(
        `grant usage on schema bullmq to ${role}`,
        `grant select, insert, update, delete on all tables in schema bullmq to ${role}`,
        `grant usage, select on all sequences in schema bullmq to ${role}`,
        `grant execute on all functions in schema bullmq to ${role}`,
      );
  } else statements.push(`alter role ${role} set default_transaction_read_only = on`);
  for (const statement of statements) await client.query(statement);
}
