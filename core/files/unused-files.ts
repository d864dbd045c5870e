import { dirname } from 'node:path';
import type { Pool } from 'pg';
import { cardFilesAsJson, furtherFilesAsJson } from '../contract/card-fields.ts';
import { UNKNOWN_MIGRATIONS, unknownMigrations } from '../postgres/newer-database.ts';
import { listStored, OWN_DATA, type Storage, UPLOADED_IMPORTS } from './storage.ts';

/**
 * Milliseconds for which an unused file is left alone, since it was found unused and since it was stored. It may be
 * played on an open page, or be about to be referred to.
 */
const GRACE_MS = 48 * 60 * 60_000;

/** The further files of rows, some of which are asked for. Its `where` is what the indexes say. */
const furtherKeys = (table: string, row: string): string =>
  `union select substr(jsonb_path_query(${row}, '$.further_files[*].file') #>> '{}', 10) from ${table}
    where jsonb_typeof(${row} -> 'further_files') = 'array'
      and ${furtherFilesAsJson(row)} ?| array(select file from asked)`;

/** Those of the keys ($1) that something refers to, by folder. */
const REFERENCES: Record<string, string> = {
  cards: `with asked as (select '/storage/' || key as file from unnest($1::text[]) key)
    select substr(audio_file, 10) as key from cards where audio_file = any (select file from asked)
    union select substr(front_picture ->> 'file', 10) from cards
      where front_picture ->> 'file' = any (select file from asked)
    union select substr(back_picture ->> 'file', 10) from cards
      where back_picture ->> 'file' = any (select file from asked)
    union select substr(jsonb_path_query(further_files, '$[*].file') #>> '{}', 10) from cards
      where further_files is not null
        and jsonb_path_query_array(further_files, '$[*].file') ?| array(select file from asked)
    union select unnest(files) from trashed_cards where files && $1::text[]
    ${cardFilesAsJson('was')
      .map(
        (file) =>
          `union select substr(${file}, 10) from card_versions where ${file} = any (select file from asked)`,
      )
      .join(' ')}
    ${cardFilesAsJson(`("row" -> 'was')`)
      .map(
        (file) => `union select substr(${file}, 10) from trashed_rows
        where table_name = 'card_versions' and ${file} = any (select file from asked)`,
      )
      .join(' ')}
    ${furtherKeys('card_versions', 'was')}
    ${furtherKeys('trashed_rows', `("row" -> 'was')`)} and table_name = 'card_versions'`,
  exams: 'select main_audio_path as key from exams where main_audio_path = any ($1)',
  site: 'select substr(logo_file, 10) as key from site_settings where substr(logo_file, 10) = any ($1)',
  [UPLOADED_IMPORTS]: `select f ->> 'key' as key from deck_imports, jsonb_array_elements(files) f
    where has_files and f ->> 'key' = any ($1)`,
  [OWN_DATA]: 'select file_key as key from own_data_files where file_key = any ($1)',
};

/**
 * Removes files to which nothing has referred for two days: audio of deleted cards, files that no kept version of a card
 * has, leavings of killed processes. Returns how many. Storing a content that is there already makes the file new. `now` in
 * milliseconds. Removes nothing when a newer version has migrated the database: it may refer to files in other ways.
 */
export async function removeUnusedFiles(pool: Pool, storage: Storage, now: number): Promise<number> {
  if (await unknownMigrations(pool)) return 0;
  let removed = 0;
  for (const [folder, references] of Object.entries(REFERENCES))
    for await (const keys of keysIn(storage, folder)) {
      const { rows } = await pool.query<{ key: string }>(references, [keys]);
      const used = new Set(rows.map(({ key }) => key));
      const unused = keys.filter((one) => !used.has(one));
      await pool.query('/* removeUnusedFiles */ delete from unused_files where key = any ($1)', [[...used]]);
      const { rows: old } = await pool.query<{ key: string }>(
        `/* removeUnusedFiles */ with noted as (insert into unused_files (key, since) select key, $2 from unnest($1::text[]) key
           on conflict (key) do nothing)
         select key from unused_files where key = any ($1) and since < $3`,
        [unused, new Date(now), new Date(now - GRACE_MS)],
      );
      for (const { key } of old) if (await removeOld(storage, key, now - GRACE_MS)) removed++;
      await pool.query('/* removeUnusedFiles */ delete from unused_files where key = any ($1)', [
        old.map(({ key }) => key),
      ]);
    }
  return removed;
}

/**
 * Removes the files of somebody who was erased at once, but for those to which something else refers. All but own data
 * are left to `removeUnusedFiles` while an import runs: it stores equal files long before it refers to them. They are
 * as well when a newer version has migrated the database.
 */
export async function removeErasedFiles(
  pool: Pool,
  { disk }: Pick<Storage, 'disk'>,
  erased: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ must_wait: boolean }>(
    `/* removeErasedFiles */ select exists (select 1 from deck_imports where status = 'running') or ${UNKNOWN_MIGRATIONS} is not null as must_wait`,
  );
  const keys = rows[0]!.must_wait ? erased.filter((key) => key.startsWith(`${OWN_DATA}/`)) : erased;
  for (const [folder, asked] of Map.groupBy(keys, (key) => key.slice(0, key.indexOf('/')))) {
    const { rows: referred } = await pool.query<{ key: string }>(REFERENCES[folder]!, [asked]);
    const used = new Set(referred.map(({ key }) => key));
    for (const key of asked) if (!used.has(key)) await disk.delete(key);
  }
}

/** False when it was stored again since, or is gone already, by another process's hand. */
async function removeOld({ disk }: Storage, key: string, before: number): Promise<boolean> {
  const found = await disk.getMetaData(key).catch(() => undefined);
  if (!found || found.lastModified.getTime() > before) return false;
  await disk.delete(key);
  // Of an import the folder is its own.
  if (key.startsWith(`${UPLOADED_IMPORTS}/`)) await disk.deleteAll(dirname(key));
  return true;
}

async function* keysIn(storage: Storage, folder: string): AsyncGenerator<string[]> {
  let token: string | undefined;
  do {
    const page = await listStored(storage, folder, {
      recursive: true,
      ...(token && { paginationToken: token }),
    });
    token = page.paginationToken;
    const keys = [...page.objects].flatMap((one) => (one.isFile ? [one.key] : []));
    for (let start = 0; start < keys.length; start += BATCH) yield keys.slice(start, start + BATCH);
  } while (token);
}

/** Keys that are looked up at a time. */
const BATCH = 1_000;
