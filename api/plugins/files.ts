import { mkdirSync } from 'node:fs';
import { basename, posix } from 'node:path';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';
import { AppError } from '../../core/contract/errors.ts';
import { OWN_DATA, type Storage, UPLOADED_IMPORTS } from '../../core/files/storage.ts';
import { CLOSED_FOLDER } from '../../core/files/upload.ts';

const PLAYABLE = /\.(mp3|wav|ogg|opus|m4a|aac|webm|flac|png|jpe?g|webp|avif)$/i;

/** What was uploaded to be imported is for the workers alone. A file of own data is fetched with a token. */
const isPrivate = (path: string): boolean =>
  [UPLOADED_IMPORTS, OWN_DATA].some((folder) => posix.normalize(`/${path}`).startsWith(`/${folder}/`));

/**
 * Keeps a file opened as a page from running, loading or sending anything. Within a page of ours it plays as before.
 */
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the files of cards and exams at /storage/…: with ranges, and cached for good, since a key is a content hash.
 * Needs no token, which a browser's audio element cannot send. Addresses cannot be guessed, so knowing one shows that
 * the server gave it.
 */
export const files = fp<{ storage: Storage }>(
  async (app, { storage }) => {
    const { folder, disk } = storage;
    if (folder) {
      mkdirSync(folder, CLOSED_FOLDER);
      await app.register(fastifyStatic, {
        root: folder,
        prefix: '/storage/',
        decorateReply: false,
        index: false,
        cacheControl: false,
        dotfiles: 'ignore',
        allowedPath: (path) => !isPrivate(path),
        setHeaders: (response, path) => {
          response.header('cache-control', YEAR);
          response.header('content-security-policy', SANDBOX);
          if (!PLAYABLE.test(path))
            response.header('content-disposition', `attachment; filename="${basename(path)}"`);
        },
      });
      return;
    }
    app.get<{ Params: { '*': string } }>('/storage/*', async (request, reply) => {
      const key = request.params['*'];
      if (isPrivate(key) || !(await disk.exists(key))) throw new AppError('route_not_found');
      const url = await disk.getSignedUrl(key, { expiresIn: '1 hour' });
      return reply.header('cache-control', 'private, max-age=3000').redirect(url);
    });
  },
  { name: 'files' },
);
