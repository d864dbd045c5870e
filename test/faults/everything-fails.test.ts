import t from 'tap';
import { deep, runs } from '../depth.ts';
import { chosenSeed } from '../seeded.ts';
import { planOf } from './program/fault-plan.ts';
import { runWorld } from './program/fault-run.ts';
import { totalsText } from './program/faults-report.ts';

const seed = chosenSeed(t);

/** Others use the machine meanwhile; bounds of time are judged by the faults of the long check. */
const PATIENCE = 5;

for (const plan of planOf(seed, { depth: deep ? 'quick' : 'smoke', rounds: runs(1, 4) }))
  t.test(
    `${plan.standby ? 'with a standby' : 'with Redis'}: nothing acknowledged is lost, doubled or wrong, whatever fails`,
    async (t) => {
      const outcome = await runWorld(plan, { log: (line) => t.comment(line), patience: PATIENCE });
      t.comment(totalsText([outcome]));
      t.ok(outcome.events > runs(300, 1_000), 'under load');
      t.same(outcome.violations, []);
    },
  );
