import type { ClientBase } from 'pg';
import type { EventType, LogEvent } from './event-register.ts';

/** A pure function of the log, kept in tables. */
export interface Projection {
  /** Also the name of its checkpoints. */
  name: string;
  /** The tables it alone writes. */
  tables: string[];
  /** True when whoever appends events reads it: a reader that waits for its own writes then waits for it. */
  isReadBack: boolean;
  /** The types of events that it takes in; `apply` gets no others. */
  types: readonly EventType[];
  /**
   * A projection whose tables this one reads, by name: in each partition it stays at or behind that one's checkpoint.
   * It comes later in the list of projections. After parked events of that one have been replayed, it is given the
   * same events again, so it has to compute rows as a whole rather than add to them.
   */
  follows?: string;
  /** Types of which events never come together with those of other partitions. */
  typesAlone?: readonly EventType[];
  /**
   * Adds events of some partitions, partition by partition in order, in the caller's transaction. The same events never
   * come twice. Throws for an event that it cannot apply; the caller then isolates and parks that event.
   */
  apply(events: LogEvent[], tx: ClientBase): Promise<void>;
  /**
   * Computes anew what tables beside the log decide (members, decks, keys), for rows that were computed a while ago. Only
   * for projections that others change as well when those tables change. Needs the checkpoints of all partitions.
   */
  settle?(tx: ClientBase): Promise<void>;
  /** The tables beside the log that `settle` reads. */
  settledBy?: readonly string[];
  /** True when `settle` computes every row from the projection that this one follows: building it needs no events. */
  isSettledWhole?: true;
  /** Empties its tables. */
  reset(tx: ClientBase): Promise<void>;
}
