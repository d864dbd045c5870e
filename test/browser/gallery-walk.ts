import type { Page } from 'playwright-core';
import type { Locale } from '../../core/locale.ts';
import { readPoCatalog } from '../web/po-catalog.ts';
import type { BrowserTest } from './browser-harness.ts';

/** A walk through screens in one look; each step checks the screen as it stands. */
export interface Walk {
  test: BrowserTest;
  page: Page;
  /** A text of the interface as the walk's language has it, with this value in its place; throws when there is none. */
  say(text: string, value?: string | number): string;
  /** Opens a path. */
  open(path: string): Promise<void>;
  /** Presses the button of exactly this name. */
  press(text: string, value?: string | number): Promise<void>;
  /** Opens the menu of the header, where there is one. */
  openMenu(): Promise<void>;
  check(screen: string): Promise<void>;
}

export function startWalk(
  test: BrowserTest,
  page: Page,
  locale: Locale,
  check: (screen: string) => Promise<void>,
): Walk {
  const catalog = readPoCatalog(locale);
  const say: Walk['say'] = (text, value) => {
    const said = catalog.get(text);
    if (!said) throw new Error(`No ${locale} text for “${text}”`);
    return value === undefined ? said : said.replace(/\{\w+\}/, String(value));
  };
  const button = (text: string, value?: string | number) =>
    page.getByRole('button', { name: say(text, value), exact: true });
  return {
    test,
    page,
    say,
    open: async (path) => void (await page.goto(`${test.baseUrl}${path}`)),
    press: (text, value) => button(text, value).click(),
    async openMenu() {
      await page.getByRole('banner').getByRole('link').first().waitFor();
      const name = await page.evaluate(() => localStorage.getItem('user_name'));
      if (name !== null) await button('Your menu, {name}', name).click();
      else if (await button('Open the menu').isVisible()) await button('Open the menu').click();
    },
    check,
  };
}
