import type { ClientBase, Pool } from 'pg';
import { CARD_TEXT_NAMES, cardTextColumns } from '../card/card-fields.ts';
import type { CardRow } from './card-row.ts';
import { LISTENING_FRONT } from './card-source.ts';
import type { SampleCard } from './deck-import.schema.ts';

/** Forgets what an import has read. */
export const clearStaging = (db: Pool | ClientBase, importId: number): Promise<unknown> =>
  db.query('delete from deck_import_rows where import_id = $1', [importId]);

/** Adds rows, in one statement. */
export async function stageRows(
  client: ClientBase,
  importId: number,
  rows: readonly CardRow[],
): Promise<void> {
  await client.query({
    name: 'stage_rows',
    text: `insert into deck_import_rows
             (import_id, "row", source_id, ${cardTextColumns()}, audio)
           select $1, r."row", r.source_id, ${cardTextColumns('r')}, r.audio
           from json_to_recordset($2) as r ("row" integer, source_id text,
             ${CARD_TEXT_NAMES.map((name) => `${name} text`).join(', ')}, audio text)`,
    values: [importId, JSON.stringify(rows)],
  });
}

/** Notes where audio came to lie: for each name that rows have, its address. */
export async function placeAudio(
  client: ClientBase,
  importId: number,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  await client.query('select analyze_import_rows()');
  await client.query(
    `update deck_import_rows r set audio_file = a.address
     from unnest($2::text[], $3::text[]) as a (name, address)
     where r.import_id = $1 and r.audio = a.name`,
    [importId, [...addresses.keys()], [...addresses.values()]],
  );
}

/**
 * Makes rows whose audio cannot be played rows without audio, so that a card keeps the one it has. Removes those that
 * only ask what is heard, and returns how many these were.
 */
export async function dropUnplayable(client: ClientBase, importId: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from deck_import_rows
     where import_id = $1 and audio is not null and audio_file is null and front = $2`,
    [importId, LISTENING_FRONT],
  );
  await client.query(
    `update deck_import_rows set audio = null
     where import_id = $1 and audio is not null and audio_file is null`,
    [importId],
  );
  return rowCount ?? 0;
}

const SAMPLES = 5;

/** The first cards that were read, to be looked at before they are imported. */
export async function sampleCards(client: ClientBase, importId: number): Promise<SampleCard[]> {
  const { rows } = await client.query<SampleCard>(
    `select front, back, example_sentence, audio from deck_import_rows
     where import_id = $1 order by "row" limit ${SAMPLES}`,
    [importId],
  );
  return rows;
}
