import pg, { type Pool, type QueryResult } from 'pg';
import {
  requireKnownDatabase,
  requireNoneUnknown,
  UNKNOWN_MIGRATIONS,
} from '../../postgres/newer-database.ts';
import { isTransient } from '../../postgres/postgres-error.ts';
import {
  beginPart,
  committedWith,
  type Tx,
  transactionOn,
  undone,
  undoPart,
} from '../../postgres/transaction.ts';
import type { StoredEvent } from '../event-register.ts';
import { StudentErased } from '../log.events.ts';
import { applyTo, type Projection } from '../projection.ts';
import { readEvents } from '../read.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Classes of SQLSTATE of which the values are the reason: they cannot be (22), or break a constraint (23). */
const OF_VALUES = /^2[23]/;

/**
 * Returns true when the event itself is why it could not be read or applied: our own code threw, or Postgres refused
 * its values. It will then fail again wherever it is tried. Returns false for what stands in the way of every event,
 * such as a missing column or right: no events are parked for that.
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (isTransient(error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !SQLSTATE.test(code) || OF_VALUES.test(code);
}

/** Events one transaction takes. */
export const BATCH_SIZE = 2_000;

/** Why events are parked that could be applied but for their order. */
export const AFTER_PARKED = 'an earlier event of this student is parked';

export interface ProjectOutcome {
  /** Events read in this transaction, the parked ones included. */
  events: number;
  parked: number;
  /** True when there may be more events to take at once. */
  isMore: boolean;
}

/**
 * One step of a projection in one partition: locks its checkpoint, reads the events after it, applies them and moves
 * the checkpoint, all in one transaction. So every event counts exactly once, whatever dies when. Does nothing when
 * another process holds the checkpoint, since that process does the work. No event after the position `until` is taken.
 *
 * An event that is itself the reason why it cannot be applied is parked. Before that it has to fail once more, in a
 * transaction that begins with it. Rejects with any other error, such as that a column is missing: nothing is then
 * parked, and the checkpoint stays where it is. The step is to be tried again. Rejects with a NewerDatabaseError, and
 * has then applied and parked nothing, when a newer version has migrated the database.
 */
export async function projectBatch(
  pool: Pool,
  projection: Projection,
  partition: number,
  until = Number.POSITIVE_INFINITY,
): Promise<ProjectOutcome> {
  const first = await projectOnce(pool, projection, partition, { until });
  let { events, parked, suspect } = first;
  // Not further than the batch in which it was found.
  const rest = { until: first.end };
  while (suspect !== undefined) {
    const next = await projectOnce(pool, projection, partition, { ...rest, suspect });
    events += next.events;
    parked += next.parked;
    suspect = next.suspect;
  }
  return { events, parked, isMore: first.isMore };
}

interface Step extends ProjectOutcome {
  /** The last position that was read. */
  end: number;
  /** The position of an event that failed: the transaction ended before it. */
  suspect: number | undefined;
}

/** One transaction. An event that fails is parked if it is the `suspect`; before any other the transaction ends. */
async function projectOnce(
  pool: Pool,
  projection: Projection,
  partition: number,
  { until, suspect }: { until: number; suspect?: number },
): Promise<Step> {
  const client = await pool.connect();
  let isDone = false;
  const take = async (tx: Tx, first: QueryResult[]) => {
    const { position, stopped, ...begun } = beginning(first, projection);
    const room = Math.min(begun.room, until - position);
    const read = room > 0 ? await readEvents(tx, partition, position, room) : [];
    const end = read.at(-1)?.position ?? position;
    const batch: Batch = {
      tx,
      projection,
      partition,
      stopped: new Map(stopped.map((studentId) => [studentId, AFTER_PARKED])),
      parked: 0,
      isChanged: false,
    };
    const failed = await applyOrPark(batch, read, suspect);
    const events = failed ? failed.position - 1 - position : read.length;
    const isMore = read.length === BATCH_SIZE;
    const step: Step = { events, parked: batch.parked, isMore, end, suspect: failed?.position };
    if (events === 0) return undone(step);
    return committedWith(
      `update projection_checkpoints set position = ${position + events}
       where ${checkpointOf(projection.name, partition)}`,
      step,
    );
  };
  try {
    const first = firstStatements(projection, partition);
    const step = await transactionOn(client, take, { first, isInParts: true });
    isDone = true;
    return step;
  } finally {
    // It may be the connection that is at fault, or what it has prepared.
    client.release(!isDone);
  }
}

const checkpointOf = (projection: string, partition: number): string =>
  `projection = ${pg.escapeLiteral(projection)} and partition = ${partition}`;

interface Beginning {
  /** The checkpoint's. */
  position: number;
  /** Events that may be taken now: none when another transaction holds the checkpoint. */
  room: number;
  /** Students of whom an event is parked. */
  stopped: number[];
}

/**
 * Returns what locks the checkpoint and reads where to begin, in one message: under load most of a small batch's time
 * would be the way there and back. A crash loses effect and checkpoint together, so the commit need not wait for the
 * disk.
 */
