import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { deep } from '../depth.ts';
import type { BrowserTestOptions } from './browser-harness.ts';

type Look = Required<Pick<BrowserTestOptions, 'locale' | 'colorScheme' | 'viewport'>>;

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1320, height: 900 };

/**
 * How the galleries look at each screen: the two that differ in everything; with TEST_DEPTH=deep every language, theme
 * and width.
 */
export const LOOKS: readonly Look[] = deep
  ? ['vi-VN', 'en-US'].flatMap((locale) =>
      (['dark', 'light'] as const).flatMap((colorScheme) =>
        [NARROW, WIDE].map((viewport) => ({ locale, colorScheme, viewport })),
      ),
    )
  : [
      { locale: 'vi-VN', colorScheme: 'dark', viewport: NARROW },
      { locale: 'en-US', colorScheme: 'light', viewport: WIDE },
    ];

export const lookName = ({ locale, colorScheme, viewport }: Look) =>
  `${locale} ${colorScheme} ${viewport?.width}`;

/** Pixels that a finger hits. */
const TARGET = 44;

/** What people tap on this screen and would miss, with its size. Links within a text are as high as its lines. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const tapped = 'button, select, textarea, [role=tab], [role=menuitem], a.mantine-Button-root, input';
    const large = 'input:is([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])';
    return (
      [...document.querySelectorAll<HTMLElement>(tapped)]
        .filter(
          (one) =>
            !one.matches(large) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .filter((one) => !one.closest('[aria-hidden=true], [inert]'))
        .map((one) => {
          // A button may be drawn out over all of what it stands in.
          let target: Element = one.closest('.mantine-Input-wrapper') ?? one;
          if (getComputedStyle(one, '::after').position === 'absolute')
            while (getComputedStyle(target).position === 'static') target = target.parentElement!;
          return { one, box: target.getBoundingClientRect() };
        })
        // What only screen readers see is a pixel wide.
        .filter(({ box }) => box.width > 1 && box.height > 1)
        .filter(({ box }) => Math.round(box.width) < least || Math.round(box.height) < least)
        .map(({ one, box }) => {
          const name = one.ariaLabel ?? one.textContent?.trim() ?? '';
          return `${one.tagName.toLowerCase()} ${name} ${one.className.slice(0, 60)}: ${Math.round(box.width)} × ${Math.round(box.height)}`;
        })
    );
  }, TARGET);

/** What a window of 1440 by 900 has room for at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** Controls that cannot be brought wholly into the window, or stand behind something that stays there. */
async function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [role="tab"]',
    );
    // A dialog takes the rest of the page away.
    const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
    const found: string[] = [];
    for (const control of dialog?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea') ??
      controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // It comes when it has the focus.
      if (control.getAttribute('href') === '#content') continue;
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const box = control.getBoundingClientRect();
      // What only a screen reader meets, and the file field behind its button.
      if (box.width < 4 || box.height < 4) continue;
      const isInside =
        box.left >= -1 && box.right <= innerWidth + 1 && box.top >= -1 && box.top < innerHeight - 10;
      if (!isInside) found.push(control.outerHTML.slice(0, 120));
    }
    scrollTo(0, 0);
    return found;
  });
}

/** At 200 % nothing is cut, and nothing has to be scrolled sideways. */
async function zoomedCheck(t: Test, page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!;
  if (before.width < ZOOMED.width) return;
  await page.setViewportSize(ZOOMED);
  // Charts and rows follow the width a moment later.
  const fits = await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );
  t.ok(fits, `${screen} fits at 200 %`);
  t.same(await outOfReach(page), [], `${screen}: all controls can be reached at 200 %`);
  await page.setViewportSize(before);
}

/**
 * Checks the screen as it stands: accessible (axe), and no wider than the window. With TEST_PICTURES, the name of a
 * folder, it is photographed as well.
 */
export function screenCheck(t: Test, page: Page): (screen: string) => Promise<void> {
  return async (screen) => {
    // Without frames of other hosts it need not open a page of its own for each look.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
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
    if (page.viewportSize()!.width === NARROW.width)
      t.same(await smallTargets(page), [], `${screen}: what is tapped is large enough`);
    await zoomedCheck(t, page, screen);
    const folder = process.env.TEST_PICTURES;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const name = `${t.name} ${screen}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
}
