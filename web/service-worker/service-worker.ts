import { answerRange } from './audio-range.ts';
import { createShell, type Shell } from './shell.ts';

/** What the worker hears of. The library of types for pages does not have these. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & MessageEvent) => void): void;
}

/** Written in by the build. */
declare const SHELL: Shell;

/** What is data, or a file for its own sake: as in the server, all else without an ending is a page. */
const NOT_PAGES = /^\/(api|storage|healthz|readyz|metrics)(\/|$)|\.\w+$/;

const worker = globalThis as unknown as WorkerScope;
const shell = createShell(SHELL, { caches, fetch: (request) => fetch(request) });

worker.addEventListener('install', (event) => event.waitUntil(shell.install()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(shell.dropOlder().then(() => worker.clients.claim())),
);

// A newer worker waits until a page says so: what is open goes on with the version that it began with.
worker.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(worker.skipWaiting());
});

/** Of the site's logo nothing is kept. */
const isPlayed = (request: Request, pathname: string): boolean =>
  pathname.startsWith('/storage/') && request.destination !== 'image';

/** Files that were kept for a student are heard and seen without the network, too. */
async function keptFile(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  return kept ? answerRange(kept, request.headers.get('Range')) : fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(shell.page(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(shell.asset(request));
  else if (pathname === '/favicon.svg') event.respondWith(shell.asset(request));
  else if (pathname.startsWith('/storage/cards/') || isPlayed(request, pathname))
    event.respondWith(keptFile(request));
});