const firstStatements = ({ name, follows }: Projection, partition: number): string =>
  `set local synchronous_commit = off;
   select position, ${UNKNOWN_MIGRATIONS} as unknown from projection_checkpoints
   where ${checkpointOf(name, partition)} for update skip locked;
   select position from projection_checkpoints where ${checkpointOf(follows ?? name, partition)};
   select distinct student_id from parked_events where ${checkpointOf(name, partition)}`;

/** Reads the results of the first statements. */
function beginning([, locked, followed, parked]: QueryResult[], { follows }: Projection): Beginning {
  const stopped = (parked as QueryResult<{ student_id: number }>).rows.map((row) => row.student_id);
  const own = (locked as QueryResult<{ position: string; unknown: string | null }>).rows[0];
  if (!own) return { position: 0, room: 0, stopped };
  requireNoneUnknown(own.unknown);
  const position = Number(own.position);
  const limit = Number((followed as QueryResult<{ position: string }>).rows[0]?.position ?? 0);
  return { position, room: follows ? Math.min(BATCH_SIZE, limit - position) : BATCH_SIZE, stopped };
}

/** Applies those of the events that the projection takes in. Throws for one that cannot be read or applied. */
export async function applyEvents(tx: Tx, projection: Projection, events: StoredEvent[]): Promise<void> {
  await applyTo([projection], projection.register.decodeOf(events, projection.types), tx);
}

interface Batch {
  tx: Tx;
  projection: Projection;
  partition: number;
  /** Students whose events are to be parked, with the reason. */
  stopped: Map<number, string>;
  /** How many events have been parked. */
  parked: number;
  /** True when there are changes since the part began. */
  isChanged: boolean;
}

/**
 * Applies the events up to the first that cannot be applied, which is found by halving and returned; undefined when there
 * is none. The suspect is parked instead, with all later events of its student, whose order would otherwise be lost.
 */
async function applyOrPark(
  batch: Batch,
  events: StoredEvent[],
  suspect: number | undefined,
): Promise<StoredEvent | undefined> {
  const [first, ...others] = events;
  if (first && first.position === suspect && !batch.stopped.has(first.studentId)) {
    const reason = await tryToApply(batch, [first]);
    if (reason !== undefined) {
      await park(batch, first, reason);
      batch.stopped.set(first.studentId, AFTER_PARKED);
    }
    return applyOrPark(batch, others, undefined);
  }

  const open: StoredEvent[] = [];
  const toPark: StoredEvent[] = [];
  for (const event of events)
    (batch.stopped.has(event.studentId) && !isErasure(event) ? toPark : open).push(event);
  const failed = await firstThatFails(batch, open);
  const isDone = (event: StoredEvent): boolean => !failed || event.position < failed.position;
  const ended = new Set(events.filter((one) => isErasure(one) && isDone(one)).map((one) => one.studentId));
  for (const event of toPark)
    if (isDone(event) && !ended.has(event.studentId))
      await park(batch, event, batch.stopped.get(event.studentId)!);
  for (const studentId of ended) if (batch.stopped.delete(studentId)) await forgetParked(batch, studentId);
  return failed;
}

/** A student's last event waits for no earlier one: it leaves nothing of what these would have said. */
const isErasure = ({ type }: StoredEvent): boolean => type === StudentErased.name;

async function forgetParked({ tx, projection, partition }: Batch, studentId: number): Promise<void> {
  await tx.query(
    '/* forgetParked */ delete from parked_events where projection = $1 and partition = $2 and student_id = $3',
    [projection.name, partition, studentId],
  );
}

/** Applies the events before the first that cannot be applied, and returns that one. */
async function firstThatFails(batch: Batch, events: StoredEvent[]): Promise<StoredEvent | undefined> {
  if (!events.length || (await tryToApply(batch, events)) === undefined) return undefined;
  if (events.length === 1) return events[0];
  const middle = events.length >> 1;
  return (
    (await firstThatFails(batch, events.slice(0, middle))) ?? firstThatFails(batch, events.slice(middle))
  );
}

/** Applies all of the events, or none and returns the reason. Throws when the reason is none of the events. */
async function tryToApply(batch: Batch, events: StoredEvent[]): Promise<string | undefined> {
  const { tx, projection } = batch;
  if (batch.isChanged) await beginPart(tx);
  batch.isChanged = false;
  try {
    await applyEvents(tx, projection, events);
    batch.isChanged = true;
    return undefined;
  } catch (error) {
    if (!isFaultOfEvent(error)) throw error;
    await undoPart(tx);
    return String(error);
  }
}

async function park(batch: Batch, event: StoredEvent, reason: string): Promise<void> {
  const { tx, projection, partition } = batch;
  // What a newer version wrote was written after it had migrated, though maybe after we had looked for that.
  if (batch.parked++ === 0) await requireKnownDatabase(tx);
  batch.isChanged = true;
  await tx.query(
    `/* park */ insert into parked_events (projection, partition, position, student_id, reason)
     values ($1, $2, $3, $4, $5)`,
    [projection.name, partition, event.position, event.studentId, reason],
  );
}
