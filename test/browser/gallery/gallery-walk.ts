import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Locale } from '../../../core/text/locale.ts';
import { readPoCatalog } from '../../locales/po-catalog.ts';
import { type Look, screenCheck } from '../harness/accessible-screen.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A walk through screens in one look; each step checks the screen as it stands. */
export interface Walk {
  test: BrowserTest;
  page: Page;
  /** A text of the interface as the walk's language has it, with this value in its place; throws when there is none. */
  say(text: string, value?: string | number): string;
  /** What has this role and is called so. */
  the(role: Role, text: string, value?: string | number): Locator;
  /** Where this is said. */
  said(text: string, value?: string | number): Locator;
  /** Opens a path. */
  open(path: string): Promise<void>;
  /** Presses the button of exactly this name. */
  press(text: string, value?: string | number): Promise<void>;
  /** Opens the menu of the header, where there is one. */
  openMenu(): Promise<void>;
  /** Closes the dialog that is open. */
  closeDialog(): Promise<void>;
  check: Check;
}

/** Looks at the screen once all of this is on it. */
export type Check = (screen: string, ...shown: Locator[]) => Promise<void>;

export function checkOf(t: Test, page: Page): Check {
  const look = screenCheck(t, page);
  return async (screen, ...shown) => {
    for (const each of shown) await each.waitFor();
    await look(screen);
  };
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

function startWalk(test: BrowserTest, page: Page, locale: Locale, check: Check): Walk {
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
    the: (role, text, value) => page.getByRole(role, { name: say(text, value) }),
    said: (text, value) => page.getByText(say(text, value)),
    open: async (path) => void (await page.goto(path)),
    press: (text, value) => button(text, value).click(),
    async openMenu() {
      await page.getByRole('banner').getByRole('link').first().waitFor();
      const name = await page.evaluate(() => localStorage.getItem('user_name'));
      if (name !== null) {
        await button('Your menu, {name}', name).click();
        await page.getByRole('menu').waitFor();
      } else if (await button('Open the menu').isVisible()) await button('Open the menu').click();
    },
    closeDialog: () => closeDialog(page),
    check,
  };
}

/** Goes these ways in one look, in a browser that nobody has used. */
export async function walkInLook(
  t: Test,
  test: BrowserTest,
  look: Look,
  walks: ((walk: Walk) => Promise<void>)[],
): Promise<void> {
  const context = await test.newContext(look);
  t.teardown(() => context.close());
  const page = await context.newPage();
  const locale = look.locale === 'vi-VN' ? 'vi' : 'en';
  const walk = startWalk({ ...test, context, page }, page, locale, checkOf(t, page));
  for (const each of walks) await each(walk);
}
