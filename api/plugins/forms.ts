import { rm } from 'node:fs/promises';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyRequest, onErrorHookHandler, preValidationAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, invalidField } from '../../core/contract/errors.ts';
import { isStorageFull } from '../../core/files/storage.ts';
import { type FileRule, openUploadFolder, receiveUpload, type Upload } from '../../core/files/upload.ts';
import { allowSlowRequest } from '../guard/slow-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of the form, as they came. What has not been moved away when the call ends is removed. */
    uploads: Upload[];
  }
}

/** What a form may have beside its file: texts, boundaries and headers. */
const TEXT_MAX = 64 * 1024;
const FIELDS_MAX = 20;
const OTHER_BYTES = 1024 * 1024;

/** However slowly it arrives, a form has come by then or is given up. */
const TIME_MS = 5 * 60_000;

/** A sender of which nothing at all has come for so long is gone. */
const STALL_MS = 60_000;

/** Bytes of a refused form that are still read. Its sender can then read the answer instead of a reset. */
const DISCARD_MAX = 32 * 1024 * 1024;
const DISCARD_MS = 60_000;

export interface FormOptions {
  folder: string;
  files: FileRule[];
  /** Milliseconds in which the whole form must have come. Default 5 minutes. */
  timeMs?: number;
  /** Bytes that the sender may send in all files together. Default what each of them may have. */
  filesMax?(request: FastifyRequest): number;
  /** Bytes that one text may have. Default 64 KiB. */
  textMax?: number;
  /** Makes a body of the texts where they stand for something else; leaves what it cannot read. */
  readTexts?(texts: Record<string, unknown>): object;
}

/**
 * Lets the routes of the plugin that registers it take a form (multipart/form-data) beside JSON. Its texts become the
 * body, checked like a JSON one. Its files are streamed to `folder` and become `request.uploads`. A route's own
 * `preValidation` runs before the form is read and has valid params. So it can refuse by them.
 */
export const forms = fp<FormOptions>(
  async (app, options) => {
    await openUploadFolder(options.folder, new Date());
    await app.register(multipart);
    app.decorateRequest('uploads');

    const readForm: preValidationAsyncHookHandler = async (request, reply) => {
      request.uploads = [];
      if (!request.isMultipart()) return;
      const reservation = await app.uploadLimits.admit(request, options.folder);
      // Of a count that cannot be put right, what was expected stands.
      const count = (bytes: number) => reservation(bytes).catch((error) => request.log.error(error));
      const { body, uploads } = await receive(request, options).catch(async (error: unknown) => {
        await count(0);
        throw error;
      });
      await count(uploads.reduce((sum, { bytes }) => sum + bytes, 0));
      request.body = body;
      request.uploads = uploads;
      if (uploads.length === 0) return;
      const remove = () => void removeAll(uploads).catch((error) => request.log.error(error));
      // Of a sender that has gone Fastify forgets without another hook.
      if (reply.raw.destroyed) remove();
      else reply.raw.once('close', remove);
    };

    app.addHook('onRoute', (route) => {
      const { schema, method, url } = route;
      if (!schema?.consumes?.includes('multipart/form-data'))
        throw new Error(`${method} ${url} does not say that it takes a form`);
      const httpPart = 'params';
      const { params } = schema;
      const check = params
        ? app.validatorCompiler?.({ schema: params, method: String(method), url, httpPart })
        : undefined;
      const readParams: preValidationAsyncHookHandler = async (request) => {
        const result = await check?.(request.params);
        if (typeof result !== 'object') return;
        if (result.error) throw Object.assign(new Error(httpPart), { validation: result.error });
        request.params = result.value;
      };
      route.preValidation = [readParams, ...[route.preValidation ?? []].flat(), readForm];
      route.onError = [...[route.onError ?? []].flat(), discardRest];
    });
  },
  { name: 'forms', dependencies: ['contracts', 'upload-limits'] },
);

