import t from 'tap';
import { chosenSeed } from '../harness/seeded.ts';
import { planOf } from './program/fault-plan.ts';
import { runWorld } from './program/fault-run.ts';
import { totalsText } from './program/faults-report.ts';

const seed = chosenSeed(t);

/** Others use the machine meanwhile: bounds of time are judged by the faults of the long check alone. */
const PATIENCE = Number.POSITIVE_INFINITY;

for (const plan of planOf(seed, { depth: 'smoke', rounds: 1 }))
  t.test(
    `${plan.standby ? 'with a standby' : 'with Redis'}: nothing acknowledged is lost, doubled or wrong, whatever fails`,
    async (t) => {
      const outcome = await runWorld(plan, { log: (line) => t.comment(line), patience: PATIENCE });
      t.comment(totalsText([outcome]));
      t.ok(outcome.events > 300, 'under load');
      t.same(outcome.violations, []);
    },
  );
