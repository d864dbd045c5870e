import helmet from '@fastify/helmet';
import type { onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';

/** An answer of the API is data: nothing in it may be run, framed, guessed at or kept. */
export const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Whatever is not under these addresses is a page or a file, with the headers of `pageHeaders`. */
const DATA = /^\/(api(?!\/docs)|healthz|readyz|metrics)/;

/** On every answer that is data; what has failed gets them from the error handler. */
export const securityHeaders = fp(
  async (app) => {
    const setHeaders: onRequestHookHandler = (_request, reply, done) => {
      reply.headers(DATA_HEADERS);
      done();
    };
    app.addHook('onRoute', (route) => {
      if (!DATA.test(route.url)) return;
      const others = route.onRequest ?? [];
      route.onRequest = [setHeaders, ...(Array.isArray(others) ? others : [others])];
    });
  },
  { name: 'security-headers' },
);

/** For the routes of the plugin that registers it: scripts and everything else from this host only. */
export const pageHeaders = fp(
  async (app) => {
    await app.register(helmet, {
      global: true,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // Mantine and the charts set styles on elements.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ["'self'", 'blob:', 'https:'],
          connectSrc: ["'self'"],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
    });
  },
  { name: 'page-headers' },
);
