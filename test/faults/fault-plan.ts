import { seeded, type Throw } from '../seeded.ts';
import { matrix } from './fault-matrix.ts';
import type { WorldOptions } from './fault-world.ts';

/** Faults that happen at the same time, with the seed of each one's moments and targets. */
export type PlannedStep = { row: string; seed: number }[];

export interface PlannedWorld extends WorldOptions {
  steps: PlannedStep[];
}

export interface PlanOptions {
  depth: 'quick' | 'long';
  /** Products that are started one after the other, each with its database. */
  rounds: number;
  /** Numbers of rows; default all. */
  only?: string[];
}

/** For a test in every run: a few processes, a few seconds. */
const QUICK = { attempts: 30, bulkStudents: 100, bulkPerSecond: 200, spreadMs: 8_000 };
const LONG = { attempts: 300, bulkStudents: 1_500, bulkPerSecond: 2_200, spreadMs: 150_000 };

/** Of a long run's product: steps in which processes of each kind are killed, and failovers of one with a standby. */
const KILL_STEPS = 26;
const FAILOVERS = 11;

/** Rows that one can do at the same time, since each has targets of its own. */
const KILLS = ['F1', 'F4', 'appender'];

/** The same plan for the same seed: which faults, in which order, when and to whom. */
export function planOf(seed: number, { depth, rounds, only }: PlanOptions): PlannedWorld[] {
  const roll = seeded(seed);
  const chosen = (row: string) => !only || only.includes(row);
  return Array.from({ length: rounds }, (_, index) => {
    const standby = index % 2 === 0;
    const world = { seed: roll(2 ** 31), standby, redis: !standby };
    const possible = matrix
      .filter(({ how, needs }) => how === 'shot' && isPossible(needs, world))
      .map(({ number }) => number)
      .filter(chosen);
    const kills = KILLS.filter((row) => chosen(row) || (row === 'appender' && !only));
    const others = possible.filter((row) => !kills.includes(row));
    const steps: string[][] =
      depth === 'quick'
        ? (only ? others : quickRows(others, index, SLOW[roll(SLOW.length)]!)).map((row) => [row])
        : others.map((row) => [row]);
    if (kills.length)
      for (let kill = 0; kill < (depth === 'quick' ? 2 : KILL_STEPS); kill++) steps.push(kills);
    if (depth === 'long' && standby && chosen('F7b'))
      for (let failover = 1; failover < FAILOVERS; failover++) steps.push(['F7b']);
    return {
      ...world,
      ...(depth === 'quick' ? QUICK : LONG),
      steps: shuffled(steps, roll).map((rows) => rows.map((row) => ({ row, seed: roll(2 ** 31) }))),
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
function quickRows(possible: string[], index: number, slow: string): string[] {
  const common = matrix.filter(({ how, needs }) => how === 'shot' && !needs).map(({ number }) => number);
  return possible.filter((row) => {
    if (SLOW.includes(row)) return row === slow;
    return !common.includes(row) || common.indexOf(row) % 2 === index % 2;
  });
}

function shuffled<T>(list: T[], roll: Throw): T[] {
  const rest = [...list];
  const made: T[] = [];
  while (rest.length) made.push(...rest.splice(roll(rest.length), 1));
  return made;
}
