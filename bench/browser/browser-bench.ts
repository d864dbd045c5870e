import { type BrowserContextOptions, chromium } from 'playwright-core';
import { CHROMIUM, neededProgram } from '../../bin/check/needed-program.ts';
import { ensureClient } from '../../bin/launcher/client-build.ts';
import { person } from '../../bin/speed/speed-school.ts';
import { startServer } from '../load/server-process.ts';
import { openBenchDatabase } from '../school/bench-database.ts';

/** The product with one account, and a browser in which it is logged in. */
export async function openBrowserBench(role: 'student' | 'teacher') {
  await ensureClient({ log: console.log });
  const { pool, ...bench } = await openBenchDatabase();
  const { port } = await startServer(bench, 'api/server.ts');
  const browser = await chromium.launch({
    executablePath: neededProgram(CHROMIUM, process.env.CHROMIUM_PATH),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const { id, login } = await person(baseUrl, role, 'Lan');
  return {
    pool,
    baseUrl,
    userId: id,
    newContext: async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext(options);
      await context.addInitScript((items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      }, login);
      return context;
    },
    close: async () => {
      await browser.close();
      await bench.close();
    },
  };
}
