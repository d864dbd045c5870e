import { mkdirSync } from 'node:fs';
import { basename, posix } from 'node:path';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';
import { CLOSED_FOLDER } from '../../core/closed-folder.ts';
import { AppError } from '../../core/errors.ts';
import { type Storage, UPLOADED_IMPORTS } from '../../core/storage.ts';

const PLAYABLE = /\.(mp3|wav|ogg|opus|m4a|aac|webm|flac|png|jpe?g|webp)$/i;

/** What was uploaded to be imported is for the workers alone. */
const isPrivate = (path: string): boolean => posix.normalize(`/${path}`).startsWith(`/${UPLOADED_IMPORTS}/`);

/** Opened as a page, a file may run, load and send nothing; within a page of ours it plays and shows as before. */
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

const YEAR = 'public, max-age=31536000, immutable';

/**
 * The files of cards and exams at /storage/…: with ranges, cached for good since a key is a hash of the content. Without a
 * token, which a browser's audio element cannot send: an address that nobody can guess is what shows that one was told it.
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
