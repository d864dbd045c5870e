import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { EventDefinition, FactOf } from './define-event.ts';

/** What every event carries besides its type and data. */
export interface Envelope {
  partition: number;
  position: number;
  id: string;
  studentId: number;
  occurredAt: Date;
  /** By the database's clock, as text, since few need it; known where events are projected. */
  recordedAt?: string | undefined;
}

/** An event in the current version of its type, whatever version it was stored in. */
export interface LogEvent extends Envelope {
  type: string;
  data: unknown;
}

/** An event as it is stored in the table. */
export interface StoredEvent extends LogEvent {
  version: number;
}

/** Events of these types, as projections see them: of the current version, whatever version they were stored in. */
export type EventOf<Definition extends EventDefinition> = Envelope & FactOf<Definition>;

/** Thrown for an event that this program cannot read: unknown type, future version, or data against its schema. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError';
}

/**
 * Reads stored events of the types in its list. The program has one register, above its features; the log is given it
 * with its projections.
 */
export class EventRegister {
  /** Every type of event, by name. */
  readonly types: Readonly<Record<string, EventDefinition>>;
  readonly #checks: ReadonlyMap<string, ReturnType<typeof TypeCompiler.Compile>>;

  constructor(definitions: readonly EventDefinition[]) {
    this.types = Object.fromEntries(definitions.map((type) => [type.name, type]));
    this.#checks = new Map(
      definitions.flatMap(({ name, versions }) =>
        versions.map((schema, index) => [`${name} ${index + 1}`, TypeCompiler.Compile(schema)] as const),
      ),
    );
  }

  /**
   * Returns the event in the current version of its type; the same object if it is of that. Throws an
   * UnreadableEventError.
   */
  decode(stored: StoredEvent): LogEvent {
    const check = this.#checks.get(`${stored.type} ${stored.version}`);
    if (!check)
      throw new UnreadableEventError(`unknown event type: ${stored.type} version ${stored.version}`);
    if (!check.Check(stored.data)) {
      const first = check.Errors(stored.data).First();
      throw new UnreadableEventError(`${stored.type} ${stored.id}: data${first?.path} ${first?.message}`);
    }
    const { upcasts } = this.types[stored.type]!;
    let data = stored.data;
    for (let index = stored.version - 1; index < upcasts.length; index++)
      data = upcasts[index]!(data as never);
    // Most events are of the current version, and a rebuild would make millions of copies.
    return data === stored.data ? stored : { ...stored, data };
  }

  /**
   * Returns those of the events that are of these types, decoded. Throws an UnreadableEventError for one of them that
   * cannot be read. Also throws for a type that is not known at all: nobody can say that it may be passed over.
   */
  decodeOf(stored: readonly StoredEvent[], types: readonly string[]): LogEvent[] {
    const wanted = new Set(types);
    return stored
      .filter(({ type }) => wanted.has(type) || !Object.hasOwn(this.types, type))
      .map((event) => this.decode(event));
  }
}
