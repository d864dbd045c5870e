import type { Tx } from '../postgres/transaction.ts';
import type { EventDefinition } from './define-event.ts';
import type { EventOf, EventRegister, LogEvent } from './event-register.ts';
import { ofStudents, partitionsOf } from './position.ts';

/** Returns those of the names that no projection has. */
export const unknownProjections = (projections: readonly Projection[], names: readonly string[]): string[] =>
  names.filter((name) => !projections.some((projection) => projection.name === name));

/** Returns the projections of these names, or all, each with what it follows and what follows it, in their order. */
export function projectionsWithFollowed(
  projections: readonly Projection[],
  names: readonly string[],
): readonly Projection[] {
  if (names.length === 0) return projections;
  const chosen = new Set(names);
  for (const { name, follows } of projections) if (chosen.has(name) && follows) chosen.add(follows);
  // A projection that follows one that is rebuilt has to be computed from its rows.
  for (const { name, follows } of projections) if (follows && chosen.has(follows)) chosen.add(name);
  return projections.filter(({ name }) => chosen.has(name));
}

/**
 * Returns what `find` makes of all events that are applied together, those of other projections included. Projections
 * that name the same function share what it returned.
 */
export type FindOnce = <T>(find: (events: LogEvent[], tx: Tx) => Promise<T>) => Promise<T>;

/** A pure function of the log, kept in tables, as its feature defines it. */
export interface DefinedProjection<Name extends string = string> {
  /** Also the name of its checkpoints. */
  name: Name;
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
  apply(events: LogEvent[], tx: Tx, once: FindOnce): Promise<void>;
  /**
   * Computes again what tables beside the log decide (members, decks, keys), for rows that were computed a while ago.
   * Only for projections that others change as well when those tables change. Needs the checkpoints of all partitions.
   */
  settle?(tx: Tx): Promise<void>;
  /** The tables beside the log that `settle` reads. */
  settledBy?: readonly string[];
  /** SQL that is true of rows which others have still to compute again by these tables: they are not compared. */
  unsettled?: string;
  /** True when `settle` computes every row from the projection that this one follows: building it needs no events. */
  isSettledWhole?: true;
  /** Adds up again what it holds of whole partitions, after students have come to other ones. */
  addUp?(tx: Tx): Promise<void>;
  /** Empties its tables. */
  reset(tx: Tx): Promise<void>;
}

/** Removes all rows of students who are erased from these tables of a projection. */
export async function forgetStudents(tx: Tx, tables: readonly string[], students: number[]): Promise<void> {
  if (students.length === 0) return;
  for (const table of tables)
    await tx.query(
      `/* forgetStudents */ delete from ${table} r using unnest($1::integer[]) k (student_id) where ${ofStudents('r', 'k.student_id', '$2')}`,
      [students, partitionsOf(students)],
    );
}

/** A projection in the program's list, with what reads its events: the same register for all projections of a log. */
export interface Projection extends DefinedProjection {
  register: EventRegister;
}

/** What a projection says of itself: as a DefinedProjection, with the events that it takes in and no others. */
type Described<Name extends string, Definition extends EventDefinition> = Omit<
  DefinedProjection<Name>,
  'types' | 'typesAlone' | 'apply'
> & {
  events: readonly Definition[];
  typesAlone?: readonly NoInfer<Definition['name']>[];
  apply(events: EventOf<NoInfer<Definition>>[], tx: Tx, once: FindOnce): Promise<void>;
};

/** Defines a projection of these types of events. */
export function defineProjection<const Name extends string, Definition extends EventDefinition>({
  events,
  ...described
}: Described<Name, Definition>): DefinedProjection<Name> {
  // A register checks each event against the schema of its type before.
  return { ...described, types: events.map(({ name }) => name) } as DefinedProjection<Name>;
}

/** Has a register read a projection's events. */
export const readBy = (register: EventRegister, projection: DefinedProjection): Projection => ({
  ...projection,
  register,
});

/** Returns the register that these projections share. */
export const registerOf = (projections: readonly Projection[]): EventRegister => projections[0]!.register;

/** Has each of these projections apply those of the events that it takes in. */
export async function applyTo(projections: readonly Projection[], events: LogEvent[], tx: Tx): Promise<void> {
  const found = new Map<unknown, Promise<unknown>>();
  const once: FindOnce = (find) => {
    if (!found.has(find)) found.set(find, find(events, tx));
    return found.get(find) as ReturnType<typeof find>;
  };
  for (const projection of projections) {
    const own = events.filter(({ type }) => projection.types.includes(type));
    if (own.length) await projection.apply(own, tx, once);
  }
}
