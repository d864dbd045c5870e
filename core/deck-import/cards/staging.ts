import type { ClientBase, Pool } from 'pg';
import { CARD_SIDES, CARD_TEXT_NAMES, type CardSide, cardTextColumns } from '../../contract/card-fields.ts';
import type { StoredPicture } from '../../files/stored-picture.ts';
import type { SampleCard } from '../import-report.schema.ts';
import type { CardRow } from './card-row.ts';
import { LISTENING_FRONT, PICTURE_SIDE } from './card-source.ts';
import { type RowFiles, type StoredFiles, settledFiles } from './named-files.ts';

const PICTURE_NAMES = CARD_SIDES.flatMap((side) => [`${side}_picture`, `${side}_picture_alt`] as const);

/** Forgets what an import has read. */
export async function clearStaging(db: Pool | ClientBase, importId: number): Promise<void> {
  for (const staged of ['deck_import_rows', 'deck_import_answers'])
    await db.query(`delete from ${staged} where import_id = $1`, [importId]);
}

/** Adds rows, in one statement. */
export async function stageRows(
  client: ClientBase,
  importId: number,
  rows: readonly CardRow[],
): Promise<void> {
  await client.query({
    name: 'stage_rows',
    text: `insert into deck_import_rows
             (import_id, "row", source_id, ${cardTextColumns()}, audio, tags, further, incomplete,
              ${PICTURE_NAMES.join(', ')})
           select $1, r."row", r.source_id, ${cardTextColumns('r')}, r.audio, r.tags,
             nullif(r.further, '[]'), r.incomplete, ${PICTURE_NAMES.map((name) => `r.${name}`).join(', ')}
           from json_to_recordset($2) as r ("row" integer, source_id text,
             ${CARD_TEXT_NAMES.map((name) => `${name} text`).join(', ')}, audio text, tags text[],
             further jsonb, incomplete text[], ${PICTURE_NAMES.map((name) => `${name} text`).join(', ')})`,
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

/** Rows that are settled at a time. */
const SETTLED = 500;

/** Notes where further files came to lie. Of what could not be stored the next one takes the place. */
export async function placeFurther(client: ClientBase, importId: number, stored: StoredFiles): Promise<void> {
  const names = ['audio', ...PICTURE_NAMES];
  const files = ['audio_file', ...CARD_SIDES.map((side) => `${side}_picture_file`)];
  for (let after = -1; ; ) {
    const { rows } = await client.query<RowFiles & { row: number }>(
      `select "row", ${names.join(', ')}, further, incomplete from deck_import_rows
       where import_id = $1 and "row" > $2 and further is not null order by "row" limit ${SETTLED}`,
      [importId, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)!.row;
    const columns = [...names, ...files, 'further_files', 'incomplete'];
    await client.query(
      `update deck_import_rows r set ${columns.map((name) => `${name} = s.${name}`).join(', ')}
       from json_to_recordset($2) as s ("row" integer, ${names.map((name) => `${name} text`).join(', ')},
         audio_file text, ${CARD_SIDES.map((side) => `${side}_picture_file jsonb`).join(', ')},
         further_files jsonb, incomplete text[])
       where r.import_id = $1 and r."row" = s."row"`,
      [importId, JSON.stringify(rows.map((row) => ({ ...settledFiles(row, stored), row: row.row })))],
    );
  }
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

/** Notes what was stored of pictures: for each name that rows have. */
export async function placePictures(
  client: ClientBase,
  importId: number,
  pictures: ReadonlyMap<string, StoredPicture>,
): Promise<void> {
  const stored = [...pictures.values()].map((picture) => JSON.stringify(picture));
  for (const side of CARD_SIDES)
    await client.query(
      `update deck_import_rows r set ${side}_picture_file = p.picture
       from unnest($2::text[], $3::jsonb[]) as p (name, picture)
       where r.import_id = $1 and r.${side}_picture = p.name`,
      [importId, [...pictures.keys()], stored],
    );
}

/** A card on one of whose sides nothing is left, since its picture cannot be shown. */
export interface EmptySide {
  row: number;
  side: CardSide;
  front: string;
  back: string;
}

/**
 * Makes rows whose picture cannot be shown rows without it, so that a card keeps the one it has. Removes and returns
 * those in which the picture was all that stood on a side.
 */
export async function dropUnshown(client: ClientBase, importId: number): Promise<EmptySide[]> {
  const isUnshown = (side: CardSide): string =>
    `${side}_picture is not null and ${side}_picture_file is null`;
  const { rows } = await client.query<EmptySide>(
    `delete from deck_import_rows
     where import_id = $1 and (front = $2 and ${isUnshown('front')} or back = $2 and ${isUnshown('back')})
     returning "row", case when front = $2 and ${isUnshown('front')} then 'front' else 'back' end as side, front, back`,
    [importId, PICTURE_SIDE],
  );
  for (const side of CARD_SIDES)
    await client.query(
      `update deck_import_rows set ${side}_picture = null where import_id = $1 and ${isUnshown(side)}`,
      [importId],
    );
  return rows.sort((one, other) => one.row - other.row);
}

const SAMPLES = 5;

/** The first cards that were read, to be looked at before they are imported. */
export async function sampleCards(client: ClientBase, importId: number): Promise<SampleCard[]> {
  const { rows } = await client.query<SampleCard>(
    `select front, back, example_sentence, audio, front_picture, back_picture from deck_import_rows
     where import_id = $1 order by "row" limit ${SAMPLES}`,
    [importId],
  );
  return rows;
}
