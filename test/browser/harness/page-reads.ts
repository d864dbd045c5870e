import type { Page } from 'playwright-core';

/** The addresses of each batch that the page sends from now on, and of each read that goes alone. */
export function readsOf(page: Page) {
  const batches: string[][] = [];
  const alone: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/batch') {
      const { requests } = request.postDataJSON() as { requests: { url: string }[] };
      batches.push(requests.map(({ url }) => url).sort());
    } else if (pathname.startsWith('/api/') && request.method() === 'GET') alone.push(pathname + search);
  });
  return { batches, alone };
}

/** The writes that the page sends from now on, as "METHOD /path". */
export function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/'))
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}
