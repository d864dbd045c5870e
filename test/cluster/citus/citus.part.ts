import type { Lifetime } from '../../harness/lifetime.ts';
import type { ClusterPart, PartOptions, PartOutcome } from '../program/cluster-part.ts';
import { measureCalls } from './call-costs.ts';
import { BREAKAGES } from './citus-breakages.ts';
import { tryDistributing } from './citus-distribute.ts';
import { findEngine } from './citus-engine.ts';
import {
  aftermathText,
  distributeSection,
  speedFaults,
  speedSection,
  suiteSection,
  worldSection,
} from './citus-sections.ts';
import { CitusServers } from './citus-servers.ts';
import { measureSpeed } from './citus-speed.ts';
import { runSuite } from './citus-suite.ts';
import { distributedDatabase, makeRoles } from './citus-templates.ts';
import { breakWorld, type WorldOutcome } from './citus-world.ts';

async function run(t: Lifetime, options: PartOptions): Promise<PartOutcome> {
  const { steps, isQuick, log } = options;
  const engine = findEngine(options);
  log('A coordinator and two workers are started …');
  const servers = await CitusServers.start(t, { engine, isDurable: !isQuick });
  await servers.createDatabase('probe');
  const [version] = await servers.coordinator.ask<{ citus: string }>(
    `select (regexp_match(citus_version(), '[0-9.]+'))[1] as citus`,
    [],
    'probe',
  );
  await makeRoles(servers);
  const outcome: PartOutcome = {
    violations: [],
    engine: `PostgreSQL ${engine.postgres} with Citus ${version!.citus}: a coordinator and two workers${isQuick ? ', without fsync' : ''}`,
    sections: [],
  };
  const note = (violations: string[], section: string) => {
    outcome.violations.push(...violations);
    outcome.sections.push(section);
    options.onProgress(outcome);
  };
  if (steps.includes('suite')) {
    const suite = await runSuite(t, servers, options);
    note(suite.failed, suiteSection(suite));
  }
  if (steps.includes('speed')) {
    log('One PostgreSQL beside the servers …');
    const { speed, citus } = await measureSpeed(t, servers, { engine, isQuick, log });
    const costs = await measureCalls(t, servers, citus);
    note(speedFaults(speed, costs), speedSection(speed, costs));
  }
  if (steps.includes('distribute')) {
    const distributed = await tryDistributing(t, servers, { isQuick, log });
    note(distributed.violations, distributeSection(distributed));
  }
  const breakages = BREAKAGES.filter(({ name }) => steps.includes(name));
  if (breakages.length) {
    const template = 'nho_world';
    await distributedDatabase(servers, { name: template, content: undefined });
    await servers.makeTemplate(template);
    const outcomes: WorldOutcome[] = [];
    for (const breakage of breakages) {
      log(`${breakage.name}: ${breakage.what} …`);
      const one = await breakWorld(t, servers, breakage, { seed: options.seed, isQuick, template }).catch(
        (error: unknown) => String(error),
      );
      if (typeof one === 'string') outcome.violations.push(`${breakage.name} could not be judged: ${one}`);
      else {
        log(`  ${aftermathText(one)}`);
        outcomes.push(one);
        outcome.violations.push(...one.violations);
      }
      const complaints = typeof one === 'string' || one.violations.length ? servers.complaints() : [];
      if (complaints.length) log(['  The servers say:', ...complaints].join('\n    '));
      options.onProgress({ ...outcome, sections: [...outcome.sections, worldSection(outcomes)] });
    }
    note([], worldSection(outcomes));
  }
  return outcome;
}

/** The log over several servers by Citus: what it is asked to survive, and what it costs. */
export const citusPart: ClusterPart = {
  name: 'citus',
  about: 'Citus',
  // What adds a server comes last: the others are to have two.
  steps: ['suite', 'speed', 'distribute', ...BREAKAGES.map(({ name }) => name)],
  run,
};
