import type { Pool } from 'pg';
import type { LogExportFormat } from '../log.schema.ts';
import type { Position } from '../position.ts';
import { LogGapError } from '../read.ts';
import { type EventFormat, eventFormats } from './event-formats.ts';
import type { ExportPlan } from './export-events.ts';
import { ParquetWriting, parquetColumns } from './parquet-columns.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Part of an export's plan, read. */
interface Page<Part> {
  /** Undefined when no event of this page is wanted. */
  parts: Part | undefined;
  /** How many events they are. */
  events: number;
  /** How far the partition has been read with this page. */
  partition: number;
  position: number;
  /** Of all positions to be read, how many this page has read. */
  read: number;
}

const PAGE_SIZE = 5_000;

/** Pages that are asked for before they are needed. Postgres takes most of the time, each page one process of it. */
const PAGES_AHEAD = 3;

/**
 * Yields the parts of the events, by partition and position, a page at a time. A part is text or bytes of each event,
 * described in SQL over the columns of `events`. Postgres strings the parts together. Each page is a statement of its
 * own: a slow reader holds no transaction open. Throws a LogGapError at a missing event.
 */
async function* readPages<Part extends Record<string, string | Buffer>>(
  pool: Pool,
  plan: ExportPlan,
  parts: Record<keyof Part, string>,
): AsyncGenerator<Page<Part>> {
  const asked: Promise<Page<Part>>[] = [];
  const ranges = pageRanges(plan);
  try {
    for (;;) {
      while (asked.length < PAGES_AHEAD) {
        const next = ranges.next();
        if (next.done) break;
        const page = readPage(pool, plan, parts, next.value);
        // It is awaited in its turn; until then its failure is not an unhandled one.
        page.catch(() => {});
        asked.push(page);
      }
      const page = await asked.shift();
      if (!page) return;
      yield page;
    }
  } finally {
    await Promise.allSettled(asked);
  }
}

interface PageRange {
  partition: number;
  after: number;
  until: number;
}

/** Positions have no gaps, so where each page begins and ends is known before any is read. */
function* pageRanges({ ranges }: ExportPlan): Generator<PageRange> {
  for (const { partition, after, head } of ranges)
    for (let from = after; from < head; from += PAGE_SIZE)
      yield { partition, after: from, until: Math.min(from + PAGE_SIZE, head) };
}

async function readPage<Part extends Record<string, string | Buffer>>(
  pool: Pool,
  { filter, students, erased }: ExportPlan,
  parts: Record<keyof Part, string>,
  { partition, after, until }: PageRange,
): Promise<Page<Part>> {
  const conditions = ['true'];
  const values: unknown[] = [partition, after, until];
  const where = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  where(filter.deckId, (deck) => `data->'deck_id' = to_jsonb(${deck}::integer)`);
  where(students, (list) => `student_id = any (${list}::integer[])`);
  where(erased.length ? erased : undefined, (list) => `student_id <> all (${list}::integer[])`);
  const own = conditions.join(' and ');
  const columns = Object.entries<string>(parts).map(
    ([name, value]) => `string_agg(${value}, '') filter (where ${own}) as "${name}",`,
  );
  // Those that are filtered out are read as well: a missing one is not the same as one that was not asked for.
  const { rows } = await pool.query(
    `/* readPage */ select ${columns.join(' ')}
       count(*) filter (where ${own})::integer as events, count(*)::integer as read
     from (select * from events where partition = $1 and position > $2 and position <= $3 order by position) e`,
    values,
  );
  const { events, read, ...found } = rows[0]!;
  if (read !== until - after)
    throw new LogGapError(
      `partition ${partition} has ${read} events from position ${after + 1} to ${until}, not ${until - after}`,
    );
  return { parts: events ? found : undefined, events, partition, position: until, read };
}

/** A piece of an exported file. */
interface ExportedChunk {
  /** What comes next in the file; empty at times. */
  chunk: string | Buffer;
  /** How many events are in it. */
  events: number;
  /** Positions read since the chunk before; the plan's total in all. */
  read: number;
  /** How far the export has come with it, in the partitions where it has gone on. */
  reached: Position[];
}

