import { setTimeout as pause } from 'node:timers/promises';
import { isDistributed } from './several-servers.ts';

/** How often is tried what others' work can stand in the way of. */
const TRIES = 10;

/** SQLSTATE of a transaction that was undone, since it and others waited for each other in a circle. */
const DEADLOCK = '40P01';

/** SQLSTATE of a transaction stopped by a change after its snapshot, a deadlock, or a lock not had in time. */
const IN_THE_WAY = ['40001', DEADLOCK, '55P03'];

/** The transaction that went on is to have ended: the more time it gets, the longer it lasts. */
const APART_MS = 50;

/** Does work again while it rejects with one of these SQLSTATEs, with a longer pause each time. */
async function tried<T>(work: () => Promise<T>, states: string[], pauseMs: number): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await work();
    } catch (error) {
      if (!states.includes(String((error as { code?: unknown }).code)) || time === TRIES) throw error;
    }
    if (pauseMs) await pause(time * pauseMs);
  }
}

/** Does work of whole transactions again, ten times at most, when others' transactions stood in its way. */
export const triedAgain = <T>(work: () => Promise<T>): Promise<T> => tried(work, IN_THE_WAY, 0);

/**
 * Does work of a whole transaction, or of a statement of its own. On several servers the row of a table that each of them
 * has is locked with the whole table. Some that would not meet on one server then wait for each other in a circle: one of
 * them is undone, and done again here.
 */
export const againAfterDeadlock = <T>(work: () => Promise<T>): Promise<T> =>
  isDistributed() ? tried(work, [DEADLOCK], APART_MS) : work();
