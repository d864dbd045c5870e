import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';

/** Checks of the screen as it stands: accessible (axe), and no wider than the window. */
export function screenCheck(t: Test, page: Page): (screen: string) => Promise<void> {
  return async (screen) => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    t.same(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
      screen,
    );
    t.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      page.viewportSize()!.width,
      `${screen} fits`,
    );
  };
}
