import type { Page, Route } from 'playwright-core';
import type { FieldErrors } from '../../../core/contract/errors.ts';
import { notice } from './noted-notices.ts';

type Matches = (url: URL) => boolean;

export type Refusal = [status: number, body: { code: string; message: string; errors?: FieldErrors }];

const BUSY: Refusal = [
  503,
  { code: 'overloaded', message: 'The server is busy, please try again in a moment' },
];

interface RefusedPart {
  matches: Matches;
  refusal: Refusal;
  /** Set once it is allowed again: what comes then waits for this. */
  allowed?: Promise<void>;
}

interface Refusing {
  parts: Set<RefusedPart>;
  handle: (route: Route) => Promise<void>;
}

/** What is refused of each page's batches. */
const refusing = new WeakMap<Page, Refusing>();

function refusingOf(page: Page): Refusing {
  const known = refusing.get(page);
  if (known) return known;
  const parts = new Set<RefusedPart>();
  const handle = async (route: Route) => {
    const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
    const found = requests.map(({ url }) => {
      const asked = new URL(url, route.request().url());
      return [...parts].find(({ matches }) => matches(asked));
    });
    await Promise.all(found.map((part) => part?.allowed));
    const refusals = found.map((part) => (part?.allowed ? undefined : part?.refusal));
    if (!refusals.some(Boolean)) return route.fallback();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object[] };
    const answered = data.map((entry, index) => {
      const [status, body] = refusals[index] ?? [];
      return status === undefined ? entry : { status, data: { success: false, ...body } };
    });
    await route.fulfill({ response, json: { success: true, data: answered } });
  };
  const made = { parts, handle };
  refusing.set(page, made);
  return made;
}

const BATCH = '**/api/batch';

/** The reads that a page's batches are to be refused; the batch itself and its other parts are answered. */
async function partsToRefuse(page: Page): Promise<Set<RefusedPart>> {
  const { parts, handle } = refusingOf(page);
  // Each time, since a test may have ended all routes of the page meanwhile.
  await page.unroute(BATCH, handle);
  await page.route(BATCH, handle);
  return parts;
}

/** What a path means: a whole one, or one with stars, as Playwright's routes have them, or what path or query look like. */
function matcher(path: string | RegExp): Matches {
  if (typeof path !== 'string') return ({ pathname, search }) => path.test(pathname) || path.test(search);
  const pattern = path.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  return ({ pathname }) => new RegExp(`^${pattern}$`).test(pathname);
}

/**
 * Gives this refusal to the page's calls of one method to one path, in the server's stead. A GET is refused as part of
 * a batch, too. Holds until what is returned is called. A page tries some reads again by itself, at a moment of its
 * own: what is to be tried again by hand is done by `act`, before which none is answered.
 */
export async function refuse(
  page: Page,
  method: string,
  path: string | RegExp,
  refusal: Refusal = BUSY,
): Promise<(act?: () => Promise<void>) => Promise<void>> {
  const matches = matcher(path);
  const parts = await partsToRefuse(page);
  const part: RefusedPart = { matches, refusal };
  if (method === 'GET') parts.add(part);
  const [status, body] = refusal;
  // By its own name, under which a test may also end it.
  const where = typeof path === 'string' && path.startsWith('*') ? path : matches;
  await page.route(where, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (!part.allowed) return route.fulfill({ status, json: { success: false, ...body } });
    await part.allowed;
    return route.fallback();
  });
  return async (act) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    part.allowed = promise;
    await act?.();
    parts.delete(part);
    await page.unroute(where);
    resolve();
  };
}

/** Does this while the server is said to be too busy for such calls, which the page tells after these words. */
export async function failsOnce(
  page: Page,
  method: string,
  path: string | RegExp,
  told: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const allow = await refuse(page, method, path);
  await act();
  await notice(page, 'alert', `${told}: The server is busy`).waitFor();
  await allow();
}