async function receive(
  request: FastifyRequest,
  {
    folder,
    files,
    filesMax,
    timeMs = TIME_MS,
    textMax = TEXT_MAX,
    readTexts = (texts) => texts,
  }: FormOptions,
): Promise<{ body: object; uploads: Upload[] }> {
  const mostBytes =
    filesMax?.(request) ?? files.reduce((sum, { maxBytes, most = 1 }) => sum + maxBytes * most, 0);
  if (Number(request.headers['content-length']) > mostBytes + textMax + OTHER_BYTES)
    throw files[0]!.tooLarge(mostBytes);
  // Also while what is left of a refused one is read.
  request.raw.once('close', allowSlowRequest(request.raw));
  limitTime(request.raw, timeMs);
  limitStall(request.raw, STALL_MS);

  const body: Record<string, unknown> = {};
  let textBytes = 0;
  const uploads: Upload[] = [];
  try {
    // The receiver counts the files' bytes.
    const limits = {
      fieldSize: textMax,
      fields: FIELDS_MAX,
      headerPairs: 20,
      fileSize: Number.POSITIVE_INFINITY,
      parts: FIELDS_MAX + files.reduce((sum, { most = 1 }) => sum + most, 0) + 1,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        // A field for a file in which none was chosen; some senders give it no name, which makes it a text.
        if (part.value !== '' || !files.some(({ field }) => field === part.fieldname))
          addText(body, part, textMax);
        textBytes += Buffer.byteLength(String(part.value));
        // A form need not say how long it is, and its texts are kept in memory.
        if (textBytes > textMax + OTHER_BYTES)
          throw new AppError('payload_too_large', { params: { limit: textMax + OTHER_BYTES } });
      } else {
        const rule = files.find(({ field }) => field === part.fieldname);
        const earlier = uploads.filter(({ field }) => field === part.fieldname);
        if (!rule || earlier.length >= (rule.most ?? 1))
          throw invalidField(part.fieldname?.slice(0, 50) || 'file', 'Unexpected file');
        const left = mostBytes - uploads.reduce((sum, { bytes }) => sum + bytes, 0);
        const tooLarge = () => rule.tooLarge(mostBytes);
        const bounded = left < rule.maxBytes ? { ...rule, maxBytes: left, tooLarge } : rule;
        const upload = await receiveUpload(part.file, folder, bounded, part.filename);
        if (upload) uploads.push(upload);
      }
    }
    return { body: readTexts(body), uploads };
  } catch (error) {
    await removeAll(uploads);
    throw toRefusal(error, request);
  } finally {
    limitStall(request.raw, 0);
  }
}

async function removeAll(uploads: Upload[]): Promise<void> {
  for (const { path } of uploads) await rm(path, { force: true });
}

/** A name that comes twice becomes a list, which no schema of a text takes. */
function addText(
  body: Record<string, unknown>,
  { fieldname, value, valueTruncated }: MultipartValue,
  max: number,
): void {
  if (valueTruncated) throw new AppError('payload_too_large', { params: { limit: max } });
  body[fieldname] = fieldname in body ? [body[fieldname], value].flat() : value;
}

function toRefusal(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error });
  // Of our disk; all else is the form's own fault.
  if (syscall) return new AppError('internal_error', { params: { request: request.id }, cause: error });
  return new AppError('malformed_request', { params: { detail: message } });
}

function limitTime(raw: FastifyRequest['raw'], ms: number): void {
  const timer = setTimeout(() => raw.destroy(), ms).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** 0 lifts the limit. An injected request has no connection on which it could stall. */
function limitStall(raw: FastifyRequest['raw'], ms: number): void {
  if ('setTimeout' in raw) raw.setTimeout(ms, ms ? () => raw.destroy() : undefined);
}

/** Takes off the connection what is left of a form that was refused. */
const discardRest: onErrorHookHandler = (request, _reply, _error, done) => {
  const { raw } = request;
  if (request.isMultipart() && !raw.readableEnded && !raw.destroyed) {
    let left = DISCARD_MAX;
    limitTime(raw, DISCARD_MS);
    raw.unpipe();
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) raw.destroy();
    });
    raw.resume();
  }
  done();
};
