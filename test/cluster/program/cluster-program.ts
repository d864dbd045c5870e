import { writeReport } from '../../../bin/check/report.ts';
import { StartError } from '../../../bin/command/start-error.ts';
import { OwnLifetime } from '../../harness/lifetime.ts';
import { citusPart } from '../citus/citus.part.ts';
import { type ClusterPart, EngineMissing, type PartOptions } from './cluster-part.ts';
import { clusterReport } from './cluster-report.ts';

export interface ClusterProgramOptions extends Omit<PartOptions, 'steps' | 'onProgress'> {
  part: string;
  only?: string[];
  report?: string;
  /** The command that does the same again. */
  command: string;
}

/** Engines that the product has been tried on, by the name of `--part`. */
const PARTS: readonly ClusterPart[] = [citusPart];

/** Exit codes: nothing wrong, something wrong, no engine. */
const [FINE, VIOLATED, MISSING] = [0, 1, 2];

/** Runs a part, prints and writes what came of it. Resolves with the exit code, when all has been stopped. */
export async function runCluster(options: ClusterProgramOptions): Promise<number> {
  const { report, command, signal, log } = options;
  const part = PARTS.find(({ name }) => name === options.part);
  if (!part)
    throw new StartError(
      `There is no part ${options.part}: there is ${PARTS.map(({ name }) => name).join(', ')}.`,
    );
  const strange = options.only?.filter((step) => !part.steps.includes(step)) ?? [];
  if (strange.length)
    throw new StartError(
      `${part.name} has no step ${strange.join(', ')}: its steps are ${part.steps.join(', ')}.`,
    );
  const steps = part.steps.filter((step) => options.only?.includes(step) ?? true);
  log(`Seed ${options.seed}: to try the same again, ${command}`);
  const begun = performance.now();
  const t = new OwnLifetime();
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new StartError('Interrupted.')));
  });
  interrupted.catch(() => {});
  try {
    let said = 0;
    const onProgress: PartOptions['onProgress'] = (outcome) => {
      for (; said < outcome.violations.length; said++) log(`  ✗ ${outcome.violations[said]}`);
      const minutes = (performance.now() - begun) / 60_000;
      if (report)
        writeReport(report, (date) => clusterReport(outcome, { date, command, minutes, about: part.about }));
    };
    const outcome = await Promise.race([part.run(t, { ...options, steps, onProgress }), interrupted]);
    onProgress(outcome);
    log(
      `${outcome.violations.length} violations, in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`,
    );
    return outcome.violations.length ? VIOLATED : FINE;
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    log(error.message);
    return MISSING;
  } finally {
    await t.end();
  }
}
