import type { Browser } from 'playwright-core';
import { LOCALES, type Locale } from '../../core/text/locale.ts';
import { contextOf, HEIGHT_OF, untilStill } from './camera.ts';
import type { TourSchool } from './tour-school.ts';
import { addressIn, loginIn, prepare, type TourRole } from './tour-screen.ts';
import { TOUR_SCREENS } from './tour-screens.ts';

/** What a screen reader says of a screen, as Playwright writes it: a line for each part, by role and name. */
interface Heard {
  role: TourRole;
  title: string;
  /** What stands around the screen itself: bar, menu, foot. */
  around: Record<Locale, string>;
  main: Record<Locale, string>;
}

const WIDTH = 1440;
/** Of parts that follow one another and are of one kind, so many are written down. */
const ALIKE = 3;

const depthOf = (line: string): number => line.search(/\S/);
/** The kind of a part, if the same kind may follow it many times. */
const kindOf = (line: string): string | undefined =>
  /^ *- (listitem|row|article|option|radio|img|button|link|term|group)\b/.exec(line)?.[1];

/** Leaves out what comes again and again, such as the fourth row of a table. Says how much that was. */
export function shortened(snapshot: string): string {
  const lines = snapshot.split('\n').filter((line) => !/^ *- \/url:/.test(line));
  const kept: string[] = [];
  const runs = new Map<number, { kind: string | undefined; count: number }>();
  let skipsBelow: number | undefined;
  const end = (depth: number): void => {
    const run = runs.get(depth);
    if (run && run.count > ALIKE) kept.push(`${' '.repeat(depth)}- … ${run.count - ALIKE} more`);
    runs.delete(depth);
  };
  for (const line of lines) {
    const depth = depthOf(line);
    if (skipsBelow !== undefined && depth > skipsBelow) continue;
    skipsBelow = undefined;
    for (const deeper of [...runs.keys()].filter((key) => key > depth).sort((a, b) => b - a)) end(deeper);
    const kind = kindOf(line);
    const run = runs.get(depth);
    if (!run || run.kind !== kind || kind === undefined) {
      end(depth);
      runs.set(depth, { kind, count: 1 });
    } else run.count += 1;
    if ((runs.get(depth)?.count ?? 0) > ALIKE) skipsBelow = depth;
    else kept.push(line);
  }
  for (const depth of [...runs.keys()].sort((a, b) => b - a)) end(depth);
  return kept.join('\n');
}

/** Listens to every screen of the tour in both languages. */
export async function listen(
  browser: Browser,
  url: string,
  school: TourSchool,
  taken: (name: string) => void,
): Promise<Heard[]> {
  const found = new Map(
    TOUR_SCREENS.map((screen) => [
      screen.name,
      {
        role: screen.role,
        title: screen.title,
        around: {} as Record<Locale, string>,
        main: {} as Record<Locale, string>,
      },
    ]),
  );
  for (const locale of LOCALES)
    for (const [login, screens] of Map.groupBy(TOUR_SCREENS, loginIn)) {
      const context = await contextOf(browser, url, locale, school.logins[login]);
      try {
        const page = await context.newPage();
        await page.setViewportSize({ width: WIDTH, height: HEIGHT_OF[WIDTH]! });
        await page.emulateMedia({ colorScheme: 'light' });
        for (const screen of screens) {
          await page.goto(url + addressIn(screen, school));
          await untilStill(page, 'light');
          await prepare(screen, page);
          await untilStill(page, 'light');
          const heard = found.get(screen.name)!;
          const [whole, main] = [
            await page.locator('body').ariaSnapshot(),
            await page.getByRole('dialog').or(page.getByRole('main')).last().ariaSnapshot(),
          ];
          heard.main[locale] = shortened(main);
          heard.around[locale] = shortened(whole.replace(main, '- main'));
          taken(`${screen.name}, ${locale}`);
        }
      } finally {
        await context.close();
      }
    }
  return [...found.values()];
}

const LANGUAGE = { vi: 'Vietnamese', en: 'English' } as const;
const WHO: Record<TourRole, string> = {
  public: 'before anybody has logged in',
  student: 'as a student',
  teacher: 'as a teacher',
  admin: 'as an administrator',
};

const inBoth = (texts: Heard['main']): string =>
  LOCALES.toReversed()
    .map((locale) => `${LANGUAGE[locale]}:\n\n\`\`\`yaml\n${texts[locale].trim()}\n\`\`\`\n`)
    .join('\n');

/** The page of what is heard by somebody of this role, in Markdown. */
export function heardPage(role: TourRole, heard: Heard[]): string {
  const screens = heard.filter((each) => each.role === role);
  // On the first screen an administrator is not yet logged in.
  const last = screens.at(-1)!;
  const parts = screens.map(({ title, main }) => `## ${title}\n\n${inBoth(main)}`);
  return `# What is heard ${WHO[role]}

Each screen as a screen reader says it: role, name, state, and what is in it. \`npm run tour -- --heard\` writes this page.
Of parts that are alike the first three are here. What is promised stands in docs/accessibility.md.

## Around every screen

${inBoth(last.around)}
${parts.join('\n')}`;
}
