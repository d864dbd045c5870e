import type { Pool } from 'pg';
import { requireKnownDatabase } from '../../postgres/newer-database.ts';
import { inTransaction, part, type Tx, undone } from '../../postgres/transaction.ts';
import type { StoredEvent } from '../event-register.ts';
import type { ParkedStudent } from '../log.schema.ts';
import { formatPosition, partitionOf } from '../position.ts';
import type { Projection } from '../projection.ts';
import { type EventRow, LogGapError, storedEvent } from '../read.ts';
import { lockCheckpoints } from './checkpoint.ts';
import { listParked, type ParkedSelection } from './parked-events.ts';
import { AFTER_PARKED, applyEvents, isFaultOfEvent } from './project-batch.ts';

/** Events that are held in memory at once. */
const CHUNK = 2_000;

export interface ReplayOptions extends ParkedSelection {
  /** Undoes each student's replay again, and returns what would be. */
  isDryRun?: boolean;
  /** Every projection there is, in order. */
  projections: readonly Projection[];
  /** How far it is, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Ends it between two students. */
  signal?: AbortSignal;
}

export interface ReplayOutcome {
  applied: number;
  /** Events that are parked now, of those that were meant and of projections that follow them and failed thereby. */
  remaining: number;
  /** The parked events by projection and student, with the reason of each first. */
  stuck: ParkedStudent[];
}

/**
 * Applies parked events, each student's in order and in one transaction. What still cannot be applied stays parked with
 * its new reason, and so do that student's later ones. Projectors may run meanwhile: they park a student's new events
 * as long as one is parked. The checkpoints are held from the first event to the last. Throws a LogGapError when a
 * parked event is not in the log, and a NewerDatabaseError. Throws what is not an event's fault (see isFaultOfEvent),
 * and the signal's reason when it is aborted.
 */
export async function replayParked(pool: Pool, options: ReplayOptions): Promise<ReplayOutcome> {
  const { projections, isDryRun = false, onProgress, signal } = options;
  const parked = await listParked(pool, options);
  const names = [...new Set(parked.map((row) => row.projection))];
  const students = [...new Set(parked.map((row) => row.student_id))];
  const outcome: ReplayOutcome = { applied: 0, remaining: 0, stuck: [] };
  for (const [index, studentId] of students.entries()) {
    signal?.throwIfAborted();
    const { applied, stuck } = await replayStudent(pool, studentId, { names, projections, isDryRun });
    outcome.applied += applied;
    outcome.stuck.push(...stuck);
    onProgress?.((index + 1) / students.length);
  }
  outcome.remaining = outcome.stuck.reduce((sum, { events }) => sum + events, 0);
  return outcome;
}

interface StudentReplay {
  tx: Tx;
  studentId: number;
  partition: number;
  projections: readonly Projection[];
  /** Projections, by name, of which the outcome lists what remains. */
  reported: Set<string>;
}

async function replayStudent(
  pool: Pool,
  studentId: number,
  {
    names,
    projections,
    isDryRun,
  }: { names: string[]; projections: readonly Projection[]; isDryRun: boolean },
): Promise<{ applied: number; stuck: ParkedStudent[] }> {
  return inTransaction(pool, async (tx) => {
    const partition = partitionOf(studentId);
    const replay: StudentReplay = { tx, studentId, partition, projections, reported: new Set(names) };
    const chosen = projections.filter(({ name }) => names.includes(name));
    // All of them at once and before anything is read: what follows a chosen one is computed again with it.
    for (const { name } of projections.filter((one) => chosen.some((root) => follows(replay, one, root))))
      await lockCheckpoints(tx, name, [partition]);
    await requireKnownDatabase(tx);
    let applied = 0;
    for (const projection of chosen) applied += await replayProjection(replay, projection);
    const stuck: ParkedStudent[] = [];
    for (const projection of replay.reported)
      stuck.push(...(await listParked(tx, { projection, studentId })));
    return isDryRun ? undone({ applied, stuck }) : { applied, stuck };
  });
}

/** Returns true for `root` itself, and for what reads its tables, directly or through others. */
function follows(replay: StudentReplay, projection: Projection, root: Projection): boolean {
  if (projection === root) return true;
  const followed = replay.projections.find(({ name }) => name === projection.follows);
  return followed !== undefined && follows(replay, followed, root);
}

