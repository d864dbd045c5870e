/**
 * First visits on a cheap phone: screens of this checkout and of another one, each as `npm start` runs it, opened in turns.
 *
 * node bench/browser/first-visits.ts OTHER_CHECKOUT [ROUNDS] [SCREEN…]
 *
 * The other one has been built. Prints the middle of each figure, before and after, and the ratio of the LCP.
 */
import { pathToFileURL } from 'node:url';
import { CHROMIUM, neededProgram } from '../../bin/check/needed-program.ts';
import { freePort } from '../../bin/command/free-port.ts';
import { interruption } from '../../bin/command/processes.ts';
import { freshBrowser, type Loaded, loadOnPhone } from '../../bin/speed/phone.ts';
import { runningProduct } from '../../bin/speed/running-product.ts';
import { middle } from '../../bin/speed/speed-report.ts';
import { openSchool } from '../../bin/speed/speed-school.ts';
import { speedScreens } from '../../bin/speed/speed-screens.ts';

const [other, rounds = '5', ...names] = process.argv.slice(2);
if (!other) throw new Error('Which checkout is this one held against?');

const signal = interruption();
const chromium = neededProgram(CHROMIUM, process.env.CHROMIUM_PATH);
const { runningProduct: runningOther } = (await import(
  pathToFileURL(`${other}/bin/speed/running-product.ts`).href
)) as { runningProduct: typeof runningProduct };

const products: Awaited<ReturnType<typeof runningProduct>>[] = [];
try {
  // A program of another checkout starts the product of the folder that it is called in.
  const here = process.cwd();
  process.chdir(other);
  products.push(await runningOther(signal));
  process.chdir(here);
  products.push(await runningProduct(signal));
  const screens = [];
  for (const { url } of products) screens.push(speedScreens(await openSchool(url)));
  console.log('| screen | LCP before | after | ratio | FCP | CLS | script kB | all kB | requests |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [at, { name }] of screens[1]!.entries()) {
    if (names.length > 0 && !names.includes(name)) continue;
    const loaded: [Loaded[], Loaded[]] = [[], []];
    for (let round = 0; round < Number(rounds); round++)
      for (const side of [0, 1] as const) {
        signal.throwIfAborted();
        const { path, login } = screens[side]![at]!;
        const { url } = products[side]!;
        const browser = await freshBrowser(chromium, url, await freePort(), login);
        loaded[side].push(await loadOnPhone(browser, url + path));
        await browser.close();
      }
    const both = (figure: 'lcp' | 'fcp' | 'cls' | 'script' | 'total' | 'requests', digits = 0) =>
      loaded.map((loads) => middle(loads.map((load) => load[figure])).toFixed(digits));
    const [before, after] = both('lcp');
    const ratio = (Number(after) / Number(before)).toFixed(2);
    const others = [both('fcp'), both('cls', 3), both('script'), both('total'), both('requests')];
    console.log(
      `| ${name} | ${before} | ${after} | ${ratio} | ${others.map((pair) => pair.join(' → ')).join(' | ')} |`,
    );
  }
} finally {
  for (const product of products) await product.stop();
}
process.exit(0);
