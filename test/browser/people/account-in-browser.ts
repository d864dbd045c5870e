import type { Page } from 'playwright-core';

/** What the browser's storage holds of a session; cached data, what seals it, and the device, which outlives it, aside. */
export const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries({ ...localStorage }).filter(
        ([key]) => key !== 'device' && !/^nho-(cache|seal)/.test(key),
      ),
    ),
  );

export async function chooseInMenu(
  page: Page,
  name: string,
  role: 'menuitem' | 'menuitemradio' = 'menuitem',
) {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menu').getByRole(role, { name, exact: true }).click();
}

/** In the header, or in the menu of the account where a phone has no room for it. */
export async function chooseLanguage(page: Page, name: 'VI – Tiếng Việt' | 'EN – English'): Promise<void> {
  if (page.viewportSize()!.width >= 640)
    return page.getByRole('banner').getByRole('button', { name }).click();
  await page.getByRole('button', { name: /^(Your menu|Menu của bạn)/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

export const logOut = (page: Page) => chooseInMenu(page, 'Log out');

/** Goes to a page as a link would, without loading anything anew. */
export async function visit(page: Page, path: string): Promise<void> {
  // A page that is drawn ahead takes the address for the one it was drawn for, until it is awake.
  await page.locator('#root:not([inert])').waitFor();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Has the page of the account and its menu loaded, for a test that goes there without a network; then goes back. */
export async function loadAccountPage(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await visit(page, '/account');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
  await visit(page, pathname);
}
