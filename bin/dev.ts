/** For working on Nhớ: the product with the client served from its source, and restarted when the server's source changes. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../core/process/config.ts';
import { startProduct } from './launcher/product.ts';
import { runUntilStopped, type Started } from './launcher/run-until-stopped.ts';

const ROOT = join(import.meta.dirname, '..');
const SERVER_FOLDERS = ['api', 'core', 'workers'];
/** An editor writes a file in several steps. */
const SETTLE_MS = 200;

await runUntilStopped(async (around) => {
  const all: Started[] = [];
  const log = (line: string) => console.log(line);
  const api = await startProduct(loadConfig(process.env), {
    signal: around.signal,
    log,
    prepareClient: async () => {},
    started(thing) {
      all.push(thing);
      around.started(thing);
    },
  });

  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    log('Starting the API and the worker again …');
    for (const thing of all) void thing.restart?.();
  };
  const watchers: FSWatcher[] = SERVER_FOLDERS.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(restart, SETTLE_MS);
    }),
  );

  process.env.API_URL = api; // Where vite.config.ts sends what is not the client's.
  const { createServer } = await import('vite');
  const vite = await createServer({ configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  const stop = async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await vite.close();
  };
  around.started({ stop, kill: () => void stop() });
  await vite.listen();
  log(`Nhớ, from its source, is at ${vite.resolvedUrls?.local[0]} (its API at ${api})`);
});
