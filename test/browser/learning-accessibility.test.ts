import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { startBrowserTest } from './browser-harness.ts';
import { learner, openDeck } from './learning-in-browser.ts';

const PHONE = { width: 360, height: 640 };

/** Nothing that axe finds, nothing wider than the screen, and these buttons on it without scrolling. */
async function check(t: Test, page: Page, buttons: Locator): Promise<void> {
  await buttons.waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  t.same(
    violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
    [],
  );
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  const box = await buttons.boundingBox();
  t.ok(box && box.y + box.height <= PHONE.height);
}

for (const { locale, colorScheme, reveal, ratings, settings } of [
  {
    locale: 'vi-VN',
    colorScheme: 'light',
    reveal: 'Lật thẻ',
    ratings: 'Bạn nhớ thẻ này đến đâu?',
    settings: 'Sửa cài đặt của bộ thẻ',
  },
  {
    locale: 'en-US',
    colorScheme: 'dark',
    reveal: 'Reveal',
    ratings: 'How well did you know it?',
    settings: "Edit the deck's settings",
  },
] as const) {
  t.test(`LRN-19 LRN-21 usable at 360 px and accessible: ${locale}, ${colorScheme}`, async (t) => {
    const look = { locale, colorScheme, viewport: PHONE, reducedMotion: 'reduce' } as const;
    const test = await startBrowserTest(t, look);
    const { page } = test;
    const card = { front: 'a'.repeat(80), back: 'Tôi không hiểu câu này '.repeat(8).trim() };
    const title = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
    await openDeck(test, await (await learner(test)).deck(title, [card]));
    const button = page.getByRole('button', { name: reveal, exact: true });
    await check(t, page, button);
    await button.click();
    await check(t, page, page.getByRole('group', { name: ratings }));
    await page.getByRole('button', { name: settings }).click();
    await check(t, page, page.getByRole('dialog'));
  });
}

t.test('what changes is announced', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  await openDeck(test, await (await learner(test)).deck('One word', [{ front: 'house', back: 'nhà' }]));
  const announced = page.locator('[aria-live="polite"]').filter({ hasText: /house|nhà/ });
  await page.getByRole('button', { name: 'Reveal', exact: true }).waitFor();
  t.same(await announced.allInnerTexts(), ['Card 1 of 1: house']);
  await page.getByRole('button', { name: 'Reveal', exact: true }).click();
  await page.getByRole('button', { name: 'Confident' }).waitFor();
  t.same(await announced.allInnerTexts(), ['Answer: nhà']);
});