interface ExportOptions {
  /** Names in place of the students' numbers, and no hashes. */
  pseudonyms?: Pseudonyms | undefined;
  /** Ends the file early when it is aborted; what has been written until then is a whole file. */
  signal?: AbortSignal | undefined;
}

type Parts = Record<string, string | Buffer>;

/** Few enough to be held in memory, enough for a reader to go through quickly. */
const ROW_GROUP_EVENTS = 60_000;

/** Of text, which counts when events are larger than usual. */
const ROW_GROUP_CHARACTERS = 40_000_000;

/**
 * Yields a Parquet file, a row group at a time. However it ends but by its reader, its footer is written, without which none
 * of it could be read.
 */
async function* exportParquet(
  pool: Pool,
  plan: ExportPlan,
  { pseudonyms, signal }: ExportOptions,
): AsyncGenerator<ExportedChunk> {
  const columns = parquetColumns(pseudonyms !== undefined);
  const parts = Object.fromEntries(columns.map(({ schema, part }) => [schema.name, part]));
  const writing = new ParquetWriting(pseudonyms !== undefined);
  const reached = new Map<number, number>();
  let events = 0;
  let characters = 0;
  const written = async (isLast = false): Promise<ExportedChunk> => {
    const positions = Array.from(reached, ([partition, position]) => ({ partition, position }));
    const group = { events, read: 0, reached: positions };
    reached.clear();
    events = 0;
    characters = 0;
    return { ...group, chunk: Buffer.from((await writing.end(isLast)).buffer) };
  };
  /** The row group that is written while the next one is read. */
  let group: Promise<ExportedChunk> | undefined;
  let failure: unknown;
  try {
    try {
      for await (const page of readPages<Parts>(pool, plan, parts)) {
        if (signal?.aborted) break;
        if (page.parts) writing.add(pseudonyms ? renamed(page.parts, pseudonyms) : page.parts);
        reached.set(page.partition, page.position);
        events += page.events;
        for (const part of Object.values(page.parts ?? {})) characters += part.length;
        yield { chunk: '', events: 0, read: page.read, reached: [] };
        if (events < ROW_GROUP_EVENTS && characters < ROW_GROUP_CHARACTERS) continue;
        if (group) yield await group;
        group = written();
        // It is awaited in its turn.
        group.catch(() => {});
      }
    } catch (error) {
      failure = error;
    }
    if (group) yield await group;
    yield await written(true);
    if (failure) throw failure;
  } finally {
    await writing.close();
  }
}

/** Returns a page with names in place of the students' numbers; both are lines. */
function renamed(page: Parts, pseudonyms: Pseudonyms): Parts {
  const lines = (part: string | Buffer | undefined, rename: (line: string) => string) =>
    String(part).replace(/.+/g, rename);
  return {
    ...page,
    id: lines(page.id, (id) => pseudonyms.eventId(id)),
    student: lines(page.student, (student) => pseudonyms.name(student)),
  };
}

export const EXPORT_MEDIA_TYPES: Record<LogExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * Yields the whole file of an export in pieces, of which one or two are in memory at a time. Throws a LogGapError at a
 * missing event, after the pieces that end the file.
 */
export function exportChunks(
  pool: Pool,
  plan: ExportPlan,
  format: LogExportFormat,
  options: ExportOptions = {},
): AsyncGenerator<ExportedChunk> {
  return format === 'parquet'
    ? exportParquet(pool, plan, options)
    : exportLines(pool, plan, eventFormats[format], options);
}

async function* exportLines(
  pool: Pool,
  plan: ExportPlan,
  format: EventFormat,
  { pseudonyms, signal }: ExportOptions,
): AsyncGenerator<ExportedChunk> {
  const withHash = pseudonyms === undefined;
  yield { chunk: format.header(withHash), events: 0, read: 0, reached: [] };
  for await (const page of readPages<{ lines: string }>(pool, plan, { lines: format.line(withHash) })) {
    if (signal?.aborted) return;
    const { parts: { lines } = { lines: '' }, events, read, partition, position } = page;
    const chunk = pseudonyms ? pseudonyms.replace(lines, format) : lines;
    yield { chunk, events, read, reached: [{ partition, position }] };
  }
}
