import type { ClientBase } from 'pg';
import type { EventDefinition } from './define-event.ts';
import type { EventAmong, EventRegister, LogEvent } from './event-register.ts';

/** A pure function of the log, kept in tables. */
export interface Projection<Name extends string = string> {
  /** Also the name of its checkpoints. */
  name: Name;
  /** Reads its events; the same one for all projections of a log. */
  register: EventRegister;
  /** The tables it alone writes. */
  tables: string[];
  /** True when the people that append events read it. A reader that waits for its own writes then waits for it. */
  isReadBack: boolean;
  /** The types of events that it takes in; `apply` gets no others. */
  types: readonly string[];
  /**
   * A projection whose tables this one reads, by name: in each partition it stays at or behind that one's checkpoint.
   * It comes later in the list of projections. After parked events of that one have been replayed, it is given the
   * same events again. So it has to compute rows as a whole rather than add to them.
   */
  follows?: string;
  /** Types of which events never come together with those of other partitions. */
  typesAlone?: readonly string[];
  /**
   * Adds events of some partitions, partition by partition in order, in the caller's transaction. The same events never
   * come twice. Throws for an event that it cannot apply; the caller then isolates and parks that event.
   */
  apply(events: LogEvent[], tx: ClientBase): Promise<void>;
  /**
   * Computes again what tables beside the log decide (members, decks, keys), for rows that were computed a while ago.
   * Only for projections that others change as well when those tables change. Needs the checkpoints of all partitions.
   */
  settle?(tx: ClientBase): Promise<void>;
  /** The tables beside the log that `settle` reads. */
  settledBy?: readonly string[];
  /** True when `settle` computes every row from the projection that this one follows: building it needs no events. */
  isSettledWhole?: true;
  /** Empties its tables. */
  reset(tx: ClientBase): Promise<void>;
}

/** What a projection says of itself: as a Projection, with its events typed by the types that it takes in. */
type Described<Name extends string, Definition extends EventDefinition, Type extends string> = Omit<
  Projection<Name>,
  'register' | 'types' | 'typesAlone' | 'apply'
> & {
  types: readonly Type[];
  typesAlone?: readonly NoInfer<Type>[];
  apply(
    events: EventAmong<NonNullable<EventRegister<Definition>['fact']>, NoInfer<Type>>[],
    tx: ClientBase,
  ): Promise<void>;
};

/** Defines a projection of the events in a register. It sees the types that it names and no others. */
export function defineProjection<
  const Name extends string,
  Definition extends EventDefinition,
  Type extends NonNullable<EventRegister<Definition>['fact']>['type'],
>(register: EventRegister<Definition>, described: Described<Name, Definition, Type>): Projection<Name> {
  // The register has checked each event against the schema of its type.
  return { ...described, register } as Projection<Name>;
}

/** Returns the register that these projections share. */
export const registerOf = (projections: readonly Projection[]): EventRegister => projections[0]!.register;
