import helmet from '@fastify/helmet';
import type { onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { storageOrigin } from '../../core/files/storage.ts';

/** An answer of the API is data: nothing in it may be run, framed, guessed at or kept. */
export const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Seconds: a year. */
const HSTS_MAX_AGE = 31_536_000;

/** Over TLS only: over plain HTTP a browser ignores it, and a proxy in front may say it itself. */
export const TLS_HEADERS = { 'strict-transport-security': `max-age=${HSTS_MAX_AGE}; includeSubDomains` };

/** Whatever is not under these addresses is a page or a file, with the headers of `pageHeaders`. */
const DATA = /^\/(api(?!\/docs)|healthz|readyz|metrics)/;

/** On every answer that is data; what has failed gets them from the error handler. */
export const securityHeaders = fp(
  async (app) => {
    const setHeaders: onRequestHookHandler = (_request, reply, done) => {
      reply.headers(DATA_HEADERS);
      done();
    };
    const setTlsHeaders: onRequestHookHandler = (request, reply, done) => {
      if (request.protocol === 'https') reply.headers(TLS_HEADERS);
      done();
    };
    app.addHook('onRoute', (route) => {
      const first = DATA.test(route.url) ? [setHeaders, setTlsHeaders] : [setTlsHeaders];
      route.onRequest = [...first, ...[route.onRequest ?? []].flat()];
    });
  },
  { name: 'security-headers' },
);

/** For the routes of the plugin that registers it: scripts and everything else from this host only. */
export const pageHeaders = fp<{ storageUrl: string | undefined; scripts: () => string[] }>(
  async (app, { storageUrl, scripts }) => {
    // Of a bucket, `/storage/…` leads there.
    const files = storageUrl ? [storageOrigin(storageUrl)] : [];
    await app.register(helmet, {
      global: true,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          // Those inside of the documents are known by their hashes.
          scriptSrc: ["'self'", () => scripts().join(' ')],
          // Mantine and the charts set styles on elements.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:', ...files],
          mediaSrc: ["'self'", 'blob:', ...files],
          // The service worker asks for files on the page's behalf.
          connectSrc: ["'self'", ...files],
          workerSrc: ["'self'"],
          manifestSrc: ["'self'"],
          fontSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      frameguard: { action: 'deny' },
      strictTransportSecurity: false,
      // For browsers and plug-ins that nobody has any more.
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    });
  },
  { name: 'page-headers' },
);
