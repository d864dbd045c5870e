import type { ClientBase, Pool, PoolClient, QueryResult } from 'pg';
import { requireKnownDatabase, requireNoneUnknown, UNKNOWN_MIGRATIONS } from '../newer-database.ts';
import { isTransient } from '../postgres-error.ts';
import { decodeEvents, type StoredEvent } from './event-register.ts';
import type { Projection } from './projection.ts';
import { readEvents } from './read.ts';

/** Events one transaction takes. */
const BATCH_SIZE = 2_000;

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
 * another process holds the checkpoint: it does the work. No event after the position `until` is taken. Rejects with a
 * NewerDatabaseError, and has then applied and parked nothing, when a newer version has migrated the database.
 */
export async function projectBatch(
  pool: Pool,
  projection: Projection,
  partition: number,
  until = Number.POSITIVE_INFINITY,
): Promise<ProjectOutcome> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    const { position, stopped, ...begun } = await begin(client, projection, partition);
    const room = Math.min(begun.room, until - position);
    const events = room > 0 ? await readEvents(client, partition, position, room) : [];
    const last = events.at(-1);
    if (!last) {
      await client.query('rollback');
      return { events: 0, parked: 0, isMore: false };
    }
    const parked = await applyOrPark(client, projection, partition, events, stopped);
    await client.query(
      `update projection_checkpoints set position = ${last.position}
       where ${checkpointOf(client, projection.name, partition)}; commit`,
    );
    return { events: events.length, parked, isMore: events.length === room };
  } catch (error) {
    failure = error;
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(failure !== undefined && isTransient(failure));
  }
}

const checkpointOf = (client: PoolClient, projection: string, partition: number): string =>
  `projection = ${client.escapeLiteral(projection)} and partition = ${partition}`;

interface Beginning {
  /** The checkpoint's. */
  position: number;
  /** Events that may be taken now: none when another transaction holds the checkpoint. */
  room: number;
  /** Students of whom an event is parked. */
  stopped: number[];
}

/**
 * Begins the transaction and locks the checkpoint. Several statements in one message, since under load most of a small
 * batch's time would be the way to the database and back. A crash loses effect and checkpoint together, so the commit
 * need not wait for the disk.
 */
async function begin(client: PoolClient, projection: Projection, partition: number): Promise<Beginning> {
  const { name, follows } = projection;
  const results = (await client.query(
    `begin; set local synchronous_commit = off;
     select position, ${UNKNOWN_MIGRATIONS} as unknown from projection_checkpoints
     where ${checkpointOf(client, name, partition)} for update skip locked;
     select position from projection_checkpoints where ${checkpointOf(client, follows ?? name, partition)};
     select distinct student_id from parked_events where ${checkpointOf(client, name, partition)};
     savepoint batch`,
  )) as unknown as QueryResult[];
  const [, , locked, followed, parked] = results;
  const stopped = (parked as QueryResult<{ student_id: number }>).rows.map((row) => row.student_id);
  const own = (locked as QueryResult<{ position: string; unknown: string | null }>).rows[0];
  if (!own) return { position: 0, room: 0, stopped };
  requireNoneUnknown(own.unknown);
  const position = Number(own.position);
  const limit = Number((followed as QueryResult<{ position: string }>).rows[0]?.position ?? 0);
  return { position, room: follows ? Math.min(BATCH_SIZE, limit - position) : BATCH_SIZE, stopped };
}

/** Applies those of the events that the projection takes in. Throws for one that cannot be read or applied. */
export async function applyEvents(
  client: ClientBase,
  projection: Projection,
  events: StoredEvent[],
): Promise<void> {
  const own = decodeEvents(events, projection.types);
  if (own.length) await projection.apply(own, client);
}

/**
 * Applies the events; one that cannot be applied is found by halving and parked, with all later events of its
 * student, whose order would otherwise be lost. Returns how many were parked.
 */
async function applyOrPark(
  client: PoolClient,
  projection: Projection,
  partition: number,
  events: StoredEvent[],
  stoppedBefore: number[],
): Promise<number> {
  if (!stoppedBefore.length)
    try {
      await applyEvents(client, projection, events);
      return 0;
    } catch (error) {
      if (isTransient(error)) throw error;
      await client.query('rollback to savepoint batch');
    }
  const stopped = new Map(stoppedBefore.map((studentId) => [studentId, AFTER_PARKED]));
  let parked = 0;

  const park = async (event: StoredEvent, reason: string): Promise<void> => {
    // What a newer version wrote was written after it had migrated, though maybe after we had looked for that.
    if (parked++ === 0) await requireKnownDatabase(client);
    await client.query(
      `insert into parked_events (projection, partition, position, student_id, reason)
       values ($1, $2, $3, $4, $5)`,
      [projection.name, partition, event.position, event.studentId, reason],
    );
  };

  const step = async (part: StoredEvent[]): Promise<void> => {
    const open: StoredEvent[] = [];
    for (const event of part) {
      const reason = stopped.get(event.studentId);
      if (reason) await park(event, reason);
      else open.push(event);
    }
    if (!open.length) return;
    await client.query('savepoint step');
    try {
      await applyEvents(client, projection, open);
      await client.query('release savepoint step');
    } catch (error) {
      if (isTransient(error)) throw error;
      await client.query('rollback to savepoint step');
      const first = open[0]!;
      if (open.length === 1) {
        await park(first, String(error));
        stopped.set(first.studentId, AFTER_PARKED);
        return;
      }
      const middle = open.length >> 1;
      await step(open.slice(0, middle));
      await step(open.slice(middle));
    }
  };

  await step(events);
  return parked;
}
