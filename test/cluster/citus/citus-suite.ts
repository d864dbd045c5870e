import { runTwice } from '../../../bin/check/second-run.ts';
import { failuresOf } from '../../../bin/check/tap-failures.ts';
import { prepareTap } from '../../../bin/check/test-run.ts';
import { ownRedis } from '../../faults/world/own-redis.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import type { CitusServers } from './citus-servers.ts';
import { makeTemplates } from './citus-templates.ts';
import { SUITE } from './suite-files.ts';

/** Each works on several servers, which are all on this machine. */
const JOBS = 2;

export interface SuiteOutcome {
  /** By what they are about: files, and assertions that passed. */
  areas: { area: string; files: string[]; passed: number }[];
  /** A sentence for each file that failed twice. */
  failed: string[];
  seconds: number;
}

/** Runs the product's own tests on databases that lie over the servers. */
export async function runSuite(
  t: Lifetime,
  servers: CitusServers,
  { signal, log }: { signal: AbortSignal; log: (line: string) => void },
): Promise<SuiteOutcome> {
  const begun = performance.now();
  log('Databases to copy are made …');
  const templates = await makeTemplates(servers);
  const redis = await ownRedis(t);
  await redis.start();
  prepareTap();
  const env = { ...process.env, ...templates, REDIS_URL_FOR_TESTS: redis.url };
  const outcome: SuiteOutcome = { areas: [], failed: [], seconds: 0 };
  for (const [area, files] of Object.entries(SUITE)) {
    log(`${area}: ${files.length} files`);
    const runs = files.map((file) => ({ files: [file], seconds: 0 }));
    const { count, failed } = await runTwice(runs, JOBS, { env, signal, print: log });
    outcome.areas.push({ area, files, passed: count.passed });
    outcome.failed.push(...failed.map(({ files: [file], said }) => `${file}: ${firstFailure(said)}`));
    if (signal.aborted) break;
  }
  await redis.kill();
  outcome.seconds = (performance.now() - begun) / 1_000;
  return outcome;
}

function firstFailure(said: string): string {
  const failures = failuresOf(said);
  const failure = failures.find(({ kind }) => kind === 'assertion') ?? failures[0];
  return failure
    ? [failure.test, failure.message].filter(Boolean).join(': ')
    : said.trimEnd().split('\n').at(-1)!;
}
