import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createServer } from 'vite';
import { screenCheck } from '../harness/accessible-screen.ts';
import { POINTS, screen } from '../harness/screen.ts';

/** The client from its source, as developers have it, in front of the product under test. */
async function startDevelopment(t: Test, api: string): Promise<string> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'nho-vite-'));
  const vite = await createServer({
    configFile: join(import.meta.dirname, '../../../vite.config.ts'),
    logLevel: 'error',
    cacheDir,
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      proxy: Object.fromEntries(['/api', '/storage'].map((at) => [at, { target: api }])),
    },
  });
  t.teardown(async () => {
    await vite.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  await vite.listen();
  return (vite.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
}

const test = screen({ expectedPageErrors: /Outdated Optimize Dep/ });

test('developers see every component in every state, accessible by day and by night', async (app) => {
  const { t, baseUrl, newContext } = app;
  const address = await startDevelopment(t, baseUrl);
  for (const [colorScheme, width] of [
    ['light', 1320],
    ['dark', 360],
  ] as const)
    await t.test(`${colorScheme} ${width}`, async (t) => {
      const viewport = { width, height: 900 };
      const context = await newContext({ locale: 'en-US', colorScheme, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${address}/design`);
      for (const chapter of ['Colours, depths and type', 'Learning', 'Controls', 'Data and its four states'])
        await page.getByRole('region', { name: chapter }).waitFor();
      await page.getByRole('img', { name: 'Reviews of a week' }).scrollIntoViewIfNeeded();
      await page.locator(POINTS).nth(6).waitFor({ state: 'attached' });
      await screenCheck(t, page, { isForUsers: false })('design');
    });
});
