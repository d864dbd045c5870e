import type { Pool } from 'pg';
import { type EventFormatName, eventFormats } from '../../core/log/event-formats.ts';
import { type ExportFilter, exportPages, planExport } from '../../core/log/export-events.ts';
import type { ExportedEvent } from '../../core/log/exported-line-schema.ts';
import type { Pseudonyms } from '../../core/log/pseudonyms.ts';

/** The whole export as one text, without its header. */
export async function exportText(
  pool: Pool,
  filter: ExportFilter = {},
  format: EventFormatName = 'ndjson',
  pseudonyms?: Pseudonyms,
): Promise<string> {
  let text = '';
  for await (const page of exportPages(
    pool,
    await planExport(pool, filter),
    eventFormats[format],
    pseudonyms,
  ))
    text += page.text;
  return text;
}

/** The lines of an NDJSON export, read. */
export const eventsOf = (text: string): ExportedEvent[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

export const exported = async (pool: Pool, filter?: ExportFilter, pseudonyms?: Pseudonyms) =>
  eventsOf(await exportText(pool, filter, 'ndjson', pseudonyms));
