import { randomInt } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, type FieldErrors } from '../../core/contract/errors.ts';
import { isStorageFull, isStorageUnavailable } from '../../core/files/storage.ts';
import {
  isDatabaseFull,
  isForeignKeyViolation,
  isLockTimeout,
  isTransient,
} from '../../core/postgres/postgres-error.ts';
import { isDistributed } from '../../core/postgres/several-servers.ts';
import { DATA_HEADERS, TLS_HEADERS } from './security-headers.ts';

const RANGE_NOT_SATISFIABLE = 416;
const SERVICE_UNAVAILABLE = 503;

/** Of so many different seconds. */
const RETRY_SPREAD = 3;

interface ErrorOptions {
  /** True when there is no account of this number any more, as the database says. */
  isGone?(accountId: number): Promise<boolean>;
  /** Called when something could not be saved for want of room. */
  databaseIsFull?(): void;
}

/** Turns whatever went wrong into an answer with a stable code; what is internal goes to the log only. */
export const errors = fp<ErrorOptions>(
  async (app, { databaseIsFull, isGone }) => {
    /** True for what fails when the account that calls is erased meanwhile: it has no row to refer to, and no role. */
    const isOfErased = async ({ code }: AppError, { account }: FastifyRequest): Promise<boolean> => {
      if ((code !== 'internal_error' && code !== 'wrong_role') || !account || !isGone) return false;
      return isGone(account.id).catch(() => false);
    };
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      // To a player that asks beyond a file's end this is the end; any other status would be a failure.
      if (error.statusCode === RANGE_NOT_SATISFIABLE) return reply.status(RANGE_NOT_SATISFIABLE).send();
      let known = toAppError(error, request);
      if (await isOfErased(known, request)) known = new AppError('unauthenticated', { cause: error });
      if (known.status >= 500) request.log.error(error);
      if (known.code === 'database_full') databaseIsFull?.();
      return send(reply, known);
    });
    app.setNotFoundHandler((_request, reply) => send(reply, new AppError('route_not_found')));
  },
  { name: 'errors' },
);

/** For an address that cannot even be routed (`/api/%`): no hook and no error handler sees it. */
export function unroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(reply, toAppError(error, request));
}

function send(reply: FastifyReply, error: AppError): FastifyReply {
  // Of the answer that it was to be, a file perhaps, nothing is left.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8').headers(DATA_HEADERS);
  if (reply.request.protocol === 'https') reply.headers(TLS_HEADERS);
  if (error.retryAfter !== undefined) {
    // Callers that were sent away together come back apart.
    const spread = error.status === SERVICE_UNAVAILABLE ? randomInt(RETRY_SPREAD) : 0;
    reply.header('retry-after', error.retryAfter + spread);
  }
  return reply.status(error.status).send(error.toBody());
}

/** The sender has gone while its request arrived: nobody reads the answer, and nothing is wrong with us. */
const isAbandoned = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  error.code === 'ECONNRESET' && raw.destroyed && !raw.complete;

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isAbandoned(error, request))
    return new AppError('malformed_request', { params: { detail: 'it broke off' } });
  if (error.validation) return invalid(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', { params: { limit: request.routeOptions.bodyLimit ?? 0 } });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type');
    case 'FST_UNDER_PRESSURE':
      return new AppError('overloaded', { retryAfter: 1 });
  }
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error });
  if (isLockTimeout(error)) return new AppError('overloaded', { retryAfter: 1, cause: error });
  if (isDatabaseFull(error)) return new AppError('database_full', { retryAfter: 1, cause: error });
  if (isTransient(error)) return new AppError('database_unavailable', { retryAfter: 1, cause: error });
  if (isDistributed() && isForeignKeyViolation(error))
    return new AppError('overloaded', { retryAfter: 1, cause: error });
  if (isStorageUnavailable(error))
    return new AppError('storage_unavailable', { retryAfter: 1, cause: error });
  if (error.statusCode && error.statusCode < 500)
    return new AppError('malformed_request', { params: { detail: error.message } });
  return new AppError('internal_error', { params: { request: request.id }, cause: error });
}

/** One entry a field, named as the client sent it: `answers.3.option`. */
function invalid(error: FastifyError): AppError {
  const fields: FieldErrors = {};
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.slice(1).replaceAll('/', '.') || (error.validationContext ?? 'body');
    fields[field] ??= [];
    if (message) fields[field].push(message);
  }
  return new AppError('validation_failed', {
    params: { fields: Object.keys(fields).join(', ') },
    errors: fields,
  });
}
