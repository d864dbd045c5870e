import type { Pool } from 'pg';
import type { LogExportFormat } from '../log.schema.ts';
import { type EventFormat, eventFormats } from './event-formats.ts';
import type { ExportPlan } from './export-events.ts';
import { readPages } from './export-pages.ts';
import type { ExportedChunk, ExportOptions } from './exported-chunk.ts';
import { exportParquet } from './parquet-export.ts';

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
