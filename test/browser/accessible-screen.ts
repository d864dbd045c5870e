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
    const folder = process.env.TEST_PICTURES;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const name = `${t.name} ${screen}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
}
