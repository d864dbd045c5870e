import type { ClientBase } from 'pg';
import type { CardRow } from './card-row.ts';

/** Forgets what an import has read. */
export const clearStaging = (client: ClientBase, importId: number): Promise<unknown> =>
  client.query('delete from deck_import_rows where import_id = $1', [importId]);

/** Adds rows, in one statement. */
export async function stageRows(
  client: ClientBase,
  importId: number,
  rows: readonly CardRow[],
): Promise<void> {
  await client.query({
    name: 'stage_rows',
    text: `insert into deck_import_rows
             (import_id, "row", source_id, front, back, example_sentence, definition, part_of_speech, level, audio)
           select $1, r."row", r.source_id, r.front, r.back, r.example_sentence, r.definition, r.part_of_speech,
             r.level, r.audio
           from json_to_recordset($2) as r ("row" integer, source_id text, front text, back text,
             example_sentence text, definition text, part_of_speech text, level text, audio text)`,
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
