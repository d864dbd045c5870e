import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../school/bench-database.ts';
import { openBrowserBench } from './browser-bench.ts';

/**
 * How long a student's home takes to be drawn, from the navigation to the first contentful paint: the first visit, and
 * later ones, which the service worker answers. It is stopped before each, as on a device that did something else.
 */
const VISITS = 9;
const ASKED_MS = 500;
/** A cheap phone on a slow line. */
const PHONE = {
  latency: 300,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
};
const PHONE_CPU = 4;

const bench = await openBrowserBench('student');

/** Milliseconds from the navigation until something of the page was drawn. */
async function visit(context: BrowserContext, isPhone: boolean): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  if (isPhone) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', PHONE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU });
  }
  await page.goto(`${bench.baseUrl}/student`);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  const painted = await firstPaint(page);
  await page.close();
  return painted;
}

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);

for (const isPhone of [false, true]) {
  const context = await bench.newContext();
  const first = await visit(context, isPhone);
  const page = await context.newPage();
  await page.goto(`${bench.baseUrl}/student`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
  const later: number[] = [];
  for (let round = 0; round < VISITS; round++) later.push(await visit(context, isPhone));
  const figures = `first ${first.toFixed(0)} ms, later ${median(later).toFixed(0)} ms, at most ${Math.max(...later).toFixed(0)} ms`;
  console.log(`${isPhone ? 'phone   ' : 'computer'}: ${figures} (asked: under ${ASKED_MS})`);
  await context.close();
}
await bench.close();
process.exit(0);
