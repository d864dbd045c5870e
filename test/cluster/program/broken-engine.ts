import { setTimeout as pause } from 'node:timers/promises';
import { LAG_BOUND_MS, READY_BOUND_MS, took } from '../../faults/program/fault-shot.ts';
import type { LoadedWorld } from '../../faults/program/fault-world.ts';
import type { Exchange } from '../../faults/world/recording-clients.ts';
import { until } from '../../harness/until.ts';
import type { LiveBoard } from './live-board.ts';

/** Requests under way when it was mended may end as if it were broken. */
const AFTERWARDS_MS = 5_000;

/** So long nothing fails: then it is over. */
const QUIET_MS = 4_000;

/** A part of the engine that is broken, moved or added while the product is in use. */
export interface Breakage {
  name: string;
  /** What is done, for the report. */
  what: string;
  /** Whether requests may be refused for a while meanwhile. */
  allows503: boolean;
  /** Milliseconds by which a request may last longer than ten seconds meanwhile. */
  stallMs: number;
}

/** What came of it, as clients saw it. */
export interface Aftermath {
  name: string;
  what: string;
  /** Until it was mended, moved or added. */
  seconds: number;
  /** From then until the last request that failed had ended; 0 when none failed after that. */
  recoverySeconds: number;
  /** Students of whom a request failed, of so many. */
  affected: number;
  students: number;
  /** How requests ended that were under way meanwhile, or came until all was well again. */
  outcomes: Record<string, number>;
  slowestMs: number;
  /** Until the projections had taken in all that was in the log when it was mended. */
  projectedSeconds: number;
  /** The longest that the open board said nothing. */
  boardSilentSeconds: number;
  /** What the breakage itself reports. */
  remark?: string;
}

const failed = ({ status }: Exchange): boolean =>
  typeof status === 'string' || status >= 500 || status === 429;

const exchangesOf = ({ clients, calls }: LoadedWorld): Exchange[] => [
  ...clients.exchanges,
  ...calls.exchanges,
];

/** Resolves when for a while nothing has failed, and each student that answers has been answered since the beginning. */
async function isWell(world: LoadedWorld, when: string): Promise<void> {
  const begun = performance.now();
  let amiss = '';
  await until(async () => {
    await pause(100);
    const from = performance.now() - QUIET_MS;
    if (from < begun) return false;
    const since = exchangesOf(world).filter(({ endedAt }) => endedAt > begun);
    const recent = since.filter(({ endedAt }) => endedAt > from);
    const answered = new Set(since.filter((one) => !failed(one)).map(({ accountId }) => accountId));
    const waiting = world.clients.students.filter((id) => !answered.has(id));
    amiss = `${waiting.length} students wait, such as ${waiting.slice(0, 5)}; ${JSON.stringify(countedBy(recent.filter(failed)))}`;
    return !recent.some(failed) && waiting.length === 0;
  }, 'every student is answered, and nothing fails').catch((error: Error) => {
    throw new Error(`${when}: ${error.message} (${amiss})`);
  });
}

function countedBy(exchanges: Exchange[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of exchanges) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Breaks it, waits until all is well again, and says what clients saw of it. */
export async function broken(
  world: LoadedWorld,
  board: LiveBoard,
  { name, what, allows503, stallMs }: Breakage,
  act: () => Promise<string | undefined>,
): Promise<Aftermath> {
  await isWell(world, 'before');
  const from = performance.now();
  const window = { row: name, from, until: Number.POSITIVE_INFINITY, allows503, stallMs };
  world.windows.push(window);
  const remark = await act();
  const mended = performance.now();
  took(world, name, 'answers are taken', await world.answered(10), READY_BOUND_MS);
  const projectedMs = await world.projectedSoFar();
  took(world, name, 'projections follow', projectedMs, LAG_BOUND_MS);
  await isWell(world, 'afterwards');
  const during = exchangesOf(world).filter(({ endedAt }) => endedAt > from);
  const bad = during.filter(failed);
  const lastBad = bad.reduce((last, { endedAt }) => Math.max(last, endedAt), 0);
  const recoveryMs = Math.max(0, lastBad - mended);
  took(world, name, 'nothing fails any more', recoveryMs, READY_BOUND_MS);
  window.until = Math.max(mended, lastBad) + AFTERWARDS_MS;
  return {
    name,
    what,
    seconds: (mended - from) / 1_000,
    recoverySeconds: recoveryMs / 1_000,
    affected: new Set(bad.map(({ accountId }) => accountId)).size,
    students: world.clients.students.length + world.options.attempts,
    outcomes: countedBy(during),
    slowestMs: during.reduce((most, { sentAt, endedAt }) => Math.max(most, endedAt - sentAt), 0),
    projectedSeconds: projectedMs / 1_000,
    boardSilentSeconds:
      longestGap([from, ...board.changes.filter((at) => at > from), performance.now()]) / 1_000,
    ...(remark && { remark }),
  };
}

const longestGap = (moments: number[]): number =>
  moments.reduce((most, at, index) => Math.max(most, index ? at - moments[index - 1]! : 0), 0);
