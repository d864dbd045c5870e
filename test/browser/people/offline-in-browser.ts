import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import { until } from '../../harness/until.ts';

export const workerReady = (page: Page) =>
  until(
    () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
    'the service worker is in charge',
  );

/** The paths of what is kept for users on this device. */
export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('nho-kept-'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

export const deckKept = (page: Page, deckId: number) =>
  until(async () => (await keptPaths(page)).includes(`/kept/api/decks/${deckId}`), 'the deck is kept');

/** The context's network is gone, or back, and every page knows it. */
export async function setOffline(context: BrowserContext, offline: boolean): Promise<void> {
  await context.setOffline(offline);
  for (const page of context.pages())
    await until(
      () => page.evaluate((is) => navigator.onLine !== is, offline),
      'the page knows of the network',
    );
}

export interface Deployment {
  baseUrl: string;
  /** From now on the server has another version. */
  deploy(): void;
  /** From now on the files of the build that nobody has asked for are no longer there. */
  removeUnseen(): void;
}

/** The product behind another server, on which a new version can be put in its place. */
export async function deployable(t: Test, baseUrl: string): Promise<Deployment> {
  let version = 1;
  const seen = new Set<string>();
  let isComplete = true;
  const server = createServer((incoming, answer) => {
    const { url = '/', method, headers } = incoming;
    if (!isComplete && url.startsWith('/assets/') && !seen.has(url)) {
      answer.writeHead(404).end();
      return;
    }
    seen.add(url);
    const isWorker = url === '/sw.js';
    const { 'if-none-match': _, 'if-modified-since': __, ...whole } = headers;
    const asked = isWorker ? { ...whole, 'accept-encoding': 'identity' } : headers;
    const passed = request(new URL(url, baseUrl), { method, headers: asked }, (response) => {
      const { 'content-length': length, ...others } = response.headers;
      answer.writeHead(
        response.statusCode ?? 500,
        isWorker || length === undefined ? others : response.headers,
      );
      if (!isWorker) response.pipe(answer);
      else {
        response.on('data', (part) => answer.write(part));
        response.on('end', () => answer.end(`\n// version ${version}`));
      }
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy() {
      version += 1;
    },
    removeUnseen() {
      isComplete = false;
    },
  };
}
