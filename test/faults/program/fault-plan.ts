import { seeded, type Throw } from '../../harness/seeded.ts';
import { matrix } from './fault-matrix.ts';
import type { WorldOptions } from './fault-world.ts';

/** Faults that happen at the same time, with the seed of each one's moments and targets. */
export type PlannedStep = { row: string; seed: number }[];

export interface PlannedWorld extends WorldOptions {
  steps: PlannedStep[];
}

export interface PlanOptions {
  depth: 'smoke' | 'quick' | 'long';
  /** Products that are started one after the other, each with its database. */
  rounds: number;
  /** Numbers of rows; default all. */
  only?: string[];
}

/** For a test in every run: some faults, some seconds. A thousand at once would need minutes beside other tests. */
const SMOKE = { attempts: 10, crowd: 200, bulkStudents: 100, bulkPerSecond: 200, spreadMs: 4_000 };
const SMOKE_STEPS = 3;

/** Half of the faults, in some more seconds. */
const QUICK = { attempts: 30, crowd: 1_000, bulkStudents: 100, bulkPerSecond: 200, spreadMs: 8_000 };
const LONG = { attempts: 300, crowd: 1_000, bulkStudents: 1_500, bulkPerSecond: 2_200, spreadMs: 150_000 };

const LOADS = { smoke: SMOKE, quick: QUICK, long: LONG };

/** Steps in which processes of each kind are killed, and failovers of a long run's product with a standby. */
const KILL_STEPS = { smoke: 2, quick: 2, long: 26 };
const FAILOVERS = 11;

/** Rows that one can do at the same time, since each has targets of its own. */
const KILLS = ['F1', 'F4', 'appender'];

/** The same plan for the same seed: which faults, in which order, when and to whom. */
export function planOf(seed: number, { depth, rounds, only }: PlanOptions): PlannedWorld[] {
  const roll = seeded(seed);
  const chosen = (row: string) => !only || only.includes(row);
  return Array.from({ length: rounds }, (_, index) => {
    // Of a smoke, which is one product, chance says which.
    const standby = (depth === 'smoke' ? seed + index : index) % 2 === 0;
    const turn = depth === 'smoke' ? seed >> 1 : index >> 1;
    const world = { seed: roll(2 ** 31), standby, redis: !standby, isLaunched: turn % 2 === 0 };
    const possible = matrix
      .filter(({ how, needs }) => how === 'shot' && isPossible(needs, world))
      .map(({ number }) => number)
      .filter(chosen);
    const kills = KILLS.filter((row) => chosen(row) || (row === 'appender' && !only));
    const others = possible.filter((row) => !kills.includes(row));
    const rows =
      depth === 'long' || only
        ? others
        : quickRows(others, index, SLOW[roll(SLOW.length)]!, depth === 'smoke');
    const steps = rows.map((row) => [row]);
    if (kills.length) for (let kill = 0; kill < KILL_STEPS[depth]; kill++) steps.push(kills);
    if (depth === 'long' && standby && chosen('F7b'))
      for (let failover = 1; failover < FAILOVERS; failover++) steps.push(['F7b']);
    const taken = shuffled(steps, roll).slice(0, depth === 'smoke' ? SMOKE_STEPS : undefined);
    return {
      ...world,
      ...LOADS[depth],
      steps: taken.map((rows) => rows.map((row) => ({ row, seed: roll(2 ** 31) }))),
    };
  });
}

/** Faults that last: once in a product's life is enough. */
const SLOW = ['F3', 'F5', 'F9', 'F17'];

const isPossible = (
  needs: string | undefined,
  { standby, redis }: { standby: boolean; redis: boolean },
): boolean =>
  (needs !== 'redis' || redis) &&
  (needs !== 'queue in PostgreSQL' || !redis) &&
  (needs !== 'standby' || standby);

/** Of what every product can be done to, each of two products has its half; of what is slow one does, by chance. */
function quickRows(possible: string[], index: number, slow: string, isSmoke: boolean): string[] {
  const common = matrix.filter(({ how, needs }) => how === 'shot' && !needs).map(({ number }) => number);
  return possible.filter((row) => {
    if (SLOW.includes(row)) return row === slow && !isSmoke;
    return !common.includes(row) || common.indexOf(row) % 2 === index % 2;
  });
}

function shuffled<T>(list: T[], roll: Throw): T[] {
  const rest = [...list];
  const made: T[] = [];
  while (rest.length) made.push(...rest.splice(roll(rest.length), 1));
  return made;
}
