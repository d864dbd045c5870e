import { writeFileSync } from 'node:fs';
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

const QUALITY = 30;
/** Pixels of what stands side by side: as high as can be read, and what is in between. */
const TOGETHER = 660;
const GAP = 12;
/** Polls in a row that must find the same, and how far apart they are. */
const STILL_POLLS = 4;
const POLL_MS = 100;
const PATIENCE_MS = 30_000;

/** A screen in one look, as a device of each of these widths shows it, side by side. */
export interface Picture {
  screen: TourScreen;
  locale: Locale;
  theme: Theme;
  widths: number[];
}

export const pictureName = ({ screen, locale, theme, widths }: Picture): string =>
  `${screen.name}-${locale}-${theme}-${widths.join('-')}.webp`;

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

interface Shot {
  /** As an address of a picture. */
  src: string;
  width: number;
  height: number;
}

/** Takes the screen as it stands. */
async function take(page: Page): Promise<Shot> {
  const png = await page.screenshot();
  return { src: `data:image/png;base64,${png.toString('base64')}`, ...page.viewportSize()! };
}

/** Lays shots side by side, equally high; one alone keeps its size. Returns the picture. */
async function composed(table: Page, shots: Shot[]): Promise<Buffer> {
  const height = shots.length > 1 ? TOGETHER : shots[0]!.height;
  const widths = shots.map((shot) => Math.round((shot.width * height) / shot.height));
  const width = widths.reduce((all, each) => all + each + GAP, -GAP);
  await table.setViewportSize({ width, height });
  const images = shots.map(({ src }, n) => `<img src="${src}" width="${widths[n]}" height="${height}">`);
  await table.setContent(
    `<body style="margin:0;display:flex;gap:${GAP}px;background:#868e96">${images.join('')}</body>`,
  );
  const session = await table.context().newCDPSession(table);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Takes the pictures of one screen in one language; returns their bytes. */
async function shoot(
  page: Page,
  table: Page,
  url: string,
  pictures: Picture[],
  school: TourSchool,
  folder: string,
) {
  const { screen } = pictures[0]!;
  const shots = new Map<string, Shot>();
  for (const width of new Set(pictures.flatMap(({ widths }) => widths))) {
    const themes = new Set(pictures.filter(({ widths }) => widths.includes(width)).map(({ theme }) => theme));
    await page.setViewportSize({ width, height: HEIGHT_OF[width]! });
    await page.emulateMedia({ colorScheme: [...themes][0] });
    await page.goto(url + addressIn(screen, school));
    await untilStill(page, [...themes][0]!);
    await prepare(screen, page);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await untilStill(page, theme);
      shots.set(`${theme} ${width}`, await take(page));
    }
  }
  let bytes = 0;
  for (const one of pictures) {
    const made = await composed(
      table,
      one.widths.map((width) => shots.get(`${one.theme} ${width}`)!),
    );
    writeFileSync(join(folder, pictureName(one)), made);
    bytes += made.length;
  }
  return bytes;
}

/** Takes all pictures of one person's screens in one language, calling `taken` for each screen. */
export async function photograph(
  browser: Browser,
  url: string,
  pictures: Picture[],
  school: TourSchool,
  folder: string,
  taken: (name: string, count: number, bytes: number) => void,
): Promise<void> {
  const { locale, screen } = pictures[0]!;
  const context = await contextOf(browser, url, locale, school.logins[loginIn(screen)]);
  const table = await browser.newPage();
  try {
    const page = await context.newPage();
    for (const [name, group] of Map.groupBy(pictures, (one) => one.screen.name)) {
      const bytes = await shoot(page, table, url, group, school, folder).catch((error: unknown) => {
        throw new Error(`No picture of ${name}, ${locale}`, { cause: error });
      });
      taken(`${name}, ${locale}`, group.length, bytes);
    }
  } finally {
    await table.close();
    await context.close();
  }
}
