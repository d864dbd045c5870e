import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BATCH_PART } from '../../core/contract/batch.schema.ts';
import { AppError } from '../../core/contract/errors.ts';
import { attachment } from '../../core/deck-export/export-file-name.ts';

/** Throws `malformed_request` within a batch. It would gather a whole file in memory, or wait for a stream's end. */
export function refusePart(headers: IncomingHttpHeaders, what: 'a file' | 'a page' | 'a stream'): void {
  if (headers[BATCH_PART])
    throw new AppError('malformed_request', { params: { detail: `${what} is no part of a batch` } });
}

/** A reader that has taken nothing for so long is gone. */
const STALL_MS = 2 * 60_000;

/** Ends an answer that nobody reads any more. */
export const endWhenStalled = ({ raw }: FastifyReply): void => {
  raw.setTimeout(STALL_MS, () => raw.destroy());
};

/** Sends a table for spreadsheets. A part of it is refused: it would be of another table. */
export function sendCsv(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name, rows }: { name: string; rows: () => Readable },
): FastifyReply {
  refusePart(headers, 'a file');
  endWhenStalled(reply);
  return reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name)).send(rows());
}
