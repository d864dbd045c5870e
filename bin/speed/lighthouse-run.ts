import lighthouse from 'lighthouse';
import { FULL_CATEGORIES } from './speed-screens.ts';

export interface Scores {
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
