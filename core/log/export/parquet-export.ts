import type { Pool } from 'pg';
import type { ExportPlan } from './export-events.ts';
import { readPages } from './export-pages.ts';
import type { ExportedChunk, ExportOptions } from './exported-chunk.ts';
import { parquetColumns } from './parquet-columns.ts';
import { ParquetWriting } from './parquet-writing.ts';
import type { Pseudonyms } from './pseudonyms.ts';

type Parts = Record<string, string | Buffer>;

/** Few enough to be held in memory, enough for a reader to go through quickly. */
const ROW_GROUP_EVENTS = 60_000;

/** Of text, which counts when events are larger than usual. */
const ROW_GROUP_CHARACTERS = 40_000_000;

/**
 * Yields a Parquet file, a row group at a time. However it ends but by its reader, its footer is written, without which none
 * of it could be read.
 */
export async function* exportParquet(
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
