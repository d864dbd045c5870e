import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../core/contract/errors.ts';
import { detectLocale, type Locale } from '../../core/text/locale.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** What the build says of the documents that it has made. */
export interface ClientPages {
  /** Hashes of the scripts inside of them, as a content security policy names them. */
  scripts: string[];
  /** The address of each, with `:name` for what varies. */
  pages: { path: string; name: string }[];
}

/**
 * Returns what reads what the build says of its documents; nothing when there is no build. It reads again when another build
 * has taken the place of one. The scripts of that one are allowed as well: its documents may be on their way.
 */
export function clientPages(folder: string): () => ClientPages {
  const file = join(folder, 'pages.json');
  let known: ClientPages = { scripts: [], pages: [] };
  let readAt: number | undefined;
  return () => {
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined || builtAt === readAt) return known;
    const { scripts, pages } = JSON.parse(readFileSync(file, 'utf8')) as ClientPages;
    known = { scripts: [...new Set([...scripts, ...known.scripts])], pages };
    readAt = builtAt;
    return known;
  };
}

/** Returns the name of an address's document, undefined when the router has no such page. */
function documentOf(path: string, { pages }: ClientPages): string | undefined {
  const parts = path.replace(/(.)\/$/, '$1').split('/');
  return pages.find((page) => {
    const own = page.path.split('/');
    return (
      own.length === parts.length && own.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  })?.name;
}

/** The language that the client will start in, as far as the server can know it. */
const localeOf = ({ headers, hostname }: FastifyRequest): Locale =>
  detectLocale({
    stored: /(?:^|; )language=(vi|en)/.exec(headers.cookie ?? '')?.[1] ?? null,
    browserLanguages: (headers['accept-language'] ?? '').split(',').map((one) => one.split(';')[0]!.trim()),
    host: hostname,
  });

/**
 * What is said of pages and means nothing for a script, a style or a font. A visitor's first page has ten of them, and their
 * heads travel as they are.
 */
const OF_PAGES = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
];

/**
 * The built client: its files, and a document for every address that is the client's own to interpret. Another build may take
 * its place meanwhile.
 */
export const client = fp<{ folder: string; pages: () => ClientPages }>(
  async (app, { folder, pages }) => {
    if (!existsSync(folder)) {
      app.log.warn({ folder }, 'the client has not been built: only the API is served');
      return;
    }
    await app.register(fastifyStatic, {
      // Beside it are files of earlier builds, for pages that were opened then.
      root: [folder, `${folder}.earlier`].filter((one) => existsSync(one)),
      preCompressed: true,
      serve: false,
      index: false,
      cacheControl: false,
      // Nobody asks for a part of a file, and what it is compared by is its tag.
      acceptRanges: false,
      lastModified: false,
      setHeaders: (response, path) => {
        const hashed = path.includes('/assets/');
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // The pages' policy is longer than some of these files, and none of them is a page.
        if (!hashed) return;
        response.header('content-security-policy', DATA_HEADERS['content-security-policy']);
        for (const name of OF_PAGES) response.removeHeader(name);
      },
    });
    app.get('/*', async (request, reply) => {
      const [path = ''] = request.url.split('?');
      if (path.startsWith('/api') || path.startsWith('/storage')) throw new AppError('route_not_found');
      if (/\.\w+$/.test(path)) return reply.sendFile((request.params as { '*': string })['*']);
      const name = documentOf(path, pages());
      if (name === undefined) return reply.sendFile('index.html');
      reply.header('vary', 'accept-encoding, accept-language, cookie');
      return reply.sendFile(`pages/${name}.${localeOf(request)}.html`);
    });
  },
  { name: 'client' },
);
