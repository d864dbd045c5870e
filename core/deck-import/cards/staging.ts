import { CARD_SIDES, CARD_TEXT_NAMES, type CardSide, cardTextColumns } from '../../contract/card-fields.ts';
import type { StoredPicture } from '../../files/stored-picture.ts';
import type { Connection, Db } from '../../postgres/transaction.ts';
import type { SampleCard } from '../import-report.schema.ts';
import type { CardRow } from './card-row.ts';
import { LISTENING_FRONT, PICTURE_SIDE } from './card-source.ts';
import { type RowFiles, type StoredFiles, settledFiles } from './named-files.ts';

const PICTURE_NAMES = CARD_SIDES.flatMap((side) => [`${side}_picture`, `${side}_picture_alt`] as const);

/** Forgets what an import has read. */
export async function clearStaging(db: Db, importId: number): Promise<void> {
  for (const staged of ['deck_import_rows', 'deck_import_answers'])
    await db.query(`/* clearStaging */ delete from ${staged} where import_id = $1`, [importId]);
}

/** Adds rows, in one statement. */
export async function stageRows(
  client: Connection,
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
  client: Connection,
  importId: number,
  addresses: ReadonlyMap<string, string>,
): Promise<void> {
  await client.query('/* placeAudio */ select analyze_import_rows()');
  await client.query(
    `/* placeAudio */ update deck_import_rows r set audio_file = a.address
     from unnest($2::text[], $3::text[]) as a (name, address)
     where r.import_id = $1 and r.audio = a.name`,
    [importId, [...addresses.keys()], [...addresses.values()]],
  );
}

/** Rows that are settled at a time. */
const SETTLED = 500;

/** Notes where further files came to lie. Of what could not be stored the next one takes the place. */
export async function placeFurther(client: Connection, importId: number, stored: StoredFiles): Promise<void> {
  const names = ['audio', ...PICTURE_NAMES];
  const files = ['audio_file', ...CARD_SIDES.map((side) => `${side}_picture_file`)];
  for (let after = -1; ; ) {
    const { rows } = await client.query<RowFiles & { row: number; front: string }>(
      `/* placeFurther */ select "row", front, ${names.join(', ')}, further, incomplete from deck_import_rows
       where import_id = $1 and "row" > $2 and further is not null order by "row" limit ${SETTLED}`,
      [importId, after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1)!.row;
    const columns = [...names, ...files, 'further_files', 'incomplete'];
    await client.query(
      `/* placeFurther */ update deck_import_rows r set ${columns.map((name) => `${name} = s.${name}`).join(', ')}
       from json_to_recordset($2) as s ("row" integer, ${names.map((name) => `${name} text`).join(', ')},
         audio_file text, ${CARD_SIDES.map((side) => `${side}_picture_file jsonb`).join(', ')},
         further_files jsonb, incomplete text[])
       where r.import_id = $1 and r."row" = s."row"`,
      [importId, JSON.stringify(rows.map((row) => settledRow(row, stored)))],
    );
  }
}

/** Where a sound alone is asked, another one would ask something else. */
function settledRow(
  { row, front, ...files }: RowFiles & { row: number; front: string },
  stored: StoredFiles,
) {
  const isAsked = front === LISTENING_FRONT && files.audio !== null && !stored.audio.has(files.audio);
  return { row, ...settledFiles(isAsked ? { ...files, further: [] } : files, stored) };
}

/** A row that names a file, and its first words. */
interface NamingRow {
  row: number;
  field: FileField;
  name: string;
  front: string;
  back: string;
}

type FileField = 'audio' | `${CardSide}_picture`;
const FILE_FIELDS: readonly FileField[] = ['audio', ...CARD_SIDES.map((side) => `${side}_picture` as const)];

/** Returns the rows that name these files, by field and name, the first first. */
export async function rowsNaming(
  client: Connection,
  importId: number,
  files: readonly { field: 'audio' | 'picture'; name: string }[],
): Promise<NamingRow[]> {
  if (files.length === 0) return [];
  const names = (kind: string): string[] => files.flatMap(({ field, name }) => (field === kind ? name : []));
  const naming = FILE_FIELDS.map(
    (field) => `select "row", '${field}' as field, ${field} as name, front, back from deck_import_rows
      where import_id = $1 and ${field} = any (${field === 'audio' ? '$2' : '$3'})`,
  );
  naming.push(
    `select r."row", case f.use when 'audio' then f.use else f.use || '_picture' end, f.name, r.front, r.back
      from deck_import_rows r, jsonb_to_recordset(r.further) as f (use text, name text)
      where r.import_id = $1 and f.name = any (case f.use when 'audio' then $2 else $3 end)`,
  );
  const { rows } = await client.query<NamingRow>(`${naming.join(' union all ')} order by "row", field`, [
    importId,
    names('audio'),
    names('picture'),
  ]);
  return rows;
}

/**
 * Makes rows whose audio cannot be played rows without audio, so that a card keeps the one it has. Removes and returns
 * those that only ask what is heard.
 */
export async function dropUnplayable(client: Connection, importId: number): Promise<EmptySide[]> {
  const { rows } = await client.query<EmptySide>(
    `/* dropUnplayable */ delete from deck_import_rows
     where import_id = $1 and audio is not null and audio_file is null and front = $2
     returning "row", 'front' as side, front, back`,
    [importId, LISTENING_FRONT],
  );
  await client.query(
    `/* dropUnplayable */ update deck_import_rows set audio = null
     where import_id = $1 and audio is not null and audio_file is null`,
    [importId],
  );
  return rows.sort((one, other) => one.row - other.row);
}

/** Notes what was stored of pictures: for each name that rows have. */
export async function placePictures(
  client: Connection,
  importId: number,
  pictures: ReadonlyMap<string, StoredPicture>,
): Promise<void> {
  const stored = [...pictures.values()].map((picture) => JSON.stringify(picture));
  for (const side of CARD_SIDES)
    await client.query(
      `/* placePictures */ update deck_import_rows r set ${side}_picture_file = p.picture
       from unnest($2::text[], $3::jsonb[]) as p (name, picture)
       where r.import_id = $1 and r.${side}_picture = p.name`,
      [importId, [...pictures.keys()], stored],
    );
}

/** A card on one of whose sides nothing is left, since its file cannot come along. */
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
export async function dropUnshown(client: Connection, importId: number): Promise<EmptySide[]> {
  const isUnshown = (side: CardSide): string =>
    `${side}_picture is not null and ${side}_picture_file is null`;
  const { rows } = await client.query<EmptySide>(
    `/* dropUnshown */ delete from deck_import_rows
     where import_id = $1 and (front = $2 and ${isUnshown('front')} or back = $2 and ${isUnshown('back')})
     returning "row", case when front = $2 and ${isUnshown('front')} then 'front' else 'back' end as side, front, back`,
    [importId, PICTURE_SIDE],
  );
  for (const side of CARD_SIDES)
    await client.query(
      `/* dropUnshown */ update deck_import_rows set ${side}_picture = null where import_id = $1 and ${isUnshown(side)}`,
      [importId],
    );
  return rows.sort((one, other) => one.row - other.row);
}

const SAMPLES = 5;

/** The first cards that were read, to be looked at before they are imported. */
export async function sampleCards(client: Connection, importId: number): Promise<SampleCard[]> {
  const { rows } = await client.query<SampleCard>(
    `/* sampleCards */ select front, back, example_sentence, audio, front_picture, back_picture from deck_import_rows
     where import_id = $1 order by "row" limit ${SAMPLES}`,
    [importId],
  );
  return rows;
}
