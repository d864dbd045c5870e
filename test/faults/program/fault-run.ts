import { setTimeout as pause } from 'node:timers/promises';
import { OwnLifetime } from '../../harness/lifetime.ts';
import { seeded } from '../../harness/seeded.ts';
import { until } from '../../harness/until.ts';
import { nho } from '../../nho/nho-process.ts';
import type { Recovery, Violation } from './fault-history.ts';
import { type FaultRow, rowOf } from './fault-matrix.ts';
import type { PlannedStep, PlannedWorld } from './fault-plan.ts';
import { shots } from './fault-shots.ts';
import { type FaultWorld, type Kills, type LoadedWorld, startFaultWorld } from './fault-world.ts';
import { gatheredHistory } from './gathered-history.ts';
import { beyondBound, other503, violationsOf } from './history-check.ts';
import { leftInUse, orphansOf } from './left-behind.ts';

/** Requests that were under way when a fault ended may be answered as if it lasted. */
const AFTERWARDS_MS = 5_000;

export interface WorldOutcome {
  plan: PlannedWorld;
  seconds: number;
  violations: Violation[];
  kills: Kills;
  failovers: number;
  done: Record<string, number>;
  recoveries: Recovery[];
  events: number;
  eventsByType: Record<string, number>;
  attempts: number;
  imports: number;
  /** How requests ended, and the slowest of them. */
  outcomes: Record<string, number>;
  slowestMs: number;
  /** Requests and recoveries that lasted longer than their bound, by a fault's leave or the machine's. */
  beyondBound: number;
  /** Requests that were told to come back although no fault allows it. */
  other503: number;
  /** The longest start of a process that does nothing. */
  slowestStartMs: number;
}

export interface RunOptions {
  log: (line: string) => void;
  signal?: AbortSignal;
  /** How many times as long everything may last, for a run beside others; default 1. */
  patience?: number;
}

/** Starts the product, does all that is planned to it under load, ends the load, and judges what is left. */
export async function runWorld(
  plan: PlannedWorld,
  { log, signal, patience }: RunOptions,
): Promise<WorldOutcome> {
  const begun = performance.now();
  const t = new OwnLifetime();
  const done: Record<string, number> = {};
  try {
    const world = await startFaultWorld(t, plan);
    await world.startLoad();
    for (const [index, step] of plan.steps.entries()) {
      if (signal?.aborted) break;
      const from = performance.now();
      await takeStep(world, step);
      for (const { row } of step) done[row] = (done[row] ?? 0) + 1;
      const ms = Math.round(performance.now() - from);
      log(`  [${index + 1}/${plan.steps.length}] ${step.map(({ row }) => row).join(' + ')}: ${ms} ms`);
    }
    const history = await endWorld(world);
    const violations = violationsOf(history, patience);
    const outcomes: Record<string, number> = {};
    for (const { status } of history.exchanges) outcomes[status] = (outcomes[status] ?? 0) + 1;
    const eventsByType: Record<string, number> = {};
    for (const { type } of history.stored) eventsByType[type] = (eventsByType[type] ?? 0) + 1;
    return {
      plan,
      seconds: (performance.now() - begun) / 1_000,
      violations,
      kills: world.kills,
      failovers: world.failovers,
      done,
      recoveries: world.recoveries,
      events: history.stored.length,
      eventsByType,
      attempts: world.sittings.sittings.length,
      imports: world.uploads.count,
      outcomes,
      beyondBound: beyondBound(history),
      other503: other503(history),
      slowestStartMs: world.machine.slowestMs,
      slowestMs: history.exchanges.reduce((most, { sentAt, endedAt }) => Math.max(most, endedAt - sentAt), 0),
    };
  } finally {
    await t.end();
  }
}

/** Does what happens at the same time; what went wrong with it is a violation, and the rest goes on. */
async function takeStep(world: FaultWorld, step: PlannedStep): Promise<void> {
  await Promise.all(
    step.map(async ({ row, seed }) => {
      const { allows503 = false, stallMs = 0 }: Partial<FaultRow> = row === 'appender' ? {} : rowOf(row);
      const window = { row, from: performance.now(), until: Number.POSITIVE_INFINITY, allows503, stallMs };
      world.windows.push(window);
      await shots[row]!(world, seeded(seed)).catch((error: Error) =>
        world.noticed.push({ invariant: 'I10', what: `${row}: ${error.message}` }),
      );
      window.until = performance.now() + AFTERWARDS_MS;
    }),
  );
}

/** Ends the load, waits until it is quiet, and gathers what there is to judge. */
export async function endWorld(world: LoadedWorld): ReturnType<typeof gatheredHistory> {
  const { noticed } = world;
  const note = (invariant: string, lines: string[]) => {
    for (const what of lines) noticed.push({ invariant, what });
  };
  await Promise.all([
    world.clients.stop(),
    world.bulk.stop(),
    world.sittings.finish(),
    world.uploads.finish(),
  ]);
  await until(async () => {
    const open = await world.ask('select 1 as open from exam_attempts where not is_submitted limit 1');
    return open.length === 0 || pause(200, false);
  }, 'the server hands in what nobody did');
  const quiet = performance.now();
  await world.projectedSoFar();
  world.recoveries.push({
    row: 'end',
    what: 'projections are at the head',
    ms: performance.now() - quiet,
    until: performance.now(),
    boundMs: 60_000,
  });
  world.watch.stop();
  note('I6', world.watch.violations);
  note('I1', [...world.bulk.contradictions, ...world.clients.contradictions]);
  note('I8', world.uploads.oddities);
  const parked = await world.ask('select 1 as parked from parked_events');
  if (parked.length) noticed.push({ invariant: 'I7', what: `${parked.length} events are parked` });
  note('I7', await differingStats(world));
  const { code, stdout, stderr } = await nho(world.databaseUrl, 'verify');
  if (code !== 0)
    noticed.push({ invariant: 'I5', what: `verify: ${code} ${stdout.slice(-500)}${stderr.slice(-500)}` });
  // After the verification, which removes what a killed rebuild has left.
  note('I11', await leftInUse(world));
  const codes = await Promise.all([...world.apis, ...world.workers].map((one) => one.close()));
  if (codes.some((one) => one !== 0))
    noticed.push({ invariant: 'I11', what: `asked to end, they end with ${codes}` });
  note('I11', orphansOf(world));
  return gatheredHistory(world);
}

/** I7: each answer that stands counts once, recounted by SQL of its own. */
async function differingStats(world: LoadedWorld): Promise<string[]> {
  const rows = await world.ask<{ row: string }>(
    `with recount as (
       select student_id, deck_id, day, count(distinct card_id)::integer as cards, count(*)::integer as reviews
       from standing_reviews group by 1, 2, 3)
     select to_jsonb(x)::text as row from (
       select r.student_id, r.day, r.cards as counted, r.reviews, s.cards, s.reviews as shown
       from recount r full join deck_stats s using (student_id, deck_id, day)
       where (r.cards, r.reviews) is distinct from (s.cards, s.reviews) limit 5) x`,
  );
  return rows.map(({ row }) => `the statistics count otherwise: ${row}`);
}
