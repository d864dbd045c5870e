/** The files of one version that open the client without a network. */
export interface Shell {
  /** Of all their names: another one is another version. */
  version: string;
  files: string[];
}

interface ShellParts {
  caches: CacheStorage;
  fetch: (request: Request | string) => Promise<Response>;
}

/** The only file that is the same by name in every version. */
export const PAGE = '/index.html';

const PREFIX = 'nho-shell-';
/** What other pages than the shell's have loaded. */
const ASSETS = 'nho-assets';
/** Files of it at most: some versions' worth. */
const ASSETS_MAX = 400;
/** This version's and the one before, with which other tabs may still be at work. */
const VERSIONS_KEPT = 2;

/** The client's own files: what is kept of them, and how they are answered. */
export function createShell({ version, files }: Shell, { caches, fetch }: ShellParts) {
  const own = `${PREFIX}${version}`;
  let opened: Promise<Cache> | undefined;

  /** Opened once: a page asks for a hundred files at the same moment. */
  const ownCache = (): Promise<Cache> => {
    opened ??= caches.open(own);
    return opened;
  };

  /** Oldest first, without what is not needed any more. */
  async function prune(cache: Cache): Promise<void> {
    const kept = await cache.keys();
    for (const request of kept.slice(0, Math.max(0, kept.length - ASSETS_MAX))) await cache.delete(request);
  }

  return {
    async install(): Promise<void> {
      const cache = await ownCache();
      // Names with a hash never change what they hold; the others are asked for past the browser's cache.
      const requests = files.map((file) =>
        file.startsWith('/assets/') ? new Request(file) : new Request(file, { cache: 'reload' }),
      );
      await cache.addAll(requests);
    },

    /** Versions in the order in which they came. */
    async dropOlder(): Promise<void> {
      const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
      for (const name of names.slice(0, Math.max(0, names.length - VERSIONS_KEPT + 1)))
        await caches.delete(name);
    },

    async page(request: Request): Promise<Response> {
      return (await (await ownCache()).match(PAGE)) ?? fetch(request);
    },

    /** A file of any version that is kept, else the server's. */
    async asset(request: Request): Promise<Response> {
      const matching = { ignoreVary: true };
      const kept =
        (await (await ownCache()).match(request, matching)) ?? (await caches.match(request, matching));
      if (kept) return kept;
      const response = await fetch(request);
      if (response.ok && new URL(request.url).pathname.startsWith('/assets/')) {
        const cache = await caches.open(ASSETS);
        // Without room for it, it is asked for again.
        await cache.put(request, response.clone()).then(
          () => prune(cache),
          () => {},
        );
      }
      return response;
    },
  };
}
