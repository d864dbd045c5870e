import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { deep } from '../../harness/depth.ts';
import type { BrowserTestOptions } from './browser-harness.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export type Look = Required<Pick<BrowserTestOptions, 'locale' | 'colorScheme' | 'viewport'>>;

const NARROW = { width: 360, height: 740 };
/** The narrowest that WCAG 1.4.10 asks for. */
const NARROWEST = { width: 320, height: 640 };
const WIDE = { width: 1320, height: 900 };

/**
 * How the galleries look at each screen: in the longer language, in the dark and on a phone, made wide for a moment; with
 * TEST_DEPTH=deep in every language, theme and width.
 */
export const LOOKS: readonly Look[] = deep
  ? ['vi-VN', 'en-US'].flatMap((locale) =>
      (['dark', 'light'] as const).flatMap((colorScheme) =>
        [NARROW, WIDE].map((viewport) => ({ locale, colorScheme, viewport })),
      ),
    )
  : [{ locale: 'vi-VN', colorScheme: 'dark', viewport: NARROW }];

export const lookName = ({ locale, colorScheme, viewport }: Look) =>
  `${locale} ${colorScheme} ${viewport?.width}`;

/** Pixels that a finger hits. */
const TARGET = 44;

/** What people tap on this screen and would miss, with its size. Only a link within a text may be as high as its lines. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isAlone = (link: Element) => {
      let block = link.parentElement!;
      while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement!;
      const words = [...block.childNodes].filter(
        (node) => !node.contains(link) && node.textContent?.trim() && node.nodeType === Node.TEXT_NODE,
      );
      return words.length === 0;
    };
    const tapped =
      'summary, a[href], button, select, textarea, [role=tab], [role=menuitem], a.mantine-Button-root, input';
    const large = 'input:is([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])';
    return (
      [...document.querySelectorAll<HTMLElement>(tapped)]
        .filter(
          (one) =>
            !one.matches(large) &&
            (!one.matches('a[href]') || isAlone(one)) &&
            one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
        )
        .filter((one) => !one.closest('[aria-hidden=true], [inert]'))
        .map((one) => {
          // It may be drawn out over more than it shows, or over all of what it stands in.
          let target: Element = one.closest('.mantine-Input-wrapper') ?? one;
          const drawn = getComputedStyle(one, '::after');
          if (drawn.position === 'absolute')
            while (getComputedStyle(target).position === 'static') target = target.parentElement!;
          const { width, height } = target.getBoundingClientRect();
          const out = drawn.position === 'absolute' ? [drawn.width, drawn.height].map(Number.parseFloat) : [];
          return { one, box: { width: Math.max(width, out[0] || 0), height: Math.max(height, out[1] || 0) } };
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

/** Circles and boxes that can be chosen, whose edge is not the one that is seen on every ground. */
const faintControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.color = 'var(--control-edge)';
    const { color } = getComputedStyle(sample);
    sample.remove();
    const open =
      'input:is(.mantine-Radio-radio, .mantine-Checkbox-input):not(:checked, :disabled, [data-error])';
    return [...document.querySelectorAll<HTMLInputElement>(open)]
      .filter((one) => !one.indeterminate && getComputedStyle(one).borderTopColor !== color)
      .map((one) => `${one.id}: ${getComputedStyle(one).borderTopColor}`);
  });

/** Pixels of the smallest text that a student or a visitor is shown. */
const SMALLEST_TEXT = 14;

/** Texts of a student's or a visitor's screen that are too small to read, with their size. Those of a drawing scale with it. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const role = localStorage.getItem('user_role');
    if (role !== null && role !== 'student') return [];
    const found = [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (one) =>
          !one.closest('svg, math, rt, kbd, script, style, noscript, sup, sub, .katex, .apexcharts-canvas'),
      )
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (one) =>
          one.matches('input, textarea, select') ||
          [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
      )
      .map((one) => ({ one, size: Number.parseFloat(getComputedStyle(one).fontSize) }))
      // What only screen readers see is a pixel wide.
      .filter(({ one, size }) => size < least - 0.01 && one.getBoundingClientRect().width > 1)
      .map(
        ({ one, size }) =>
          `${one.tagName.toLowerCase()} ${(one.textContent ?? '').slice(0, 30)} ${one.className.slice(0, 60)}: ${size}`,
      );
    return [...new Set(found)];
  }, SMALLEST_TEXT);

/** What stays in place over the page and sticks out of it, which no scrolling brings back. */
const fixedOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter(
        (one) =>
          getComputedStyle(one).position === 'fixed' && one.checkVisibility({ visibilityProperty: true }),
      )
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 4 && (box.left < -1 || box.right > innerWidth + 1))
      .map(
        ({ one, box }) =>
          `${one.className.slice(0, 60)}: ${Math.round(box.left)} to ${Math.round(box.right)}`,
      ),
  );

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

/** Nothing has to be scrolled sideways. Charts and rows follow the width a moment later. */
async function fitsCheck(t: Test, page: Page, screen: string): Promise<void> {
  const fits = await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(
      () => true,
      () => false,
    );
  t.ok(fits, `${screen} fits ${page.viewportSize()!.width} pixels`);
}

/** Nothing is cut in a wide window, and at 200 % all can be reached. */
async function wideCheck(t: Test, page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize(WIDE);
  await fitsCheck(t, page, screen);
  await page.setViewportSize(ZOOMED);
  await fitsCheck(t, page, screen);
  t.same(await outOfReach(page), [], `${screen}: all controls can be reached at 200 %`);
  await page.setViewportSize(before);
}

/** Nothing is cut on the narrowest of phones. */
async function narrowestCheck(t: Test, page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize(NARROWEST);
  await fitsCheck(t, page, screen);
  t.same(await fixedOutside(page), [], `${screen}: nothing that stays sticks out at 320 pixels`);
  await page.setViewportSize(before);
}

/** What axe finds wrong on this screen. It comes once into each document: as a whole it is half a megabyte. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await window.axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/**
 * Checks the screen as it stands: accessible, and no wider than the window. Checks it in a wide one as well, unless the
 * run, a deep one, looks at each width by itself. Only what users see has to fit the narrowest. With TEST_PICTURES, the name of a folder, it is photographed as well.
 */
export function screenCheck(
  t: Test,
  page: Page,
  { isForUsers = true } = {},
): (screen: string) => Promise<void> {
  return async (screen) => {
    t.same(await violations(page), [], screen);
    t.notOk((await page.content()).includes('[object '), `${screen}: what it says is text`);
    await fitsCheck(t, page, screen);
    const isNarrow = page.viewportSize()!.width === NARROW.width;
    if (isNarrow) {
      t.same(await smallTargets(page), [], `${screen}: what is tapped is large enough`);
      t.same(await faintControls(page), [], `${screen}: what can be chosen is seen`);
      t.same(await smallTexts(page), [], `${screen}: what is read is large enough`);
      if (isForUsers) await narrowestCheck(t, page, screen);
    }
    if (!isNarrow || !deep) await wideCheck(t, page, screen);
    const folder = process.env.TEST_PICTURES;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const name = `${t.name} ${screen}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };
}
