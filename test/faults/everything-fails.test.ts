import t from 'tap';
import { runs } from '../depth.ts';
import { chosenSeed } from '../seeded.ts';
import { planOf } from './fault-plan.ts';
import { runWorld } from './fault-run.ts';
import { totalsText } from './faults-report.ts';

const seed = chosenSeed(t);

for (const plan of planOf(seed, { depth: 'quick', rounds: runs(2, 4) }))
  t.test(
    `${plan.standby ? 'with a standby' : 'with Redis'}: nothing acknowledged is lost, doubled or wrong, whatever fails`,
    async (t) => {
      const outcome = await runWorld(plan, { log: (line) => t.comment(line) });
      t.comment(totalsText([outcome]));
      t.ok(outcome.events > 1_000, 'under load');
      t.same(outcome.violations, []);
    },
  );
