import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import t, { type Test } from 'tap';
import { addressOf, methodOf } from '../../../core/address.ts';
import type { AddressParts, Answer, Call, Input, Optional } from '../../../core/api.ts';
import { testService } from '../../harness/database-harness.ts';
import { sql } from '../../harness/sql.ts';
import { PATIENCE_MS } from '../../harness/within.ts';
import { noteNotices } from './noted-notices.ts';
import { startTestServer, type TestProcess, type TestServer } from './test-server.ts';

export interface BrowserTestOptions
  extends Pick<
    BrowserContextOptions,
    | 'locale'
    | 'viewport'
    | 'timezoneId'
    | 'colorScheme'
    | 'reducedMotion'
    | 'hasTouch'
    /** Default 'block': what a worker answers, the routes of a test do not see. */
    | 'serviceWorkers'
  > {
  /**
   * A product of this test's own, for what everybody would notice: a process taken away, a moved clock, official decks
   * or site settings changed. Default false: the tests of a file share one, each with accounts of its own.
   */
  own?: boolean;
  /** With the administrator and the official decks. Default true; without them only for a product of its own. */
  seed?: boolean;
  /** More settings of a product of its own. */
  env?: Record<string, string>;
  /** Exceptions in the page that this test provokes; all others fail it. */
  expectedPageErrors?: RegExp;
}

interface Sent {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

export interface BrowserTest extends Omit<TestServer, 'close'> {
  page: Page;
  context: BrowserContext;
  browser: Browser;
  /** Asks the database; resolves with the rows. */
  sql: ReturnType<typeof sql>;
  /** Another person's browser. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A call past the browser: status and body. */
  api<C extends Call>(
    call: C,
    ...given: Optional<Input<C> & Pick<Sent, 'token' | 'headers'>>
  ): Promise<{ status: number; body: Answer<C> }>;
  /** What the pages have complained about so far. */
  pageErrors: string[];
  consoleErrors: string[];
  failedLoads: string[];
}

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Tests wait that long before a call comes again. */
const SOON_S = 5;
const SCREENSHOTS = '.tap/screenshots';

let sharedBrowser: Promise<Browser> | undefined;

/** One browser for all tests of a file; what must not be shared is in its contexts. */
function openBrowser(): Promise<Browser> {
  sharedBrowser ??= chromium.launch({
    executablePath: testService('CHROMIUM_PATH'),
    args: FLAGS,
    // Chromium's sandbox refuses to be set up by root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  return sharedBrowser;
}

t.teardown(async () => (await sharedBrowser)?.close());

const onlyForOwn = async (): Promise<never> => {
  throw new Error('Other tests of this file use this product too: ask for { own: true }.');
};
const UNTOUCHABLE: TestProcess = { start: onlyForOwn, stop: onlyForOwn, kill: onlyForOwn };

/** Everybody sees official decks: those that a test has made are so no longer for the tests after it. */
async function onlyTheseOfficial(db: TestServer['db'], deckIds: readonly number[]): Promise<void> {
  await db.query(
    `update decks set is_official = false, official_button_label = null where is_official and id <> all ($1)`,
    [deckIds],
  );
}

let sharedProduct: Promise<TestServer> | undefined;

/** The product that the tests of a file share. It is there until the file ends, and nobody may stop it. */
function openProduct(): Promise<TestServer> {
  if (!sharedProduct) {
    sharedProduct = startTestServer({ content: true }).then(async (product) => {
      t.teardown(product.close);
      const { rows } = await product.db.query<{ id: number }>('select id from decks where is_official');
      const official = rows.map(({ id }) => id);
      return {
        ...product,
        server: UNTOUCHABLE,
        worker: UNTOUCHABLE,
        moveClock: onlyForOwn,
        close: () => onlyTheseOfficial(product.db, official),
      };
    });
  }
  return sharedProduct;
}

/** Milliseconds after which an entry of the history is left as it is: one that a reload has brought along stays. */
const ENOUGH_MS = 1_000;

/** A dialog that closes takes its entry of the history away. That step back ends only after the dialog is gone. */
async function untilStepsBackEnded(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () =>
        document.querySelector('[role=dialog], [role=alertdialog]') !== null ||
        !(history.state as { dialogs?: string[] } | null)?.dialogs?.length,
      undefined,
      { timeout: ENOUGH_MS },
    )
    .catch(() => {});
}

/**
 * Has the pages of a context go elsewhere only when no step back is under way: the browser would end one with the other,
 * as nobody can who has to type an address.
 */
function waitForClosedDialogs(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (...given) => {
      await untilStepsBackEnded(page);
      return goto(...given);
    };
    page.reload = async (...given) => {
      await untilStepsBackEnded(page);
      return reload(...given);
    };
  });
}

