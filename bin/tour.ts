/**
 * Photographs every screen: starts the product on an empty folder and fills it with a school. Writes the pictures that
 * the repository keeps, and a page that explains them, into docs/tour. Fails when a screen does not come.
 *
 * - --only WORD: takes again the kept pictures of the screens whose names contain it.
 * - --langs vi,en, --themes light,dark, --widths 360,768,1440: these pictures of all that there can be, one for each width,
 *   into a folder of one's own: --to is needed.
 * - --heard: no pictures, but what a screen reader says of each screen, a page for each role, in .tap/heard.
 * - --to FOLDER: writes there instead.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { LOCALES, type Locale } from '../core/text/locale.ts';
import { CHROMIUM, neededProgram } from './check/needed-program.ts';
import { interruption } from './command/processes.ts';
import { runningProduct } from './speed/running-product.ts';
import { HEIGHT_OF, type Picture, photograph, pictureName, THEMES, type Theme } from './tour/camera.ts';
import { heardPage, listen } from './tour/ear.ts';
import { keptPictures, tourPage } from './tour/tour-page.ts';
import { openTourSchool, type TourSchool } from './tour/tour-school.ts';
import { loginIn, TOUR_ROLES } from './tour/tour-screen.ts';
import { TOUR_SCREENS } from './tour/tour-screens.ts';

/** Browsers that work side by side. */
const AT_ONCE = 3;

const signal = interruption();

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { only: text, langs: text, themes: text, widths: text, to: text, heard: { type: 'boolean' } },
});
const areKept = !(options.langs || options.themes || options.widths);
if (!areKept && !options.to) {
  console.error('Where shall these pictures go? --to FOLDER says it.');
  process.exit(1);
}

/** Those of `all` that were asked for; all of them when nothing was. */
function chosen<T extends string | number>(all: readonly T[], asked: string | undefined): T[] {
  if (asked === undefined) return [...all];
  const wanted = asked.split(',');
  const unknown = wanted.filter((one) => !all.some((each) => `${each}` === one));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join()}: choose of ${all.join()}.`);
  return all.filter((one) => wanted.includes(`${one}`));
}

function chosenPictures(): Picture[] {
  const locales: Locale[] = chosen(LOCALES, options.langs);
  const themes: Theme[] = chosen(THEMES, options.themes);
  const widths = chosen(Object.keys(HEIGHT_OF).map(Number), options.widths);
  const words = options.only?.split(',') ?? [''];
  const screens = TOUR_SCREENS.filter(({ name }) => words.some((word) => name.includes(word)));
  if (screens.length === 0) throw new Error(`No screen's name contains ${options.only}.`);
  if (areKept) return screens.flatMap(keptPictures);
  return screens.flatMap((screen) =>
    locales.flatMap((locale) =>
      themes.flatMap((theme) => widths.map((width) => ({ screen, locale, theme, widths: [width] }))),
    ),
  );
}

/** Does something with a browser and a school that is filled for it. */
async function withBrowser(
  url: string,
  work: (browser: Browser, school: TourSchool) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: neededProgram(CHROMIUM, process.env.CHROMIUM_PATH),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--hide-scrollbars'],
  });
  signal.addEventListener('abort', () => void browser.close());
  try {
    await work(browser, await openTourSchool(url));
  } finally {
    await browser.close();
  }
}

async function takeAll(url: string, pictures: Picture[], folder: string): Promise<void> {
  await withBrowser(url, async (browser, school) => {
    const walks = [...Map.groupBy(pictures, ({ screen, locale }) => `${loginIn(screen)} ${locale}`).values()];
    let [done, size] = [0, 0];
    const taken = (name: string, count: number, bytes: number): void => {
      done += count;
      size += bytes;
      console.log(`${done} of ${pictures.length}: ${name}`);
    };
    const photographer = async (): Promise<void> => {
      for (let walk = walks.shift(); walk; walk = walks.shift()) {
        signal.throwIfAborted();
        await photograph(browser, url, walk, school, folder, taken);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, photographer));
    console.log(`${done} pictures, ${(size / 1e6).toFixed(1)} MB, in ${folder}`);
  });
}

async function hearAll(url: string, folder: string): Promise<void> {
  await withBrowser(url, async (browser, school) => {
    const heard = await listen(browser, url, school, console.log);
    for (const role of TOUR_ROLES) writeFileSync(join(folder, `${role}.md`), heardPage(role, heard));
    console.log(`What is heard stands in ${folder}`);
  });
}

const folder = resolve(
  options.to ?? join(import.meta.dirname, options.heard ? '../.tap/heard' : '../docs/tour'),
);
const pictures = chosenPictures();
const product = await runningProduct(signal);
let isDone = false;
try {
  mkdirSync(folder, { recursive: true });
  if (options.heard) await hearAll(product.url, folder);
  else await takeAll(product.url, pictures, folder);
  if (areKept && !options.heard) {
    const kept = new Set(TOUR_SCREENS.flatMap(keptPictures).map(pictureName));
    for (const name of readdirSync(folder))
      if (name.endsWith('.webp') && !kept.has(name)) rmSync(join(folder, name));
    writeFileSync(join(folder, 'README.md'), tourPage());
  }
  isDone = true;
} catch (error) {
  console.error(signal.aborted ? 'Interrupted.' : error);
} finally {
  await product.stop();
}
process.exit(isDone ? 0 : 1);
