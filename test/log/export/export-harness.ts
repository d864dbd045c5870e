import type { Pool } from 'pg';
import type { EventFormatName } from '../../../core/log/export/event-formats.ts';
import { exportChunks } from '../../../core/log/export/export-chunks.ts';
import { type ExportFilter, planExport } from '../../../core/log/export/export-events.ts';
import type { ExportedEvent } from '../../../core/log/export/exported-lines.ts';
import type { Pseudonyms } from '../../../core/log/export/pseudonyms.ts';

export async function exportText(
  pool: Pool,
  filter: ExportFilter = {},
  format: EventFormatName = 'ndjson',
  pseudonyms?: Pseudonyms,
): Promise<string> {
  let text = '';
  const plan = await planExport(pool, filter);
  for await (const { chunk } of exportChunks(pool, plan, format, { pseudonyms })) text += chunk;
  return text;
}

export const eventsOf = (text: string): ExportedEvent[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

export const exported = async (pool: Pool, filter?: ExportFilter, pseudonyms?: Pseudonyms) =>
  eventsOf(await exportText(pool, filter, 'ndjson', pseudonyms));
