import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { CLOSED_FOLDER } from '../files/upload.ts';
import { partitionOf } from '../log/position.ts';
import type { CurrentRun } from '../run/current-run.ts';
import type { RunPlace } from '../run/run-kind.ts';
import { OWN_DATA_PARTS } from './own-data-parts.ts';

export interface OwnDataRow {
  user_id: number;
  file_key: string;
}

/** Rows that are in memory at a time. */
const ROWS = 1_000;

/** The events are most of it; what comes before them is that much of the work, in percent. */
const BEFORE_EVENTS = 10;

const ACCOUNT = `
  select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'user_name', u.user_name, 'role', u.role,
    'email_confirmed_at', u.email_confirmed_at, 'email_set_at', u.email_set_at, 'language', u.language, 'time_zone', u.time_zone,
    'letter_keys', u.letter_keys, 'plays_sound', u.plays_sound, 'sound_speed', u.sound_speed,
    'created_at', u.created_at, 'seen_at', u.seen_at, 'disabled_at', u.disabled_at,
    'delete_at', u.delete_at, 'made_in_class', c.name) as row
  from users u left join classes c on c.id = u.made_in_class_id where u.id = $1`;

/**
 * Writes all that is kept of a person into one file of JSON. A page of it is in memory at a time. It is written on this
 * machine first and then stored under its key. What an earlier process may have stored there is overwritten.
 */
export async function performOwnData(
  run: CurrentRun<OwnDataRow>,
  { config, storage, now }: RunPlace,
): Promise<{ bytes: number }> {
  const folder = resolve(config.DATA_DIR, 'uploads');
  const path = `${folder}/own-data-${run.id}`;
  await mkdir(folder, CLOSED_FOLDER);
  try {
    await pipeline(Readable.from(fileText(run, now())), createWriteStream(path, { mode: 0o600 }));
    const { bytes } = { bytes: (await stat(path)).size };
    await run.report({ percent: 99 });
    const { disk } = await storage();
    await disk.putStream(run.row.file_key, createReadStream(path), { contentLength: bytes });
    return { bytes };
  } finally {
    await rm(path, { force: true });
  }
}

async function* fileText(run: CurrentRun<OwnDataRow>, now: number): AsyncGenerator<string> {
  const { client } = run;
  const { user_id: personId } = run.row;
  const { rows } = await client.query<{ row: object }>(ACCOUNT, [personId]);
  yield `{"made_at":${JSON.stringify(new Date(now))},\n"account":${JSON.stringify(rows[0]?.row ?? null)}`;
  const sections = Object.entries(OWN_DATA_PARTS);
  for (const [index, [name, query]] of sections.entries()) {
    await run.report({ percent: Math.floor((BEFORE_EVENTS * index) / sections.length) });
    yield `,\n"${name}":[`;
    yield* listed(sectionRows(client, query, personId));
    yield ']';
  }
  yield ',\n"events":[';
  yield* listed(events(run));
  yield ']}\n';
}

async function* listed(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${page.join(',\n')}`;
    isFirst = false;
  }
}

/** By a cursor of a transaction of its own: an audit log may be long. */
async function* sectionRows(client: ClientBase, query: string, personId: number): AsyncGenerator<string[]> {
  await client.query('begin');
  try {
    await client.query(`declare own_data no scroll cursor for select q.row::text as text from (${query}) q`, [
      personId,
    ]);
    for (;;) {
      const { rows } = await client.query<{ text: string }>(`fetch ${ROWS} from own_data`);
      if (rows.length === 0) break;
      yield rows.map(({ text }) => text);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** The student's own events, in order. Their places are found first: then each page is a look-up of the primary key. */
async function* events(run: CurrentRun<OwnDataRow>): AsyncGenerator<string[]> {
  const { user_id: personId } = run.row;
  const partition = partitionOf(personId);
  const { rows: places } = await run.client.query<{ position: string }>(
    'select position from events where partition = $1 and student_id = $2 order by position',
    [partition, personId],
  );
  for (let from = 0; from < places.length; from += ROWS) {
    const share = from / places.length;
    await run.report({ percent: Math.floor(BEFORE_EVENTS + (98 - BEFORE_EVENTS) * share) });
    const { rows } = await run.client.query<{ text: string }>(
      `select json_build_object('id', id, 'type', type, 'version', version, 'data', data, 'occurred_at', occurred_at,
         'recorded_at', recorded_at)::text as text
       from events where partition = $1 and position = any ($2) order by position`,
      [partition, places.slice(from, from + ROWS).map(({ position }) => position)],
    );
    yield rows.map(({ text }) => text);
  }
}