/**
 * Milliseconds by which every page draws later, and hears every answer later, than it could. A test that looks without
 * waiting finds what was there before, each time instead of once in a thousand runs. Such a test is mended with a
 * condition to wait for: `LATE_BROWSER=150 npm test -- test/browser/….test.ts`.
 */
const LATE = Number(process.env.LATE_BROWSER ?? 0);

/** Has the pages of a context be late, when that is asked for. */
async function beLate(context: BrowserContext): Promise<void> {
  if (LATE === 0) return;
  await context.addInitScript((late) => {
    // The page's own, before a test puts a clock that it moves itself in its place.
    const later = globalThis.setTimeout.bind(globalThis);
    // React draws what is no direct answer to a click in a task that it posts to itself.
    const post = MessagePort.prototype.postMessage as (this: MessagePort, ...given: unknown[]) => void;
    MessagePort.prototype.postMessage = function postLater(this: MessagePort, ...given: unknown[]) {
      later(() => post.apply(this, given), late);
    };
    const ask = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      const answer = await ask(...given);
      await new Promise((resolve) => later(resolve, late));
      return answer;
    };
  }, LATE);
}

/** Notes what a context's pages complain about. */
function listen(
  context: BrowserContext,
  to: Pick<BrowserTest, 'pageErrors' | 'consoleErrors' | 'failedLoads'>,
): void {
  context.on('weberror', (error) =>
    to.pageErrors.push(`${error.page()?.url()}: ${error.error().stack ?? error.error()}`),
  );
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    to.consoleErrors.push(message.text());
    // A refused script or style is a fault of ours that shows nowhere else.
    if (/Content Security Policy/.test(message.text())) to.pageErrors.push(message.text());
  });
  context.on('requestfailed', (request) =>
    to.failedLoads.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
}

async function keepScreenshots(contexts: BrowserContext[], title: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
  for (const [index, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const path = `${SCREENSHOTS}/${name}-${index + 1}.png`;
    const kept = await page.screenshot({ path, timeout: 5_000 }).then(
      () => path,
      () => 'no screenshot',
    );
    console.error(`${page.url()}: ${kept}`);
  }
}

/** A call that was too many, or for which a busy machine had no time, comes again when it may. */
async function inTurn(url: URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (![429, 503].includes(response.status) || !(seconds <= SOON_S)) return response;
  await response.body?.cancel();
  await pause(seconds * 1_000);
  return inTurn(url, init);
}

/** Opens a page in a fresh browser context on the running product. The other tests of the file use that as well. */
export async function startBrowserTest(t: Test, options: BrowserTestOptions = {}): Promise<BrowserTest> {
  const { own = false, seed = true, env, expectedPageErrors, ...given } = options;
  if (!own && (!seed || env)) throw new Error('Settings, and a product without content, need { own: true }.');
  const [browser, { close, ...product }] = await Promise.all([
    openBrowser(),
    own ? startTestServer({ content: seed, ...(env && { env }) }) : openProduct(),
  ]);
  const contextOptions: BrowserContextOptions = {
    baseURL: product.baseUrl,
    locale: 'en-US',
    // A dialog that is still fading away is found together with the page below it.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...given,
  };
  const complaints = {
    pageErrors: [] as string[],
    consoleErrors: [] as string[],
    failedLoads: [] as string[],
  };
  const contexts: BrowserContext[] = [];
  t.teardown(async () => {
    const unexpected = complaints.pageErrors.filter((error) => !expectedPageErrors?.test(error));
    if (!t.passing() || unexpected.length > 0) {
      await keepScreenshots(contexts, t.name);
      console.error([...complaints.consoleErrors, ...complaints.failedLoads, product.output()].join('\n'));
    }
    for (const context of contexts) await context.close();
    await close();
    if (unexpected.length > 0) throw new Error(`Errors in the page:\n${unexpected.join('\n')}`);
  });
  const newContext = async (more: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ ...contextOptions, ...more });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS / 2);
    listen(context, complaints);
    await noteNotices(context);
    waitForClosedDialogs(context);
    await beLate(context);
    return context;
  };
  const context = await newContext();
  return {
    ...product,
    sql: sql(product.db),
    ...complaints,
    browser,
    context,
    newContext,
    page: await context.newPage(),
    async api<C extends Call>(call: C, ...given: unknown[]) {
      const sent = (given[0] ?? {}) as AddressParts<Call> & Sent;
      const response = await inTurn(new URL(addressOf<Call>(call, sent), product.baseUrl), {
        method: methodOf(call),
        headers: {
          ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(sent.token && { authorization: `Bearer ${sent.token}` }),
          ...sent.headers,
        },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer<C> };
    },
  };
}
