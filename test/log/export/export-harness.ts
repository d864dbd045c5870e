import { type FileMetaData, parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
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

export async function exportParquetFile(
  pool: Pool,
  filter: ExportFilter = {},
  pseudonyms?: Pseudonyms,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const plan = await planExport(pool, filter);
  for await (const { chunk } of exportChunks(pool, plan, 'parquet', { pseudonyms }))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const inMemory = (file: Buffer): ArrayBuffer =>
  file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;

export const footerOf = (file: Buffer): FileMetaData => parquetMetadata(inMemory(file));

export const columnsOf = (file: Buffer): string[] =>
  parquetSchema(footerOf(file)).children.map(({ element }) => {
    const logical = element.logical_type;
    const unit =
      logical?.type === 'TIMESTAMP' ? ` ${logical.unit} ${logical.isAdjustedToUTC ? 'UTC' : 'local'}` : '';
    return `${element.name} ${element.repetition_type} ${element.type}${logical ? ` ${logical.type}${unit}` : ''}`;
  });

export async function parquetRows(file: Buffer): Promise<ExportedEvent[]> {
  const rows = await parquetReadObjects({
    file: inMemory(file),
    // Bare, since a Date has no microseconds.
    parsers: { timestampFromMicroseconds: (value: bigint) => value } as never,
  });
  return rows.map((row) => ({
    ...row,
    position: Number(row.position),
    occurred_at: iso(row.occurred_at),
    recorded_at: iso(row.recorded_at),
    data: JSON.parse(row.data),
  })) as ExportedEvent[];
}

/** As Postgres writes it: without the zeros at the end. */
function iso(microseconds: bigint): string {
  const seconds = new Date(Number(microseconds / 1_000n)).toISOString().slice(0, 19);
  const fraction = (microseconds % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '');
  return `${seconds}${fraction && `.${fraction}`}Z`;
}
