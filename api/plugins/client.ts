import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import fp from 'fastify-plugin';
import { AppError } from '../../core/errors.ts';

/** The built client: its files, and its page for every address that is the client's own to interpret. */
export const client = fp<{ folder: string }>(
  async (app, { folder }) => {
    if (!existsSync(folder)) {
      app.log.warn({ folder }, 'the client has not been built: only the API is served');
      return;
    }
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        const hashed = path.includes('/assets/');
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/*', async (request, reply) => {
      const [path = ''] = request.url.split('?');
      const isPage = !path.startsWith('/api') && !path.startsWith('/storage') && !/\.\w+$/.test(path);
      if (!isPage) throw new AppError('route_not_found');
      return reply.sendFile('index.html');
    });
  },
  { name: 'client' },
);
