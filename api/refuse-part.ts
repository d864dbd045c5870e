import type { IncomingHttpHeaders } from 'node:http';
import { BATCH_PART } from '../core/batch/batch.schema.ts';
import { AppError } from '../core/errors.ts';

/** Throws `malformed_request` within a batch. It would gather a whole file in memory, or wait for a stream's end. */
export function refusePart(headers: IncomingHttpHeaders, what: 'a file' | 'a page' | 'a stream'): void {
  if (headers[BATCH_PART])
    throw new AppError('malformed_request', { params: { detail: `${what} is no part of a batch` } });
}
