import { link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { freePort } from '../../../bin/command/free-port.ts';
import type { Running } from '../../../bin/launcher/node-child.ts';
import { startNodeChild } from '../../../bin/launcher/node-child.ts';
import { untilReady } from '../../../bin/launcher/programs.ts';
import { DatabaseClock } from '../../harness/database-clock.ts';
import { addressesOf, createTestDatabase, testService } from '../../harness/database-harness.ts';
import { within } from '../../harness/within.ts';

/** By which every product under test signs its tokens. */
export const JWT_SECRET = 'only for the tests, but long enough';

const DAY_MS = 86_400_000;

/** One of the product's processes, for a test to take away and bring back. */
export interface TestProcess {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface TestServer {
  baseUrl: string;
  db: Pool;
  server: TestProcess;
  worker: TestProcess;
  /** Lets the clocks of product and database jump; the browser's own is Playwright's `page.clock`. */
  moveClock(days: number): Promise<void>;
  output(): string;
  close(): Promise<void>;
}

/** Gives a folder the files of another. The product writes no file in place, so both can have the same. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target);
      await linkFiles(source, target);
    } else await link(source, target);
  }
}

/**
 * Starts the product as it is run: API and worker in processes of their own. Database and data folder are for one test.
 */
export async function startTestServer(options: {
  content: boolean;
  env?: Record<string, string>;
}): Promise<TestServer> {
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  const written: string[] = [];
  try {
    const [database, folder, port] = await Promise.all([
      createTestDatabase({ teardown: (end) => ends.push(end) }, { content: options.content, ownClock: true }),
      mkdtemp(join(tmpdir(), 'nho-browser-')),
      freePort(),
    ]);
    // A new school is asked once which people may come in. The question stands before the administrator's pages.
    await database.pool.query('update site_settings set entry_is_chosen = true');
    ends.push(() => rm(folder, { recursive: true, force: true }));
    if (options.content) await linkFiles(testService('TEST_CONTENT_DIR'), folder);
    const baseUrl = `http://127.0.0.1:${port}`;
    let offset = 0;

    const process_ = (script: string, ready: (running: Running) => Promise<void>): TestProcess => {
      let running: Running | undefined;
      const end = async (how: 'stop' | 'kill') => {
        running?.[how]();
        if (running) await within(running.ended, `${script} ends`);
      };
      const self = {
        async start() {
          const env = {
            // Only what is given: a developer's own settings must not reach the product under test.
            PATH: process.env.PATH,
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
            NODE_ENV: 'test',
            LOG_LEVEL: 'warn',
            JWT_SECRET,
            PORT: String(port),
            PUBLIC_URL: baseUrl,
            ...addressesOf(database.url),
            DATABASE_POOL: '4',
            EVENT_LOOP_DELAY_MAX: '0',
            DISK_FREE_MIN: '0',
            DATA_DIR: folder,
            TEST_CLOCK_OFFSET: String(offset),
            ...options.env,
          };
          // Without tap's hooks, which cost each of them a third of its start.
          const through = ['env', '-u', 'NODE_OPTIONS'];
          const started = startNodeChild({ script, env, output: 'pipe', through });
          for (const stream of [started.child.stdout, started.child.stderr])
            stream?.on('data', (text) => written.push(String(text)));
          running = started;
          await ready(started);
        },
        stop: () => end('stop'),
        kill: () => end('kill'),
      };
      ends.push(self.stop);
      return self;
    };
    const server = process_('api/server.ts', (api) => untilReady(`${baseUrl}/readyz`, [{ 'The API': api }]));
    // It takes work when it is up; nothing answers for it.
    const worker = process_('workers/main.ts', async () => {});
    const startBoth = () => Promise.all([server.start(), worker.start()]);
    await startBoth();
    return {
      baseUrl,
      db: database.pool,
      server,
      worker,
      async moveClock(days) {
        offset += days * DAY_MS;
        await Promise.all([server.stop(), worker.stop()]);
        await new DatabaseClock(database.pool).advance(days * DAY_MS);
        await startBoth();
      },
      output: () => written.join(''),
      close,
    };
  } catch (error) {
    await close();
    throw new Error(`The product did not start:\n${written.join('')}`, { cause: error });
  }
}