/** Replays one projection up to the first event that cannot be applied. Returns how many were applied. */
async function replayProjection(replay: StudentReplay, projection: Projection): Promise<number> {
  const { tx, studentId, partition } = replay;
  const limit = projection.follows === undefined ? undefined : await firstParked(replay, projection.follows);
  let [applied, position] = [0, 0];
  for (;;) {
    const events = await readParked(replay, projection.name, position);
    const open = limit === undefined ? events : events.filter((event) => event.position < limit);
    const done = await applyInOrder(tx, projection, open);
    const last = open[done.applied - 1];
    if (last) {
      applied += done.applied;
      position = last.position;
      await tx.query(
        `/* replayProjection */ delete from parked_events
         where projection = $1 and partition = $2 and student_id = $3 and position <= $4`,
        [projection.name, partition, studentId, position],
      );
      await computeFollowers(replay, projection, open.slice(0, done.applied));
    }
    const next = events[done.applied];
    if (next)
      await tx.query(
        '/* replayProjection */ update parked_events set reason = $4 where projection = $1 and partition = $2 and position = $3',
        [projection.name, partition, next.position, done.reason ?? waitsFor(projection, partition, limit)],
      );
    if (next || events.length < CHUNK) return applied;
  }
}

const waitsFor = ({ follows }: Projection, partition: number, limit: number | undefined): string =>
  `${follows} has parked an event of this student, ${formatPosition({ partition, position: Number(limit) })}`;

/**
 * What a projection computed of these events while the one that it follows had not applied them is wrong: it gets them
 * again, as far as it has taken them. Those that it has parked itself are its own replay's business; where it fails now,
 * it parks, with all that it has taken of this student since.
 */
async function computeFollowers(
  replay: StudentReplay,
  followed: Projection,
  events: StoredEvent[],
): Promise<void> {
  const { tx, partition, studentId } = replay;
  for (const projection of replay.projections.filter(({ follows: name }) => name === followed.name)) {
    const { rows } = await tx.query<{ position: string }>(
      '/* computeFollowers */ select position from projection_checkpoints where projection = $1 and partition = $2',
      [projection.name, partition],
    );
    const checkpoint = Number(rows[0]?.position ?? 0);
    const parked = (await firstParked(replay, projection.name)) ?? Number.POSITIVE_INFINITY;
    const taken = events.filter(({ position }) => position <= checkpoint && position < parked);
    const { applied, reason } = await applyInOrder(tx, projection, taken);
    const failed = taken[applied];
    if (failed) {
      replay.reported.add(projection.name);
      await tx.query(
        `/* computeFollowers */ insert into parked_events (projection, partition, position, student_id, reason)
         select $1, partition, position, student_id, case when position = $4 then $6 else $7 end from events
         where partition = $2 and student_id = $3 and position between $4 and $5 on conflict do nothing`,
        [projection.name, partition, studentId, failed.position, checkpoint, reason, AFTER_PARKED],
      );
    }
    await computeFollowers(replay, projection, taken.slice(0, applied));
  }
}

/** Returns the position of the student's first parked event. */
async function firstParked(replay: StudentReplay, projection: string): Promise<number | undefined> {
  const { rows } = await replay.tx.query<{ position: string | null }>(
    '/* firstParked */ select min(position) as position from parked_events where projection = $1 and partition = $2 and student_id = $3',
    [projection, replay.partition, replay.studentId],
  );
  return rows[0]?.position == null ? undefined : Number(rows[0].position);
}

async function readParked(
  { tx, studentId, partition }: StudentReplay,
  projection: string,
  after: number,
): Promise<StoredEvent[]> {
  const { rows } = await tx.query<EventRow & { parked_at: string }>(
    `/* readParked */ select p.position as parked_at, e.position, e.id, e.student_id, e.type, e.version, e.data, e.occurred_at,
             e.recorded_at
     from parked_events p left join events e using (partition, position)
     where p.projection = $1 and p.partition = $2 and p.student_id = $3 and p.position > $4
     order by p.position limit ${CHUNK}`,
    [projection, partition, studentId, after],
  );
  return rows.map(({ parked_at, ...row }) => {
    if (row.id === null) throw new LogGapError(`partition ${partition} has no position ${parked_at}`);
    return storedEvent(partition, row);
  });
}

/** Applies the events up to the first that fails, which is found by halving. Returns how many, and why no more. */
async function applyInOrder(
  tx: Tx,
  projection: Projection,
  events: StoredEvent[],
): Promise<{ applied: number; reason?: string }> {
  if (!events.length) return { applied: 0 };
  try {
    await part(tx, () => applyEvents(tx, projection, events));
    return { applied: events.length };
  } catch (error) {
    if (!isFaultOfEvent(error)) throw error;
    if (events.length === 1) return { applied: 0, reason: String(error) };
  }
  const middle = events.length >> 1;
  const first = await applyInOrder(tx, projection, events.slice(0, middle));
  if (first.reason !== undefined) return first;
  const second = await applyInOrder(tx, projection, events.slice(middle));
  return { ...second, applied: first.applied + second.applied };
}
