import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Locator,
  type Page,
} from 'playwright-core';
import type { Login } from './speed-school.ts';

/** Fewer than the small deck has left for the day. */
const CARDS = 6;

interface Measuring {
  /** Resolves with the milliseconds from the next tap to the frame with another card. */
  nextCard: () => Promise<number>;
}

/** Notes in the page when a tap came, and when the frame with another card was drawn. */
const noteCards = () => {
  const current = () =>
    document.querySelector('main [role="region"], main section[aria-label]')?.textContent ?? '';
  const nextCard: Measuring['nextCard'] = () =>
    new Promise((resolve) => {
      const heard = (event: Event) => {
        const before = current();
        const look = () =>
          requestAnimationFrame(() => {
            if (current() === before) look();
            // After the frame is drawn.
            else setTimeout(() => resolve(performance.now() - event.timeStamp));
          });
        look();
      };
      addEventListener('click', heard, { capture: true, once: true });
    });
  Object.assign(window, { nextCard });
};

/**
 * Taps where the button is, as a finger does. What Playwright does in the page before and while it taps itself takes
 * the slow processor's time. So does each look whether something is there. Both would be measured as the product's.
 */
async function tapAt(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
}

/** The answer is read before it is rated: by then the card has turned over. */
async function cardHasTurned(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Reveals and rates cards by taps; returns the milliseconds from each tap on a rating to the next card. */
export async function nextCards(browser: OpenBrowser, address: string): Promise<number[]> {
  const page: Page = await browser.context.newPage();
  await page.addInitScript(noteCards);
  await page.goto(address);
  const ratings = page.getByRole('main').getByRole('group').getByRole('button');
  const times: number[] = [];
  const reveal = page.getByRole('button', { name: /^(Reveal|Lật thẻ)/ }).first();
  await reveal.waitFor();
  await slowProcessor(page);
  for (let card = 0; card < CARDS; card++) {
    await reveal.tap();
    await ratings.last().waitFor();
    await cardHasTurned(page);
    const shown = page.evaluate(() => (window as unknown as Measuring).nextCard());
    await tapAt(page, ratings.last());
    times.push(await shown);
  }
  await page.close();
  return times;
}

/** A cheap phone on a slow line, in numbers that Chromium imitates. */
export const PHONE = { bitsPerSecond: 1_600_000, latencyMs: 300, slowdown: 4 };

/** Milliseconds without a request after which a page counts as loaded. */
const QUIET_MS = 1_500;
const PATIENCE_MS = 45_000;

export interface OpenBrowser {
  context: BrowserContext;
  /** Where Lighthouse reaches it. */
  port: number;
  close(): Promise<void>;
}

/** A browser that has seen nothing yet, in Vietnamese, where this person is logged in. */
export async function freshBrowser(
  program: string,
  url: string,
  port: number,
  login: Login = {},
): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'nho-speed-'));
  const { defaultBrowserType: _, ...phone } = devices['Moto G4']!;
  const context = await chromium.launchPersistentContext(folder, {
    ...phone,
    executablePath: program,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', `--remote-debugging-port=${port}`, '--lang=vi', '--accept-lang=vi-VN,vi'],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${url}/healthz`);
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, login);
  return {
    context,
    port,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a page's processor and line those of the phone. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latencyMs,
    downloadThroughput: PHONE.bitsPerSecond / 8,
    uploadThroughput: PHONE.bitsPerSecond / 16,
  });
}

export interface Loaded extends Timings {
  requests: number;
  /** Kilobytes of 1,000 bytes as they travel, with their heads. */
  script: number;
  total: number;
  files: string[];
}

interface Timings {
  fcp: number;
  lcp: number;
  cls: number;
  /** What moved most. */
  moved: string;
  /** The largest thing that is painted. */
  largest: string;
}

/** Notes in the page itself what it paints and what moves. */
const noteTimings = () => {
  const timings: Timings = { fcp: 0, lcp: 0, cls: 0, moved: '', largest: '' };
  Object.assign(window, { speedTimings: timings });
  let most = 0;
  const nameOf = (node: Node | null | undefined): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element
      ? `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`
      : '';
  };
  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') timings.fcp = startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    timings.lcp = entry.startTime;
    timings.largest = nameOf((entry as PerformanceEntry & { element?: Element }).element);
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    if (shift.hadRecentInput) return;
    timings.cls += shift.value;
    if (shift.value > most) {
      most = shift.value;
      timings.moved = nameOf(shift.sources[0]?.node);
    }
  });
};

/** Opens an address cold on the phone and measures until nothing is loaded any more. */
export async function loadOnPhone(browser: OpenBrowser, address: string): Promise<Loaded> {
  const page = await browser.context.newPage();
  const session = await browser.context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await slowDown(session);
  await page.addInitScript(noteTimings);
  const running = new Map<string, { url: string; kind: string }>();
  const done: { url: string; kind: string; bytes: number }[] = [];
  let count = 0;
  let quietSince = Date.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    count += 1;
    running.set(requestId, { url: request.url, kind: String(type) });
    quietSince = Date.now();
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    // A stream has no end.
    if (response.mimeType === 'text/event-stream') running.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = running.get(requestId);
    if (one) done.push({ ...one, bytes: encodedDataLength });
    running.delete(requestId);
    quietSince = Date.now();
  });
  session.on('Network.loadingFailed', ({ requestId }) => void running.delete(requestId));
  await page.goto(address, { waitUntil: 'load', timeout: PATIENCE_MS });
  const begun = Date.now();
  while ((running.size > 0 || Date.now() - quietSince < QUIET_MS) && Date.now() - begun < PATIENCE_MS)
    await page.waitForTimeout(100);
  const timings = await page.evaluate(() => (window as unknown as { speedTimings: Timings }).speedTimings);
  await page.close();
  const kilobytes = (of: typeof done) => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  return {
    ...timings,
    requests: count,
    script: kilobytes(done.filter(({ kind }) => kind === 'Script')),
    total: kilobytes(done),
    files: done.map(({ url, bytes }) => `${(bytes / 1_000).toFixed(1)} kB ${new URL(url).pathname}`),
  };
}

/** Gives a page the phone's processor, not its line: what is measured happens in the page. */
export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
}
