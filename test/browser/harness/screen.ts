import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Role } from '../../../core/contract/roles.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { type BrowserTest, type BrowserTestOptions, startBrowserTest } from './browser-harness.ts';

/** The test of the file that is being loaded: this one is loaded once for several. */
declare const runningFile: () => Test;

export interface ScreenOptions<As extends Role> extends BrowserTestOptions {
  /** Somebody of this role is logged in on the test's page, and is in the test under this name. Default: nobody is. */
  as?: As;
  name?: string;
  /** Where the page is, after what `given` makes. Default: outside of the client. */
  at?: string;
}

export type App<As extends Role = never> = BrowserTest & { t: Test } & { [Name in As]: Person };

/** Makes tests that begin alike: with a page in a browser of its own, logged in, and with what `given` makes. */
export function screen<As extends Role = never, Given extends object = object>(
  { as, name, at, ...options }: ScreenOptions<As> = {},
  given?: (app: App<As>) => Promise<Given>,
) {
  return (title: string, body: (app: App<As> & Given) => Promise<unknown>) =>
    runningFile().test(title, async (t) => {
      const started = await startBrowserTest(t, options);
      const person = as && (await makeAccount(started, as, name));
      if (person) await enter(started.page, person);
      const app = { ...started, t, ...(as && { [as]: person }) } as App<As>;
      const scene = { ...app, ...(await given?.(app)) } as App<As> & Given;
      if (at) await started.page.goto(at);
      await body(scene);
    });
}

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Nothing has to be scrolled sideways. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** A bar of nothing is drawn, but has no height to be seen. */
export const DRAWN = { state: 'attached' } as const;

/** The bars of a chart, or the points of its line. */
export const POINTS = '.apexcharts-bar-area, .apexcharts-series-markers-wrap .apexcharts-marker';
