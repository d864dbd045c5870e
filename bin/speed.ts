/**
 * How fast the product is on a cheap phone: starts it on an empty folder, fills it, opens its screens cold and holds
 * what that takes against the budgets. Fails when something is over that is not accepted with a reason.
 *
 * - WORD …: only screens whose name contains one of the words.
 * - --report FILE: writes a report in Markdown.
 * - --quick: each screen once, and Lighthouse once.
 * - --files: lists what each screen loads.
 */
import { parseArgs } from 'node:util';
import { CHROMIUM, neededProgram } from './check/needed-program.ts';
import { writeReport } from './check/report.ts';
import { freePort } from './command/free-port.ts';
import { interruption } from './command/processes.ts';
import { freshBrowser, type Loaded, loadOnPhone, nextCards, type OpenBrowser } from './speed/phone.ts';
import { runningProduct } from './speed/running-product.ts';
import {
  excessText,
  lighthouseScores,
  type Measured,
  type NextCards,
  overBudget,
  speedReport,
  speedTables,
  tapTable,
} from './speed/speed-report.ts';
import { type Login, openSchool } from './speed/speed-school.ts';
import { type SpeedScreen, speedScreens } from './speed/speed-screens.ts';

const signal = interruption();

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' }, quick: { type: 'boolean' }, files: { type: 'boolean' } },
});
/** How often a screen is opened, and Lighthouse run. */
const [LOADS, RUNS] = options.quick ? [1, 1] : [2, 3];
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

const chromium = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);

async function inBrowser<T>(url: string, login: Login | undefined, work: (on: OpenBrowser) => Promise<T>) {
  const browser = await freshBrowser(chromium, url, await freePort(), login);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function measure(url: string, screen: SpeedScreen): Promise<Measured> {
  const address = url + screen.path;
  const loads: Loaded[] = [];
  for (let round = 0; round < LOADS; round++)
    loads.push(await inBrowser(url, screen.login, (browser) => loadOnPhone(browser, address)));
  // What else the machine does can only slow it down; what moves, moves for somebody.
  const byLcp = loads.toSorted((a, b) => a.lcp - b.lcp)[0]!;
  const jumpiest = loads.toSorted((a, b) => b.cls - a.cls)[0]!;
  const loaded = { ...byLcp, cls: jumpiest.cls, moved: jumpiest.moved };
  if (options.files) console.log(`${screen.name}:\n  ${loaded.files.join('\n  ')}`);
  if (screen.budget.performance === undefined) return { screen, loaded };
  const scores = await lighthouseScores(
    address,
    (work) => inBrowser(url, screen.login, ({ port }) => work(port)),
    RUNS,
  );
  return { screen, loaded, scores };
}

let isFine = false;
const product = await runningProduct(signal);
try {
  const { url } = product;
  const school = await openSchool(url);
  const measured: Measured[] = [];
  for (const screen of speedScreens(school).filter(({ name }) => isChosen(name))) {
    signal.throwIfAborted();
    console.error(screen.name);
    measured.push(await measure(url, screen));
  }
  console.log(speedTables(measured));
  const taps: NextCards = {};
  if (isChosen('learning'))
    for (const [deck, id] of [
      ['a small deck', school.deckId],
      ['5,000 cards', school.bigDeckId],
    ] as const)
      taps[deck] = await inBrowser(url, school.student, (browser) =>
        nextCards(browser, `${url}/learn/${id}`),
      );
  console.log(tapTable(taps));
  const over = overBudget(measured, taps);
  for (const one of over) console.log(`Over budget: ${excessText(one)}`);
  isFine = over.every(({ why }) => why !== undefined);
  if (options.report) writeReport(options.report, (date) => speedReport(measured, taps, date));
} catch (error) {
  console.error(signal.aborted ? 'Interrupted.' : error);
} finally {
  await product.stop();
}
process.exit(isFine ? 0 : 1);
