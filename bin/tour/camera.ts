import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Locale } from '../../core/text/locale.ts';
import type { Login } from '../speed/speed-school.ts';
import type { TourSchool } from './tour-school.ts';
import { addressIn, loginIn, prepare, type TourScreen } from './tour-screen.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Each width with the height of a device that has it. */
export const HEIGHT_OF: Record<number, number> = { 360: 740, 768: 1024, 1440: 900 };

const QUALITY = 50;
/** Polls in a row that must find the same, and how far apart they are. */
const STILL_POLLS = 4;
const POLL_MS = 100;
const PATIENCE_MS = 30_000;

export interface Shot {
  screen: TourScreen;
  locale: Locale;
  theme: Theme;
  width: number;
}

export const pictureName = ({ screen, locale, theme, width }: Shot): string =>
  `${screen.name}-${locale}-${theme}-${width}.webp`;

/** Resolves once the page is in this look, nothing loads and it has stopped changing. */
export async function untilStill(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async () => {
    // What was counted before belongs to another look, whose colours may still be on their way out.
    (window as { tourSame?: number }).tourSame = 0;
    await document.fonts.ready;
  });
  await page.waitForFunction(
    ({ polls, scheme }) => {
      const state = window as { tourLast?: string; tourSame?: number };
      const main = document.querySelector('main');
      const isWaiting = document.querySelector(
        '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root',
      );
      const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
      const now = `${document.documentElement.scrollHeight} ${main?.innerHTML}`;
      const isInLook = document.documentElement.dataset.mantineColorScheme === scheme;
      const isSame =
        main?.textContent.trim() && isInLook && !isWaiting && !isMoving && now === state.tourLast;
      state.tourLast = now;
      state.tourSame = isSame ? (state.tourSame ?? 0) + 1 : 0;
      return state.tourSame >= polls;
    },
    { polls: STILL_POLLS, scheme: theme },
    { polling: POLL_MS, timeout: PATIENCE_MS },
  );
}

/** A browser of a person's own, in a language. */
export async function contextOf(
  browser: Browser,
  url: string,
  locale: Locale,
  login: Login,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: locale === 'vi' ? 'vi-VN' : 'en-GB',
    timezoneId: 'Asia/Ho_Chi_Minh',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'language', value: locale, url }]);
  await context.addInitScript(
    (items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      // A window that fills a screen has no width that could be chosen.
      Reflect.deleteProperty(Element.prototype, 'requestFullscreen');
    },
    { ...login, userLanguage: locale },
  );
  return context;
}

async function take(page: Page, file: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  const picture = Buffer.from(data, 'base64');
  writeFileSync(file, picture);
  return picture.length;
}

/** Takes the pictures of one screen in one language and width; returns their bytes. */
async function shoot(page: Page, url: string, shots: Shot[], school: TourSchool, folder: string) {
  const { screen, width } = shots[0]!;
  await page.setViewportSize({ width, height: HEIGHT_OF[width]! });
  await page.emulateMedia({ colorScheme: shots[0]!.theme });
  await page.goto(url + addressIn(screen, school));
  await untilStill(page, shots[0]!.theme);
  await prepare(screen, page);
  let bytes = 0;
  for (const shot of shots) {
    await page.emulateMedia({ colorScheme: shot.theme });
    await untilStill(page, shot.theme);
    bytes += await take(page, join(folder, pictureName(shot)));
  }
  return bytes;
}

/** Takes all pictures of one person's screens in one language, calling `taken` for each screen. */
export async function photograph(
  browser: Browser,
  url: string,
  shots: Shot[],
  school: TourSchool,
  folder: string,
  taken: (name: string, count: number, bytes: number) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { locale, screen } = shots[0]!;
  const context = await contextOf(browser, url, locale, school.logins[loginIn(screen)]);
  try {
    const page = await context.newPage();
    const together = Map.groupBy(shots, (shot) => `${shot.screen.name}, ${locale}, ${shot.width}`);
    for (const [name, group] of together) {
      const bytes = await shoot(page, url, group, school, folder).catch((error: unknown) => {
        throw new Error(`No picture of ${name}`, { cause: error });
      });
      taken(name, group.length, bytes);
    }
  } finally {
    await context.close();
  }
}
