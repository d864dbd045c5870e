import { availableParallelism } from 'node:os';
import lighthouse from 'lighthouse';
import { type Loaded, PHONE } from './phone.ts';
import { FULL_CATEGORIES, NEXT_CARD_ACCEPTED, NEXT_CARD_MAX, type SpeedScreen } from './speed-screens.ts';

interface Scores {
  /** By category: 0 to 100. */
  scores: Record<string, number>;
  /** Names of the audits that keep a category from 100. */
  weak: string[];
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

async function once(address: string, port: number): Promise<Scores> {
  const result = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', ...FULL_CATEGORIES],
    // The login is in the storage; the browser is new, so its cache is empty.
    disableStorageReset: true,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed at ${address}: ${runtimeError.message}`);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const weak = FULL_CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    weak,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

/** Runs Lighthouse for phones some times, each in a browser of its own; returns the run of middle performance. */
export async function lighthouseScores(
  address: string,
  inFreshBrowser: <T>(work: (port: number) => Promise<T>) => Promise<T>,
  rounds: number,
): Promise<Scores> {
  const runs: Scores[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await inFreshBrowser((port) => once(address, port)));
  runs.sort((a, b) => a.scores.performance! - b.scores.performance!);
  return runs[Math.floor(rounds / 2)]!;
}

export interface Measured {
  screen: SpeedScreen;
  loaded: Loaded;
  scores?: Scores;
}

/** Milliseconds from a tap to the next card, by the deck. */
export type NextCards = Record<string, number[]>;

export const middle = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** A figure that is over its budget. */
export interface Excess {
  text: string;
  /** Why it is accepted for now; absent for what fails. */
  why?: string;
}

/** Returns each figure that is over its budget. */
export function overBudget(measured: Measured[], nextCards: NextCards): Excess[] {
  const screens = measured.flatMap(({ screen: { name, budget, accepted }, loaded, scores }) => {
    const over: Excess[] = [];
    const check = (is: boolean, text: string, isAccepted = false) => {
      if (is) over.push({ text: `${name}: ${text}`, ...(isAccepted && accepted && { why: accepted.why }) });
    };
    const {
      requests = Infinity,
      script = Infinity,
      lcp = Infinity,
      cls = Infinity,
      performance = 0,
    } = budget;
    check(loaded.requests > requests, `${loaded.requests} requests, at most ${requests}`);
    check(loaded.script > script, `${loaded.script.toFixed(0)} kB of script, at most ${script}`);
    check(
      loaded.lcp > lcp,
      `LCP ${seconds(loaded.lcp)}, at most ${seconds(lcp)} (${loaded.largest})`,
      loaded.lcp <= (accepted?.lcp ?? 0),
    );
    check(loaded.cls > cls, `CLS ${loaded.cls.toFixed(3)}, at most ${cls} (${loaded.moved})`);
    if (!scores) return over;
    const { scores: by, weak } = scores;
    check(
      by.performance! < performance,
      `performance ${by.performance}, at least ${performance}`,
      by.performance! >= (accepted?.performance ?? 100),
    );
    check(
      FULL_CATEGORIES.some((category) => by[category]! < 100),
      `${FULL_CATEGORIES.map((category) => `${category} ${by[category]}`).join(', ')} (${weak.join(', ')})`,
    );
    return over;
  });
  const slow = Object.entries(nextCards)
    .filter(([, times]) => middle(times) > NEXT_CARD_MAX)
    .map(([deck, times]) => ({
      text: `${deck}: next card after ${middle(times).toFixed(0)} ms, at most ${NEXT_CARD_MAX}`,
      ...(middle(times) <= NEXT_CARD_ACCEPTED.max && { why: NEXT_CARD_ACCEPTED.why }),
    }));
  return [...screens, ...slow];
}

/** One of them as a line. */
export const excessText = ({ text, why }: Excess): string => (why ? `${text}. Accepted: ${why}` : text);

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Returns what was measured of screens, in Markdown. */
export function speedTables(measured: Measured[]): string {
  const of = (is: string, most?: number | string) => (most === undefined ? is : `${is} / ${most}`);
  const cold = table(
    ['screen', 'requests', 'script kB', 'all kB', 'FCP', 'LCP', 'CLS'],
    measured.map(({ screen: { name, budget }, loaded }) => [
      name,
      of(String(loaded.requests), budget.requests),
      of(loaded.script.toFixed(0), budget.script),
      loaded.total.toFixed(0),
      seconds(loaded.fcp),
      of(seconds(loaded.lcp), budget.lcp && seconds(budget.lcp)),
      of(loaded.cls.toFixed(3), budget.cls),
    ]),
  );
  const scored = measured.flatMap(({ screen: { name, budget }, scores }) =>
    scores
      ? [
          [
            name,
            of(String(scores.scores.performance), budget.performance),
            ...FULL_CATEGORIES.map((category) => String(scores.scores[category])),
            seconds(scores.fcp),
            seconds(scores.lcp),
            `${scores.tbt.toFixed(0)} ms`,
            scores.cls.toFixed(3),
          ],
        ]
      : [],
  );
  const lighthouse = table(['screen', 'performance', ...FULL_CATEGORIES, 'FCP', 'LCP', 'TBT', 'CLS'], scored);
  return `## Opened cold, on the phone\n\n${cold}\n\n## Lighthouse, mobile\n\n${lighthouse}\n`;
}

/** Returns the table of taps in Markdown. */
export function tapTable(nextCards: NextCards): string {
  const taps = table(
    ['deck', 'median', 'longest', 'budget'],
    Object.entries(nextCards).map(([deck, times]) => [
      deck,
      `${middle(times).toFixed(0)} ms`,
      `${Math.max(...times).toFixed(0)} ms`,
      `${NEXT_CARD_MAX} ms`,
    ]),
  );
  return `## From a tap on a rating to the next card\n\n${taps}\n`;
}

/** Returns the report of a run in Markdown. */
export function speedReport(measured: Measured[], nextCards: NextCards, date: string): string {
  const over = overBudget(measured, nextCards);
  const mbit = PHONE.bitsPerSecond / 1_000_000;
  return `# How fast is it on a cheap phone?

\`npm run test:speed -- --report docs/reports/speed.md\` makes this report. The product runs as \`npm start\` runs it. Each screen
is opened in a browser that has seen nothing yet: ${mbit} Mbit/s, ${PHONE.latencyMs} ms, a processor ${PHONE.slowdown} times slower. After
a slash stands the budget.

- Date: ${date}
- Machine: ${availableParallelism()} cores, Node ${process.versions.node}
- Over budget: ${over.length === 0 ? 'nothing' : ''}
${over.map((one) => `  - ${excessText(one)}\n`).join('')}
${speedTables(measured)}
${tapTable(nextCards)}`;
}
