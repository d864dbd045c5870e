import { TypeCompiler } from '@sinclair/typebox/compiler';
import { eventDefinitions } from '../events.ts';
import type { EventDefinition, FactOf } from './define-event.ts';

type Fact = FactOf<(typeof eventDefinitions)[number]>;
export type EventType = Fact['type'];

/** Events of some types, as projections see them: of the current version, whatever version they were stored in. */
export type EventOf<T extends EventType> = Envelope & Extract<Fact, { type: T }>;
export type LogEvent = EventOf<EventType>;

/** What every event carries besides its type and data. */
export interface Envelope {
  partition: number;
  position: number;
  id: string;
  studentId: number;
  occurredAt: Date;
  /** By the database's clock, as it writes it, since few need it; known where events are projected. */
  recordedAt?: string | undefined;
}

/** An event as it lies in the table. */
export interface StoredEvent extends Envelope {
  type: string;
  version: number;
  data: unknown;
}

/** Every event type there is, by name. */
export const eventTypes: Readonly<Record<string, EventDefinition>> = Object.fromEntries(
  eventDefinitions.map((type) => [type.name, type]),
);

const checks = new Map(
  Object.entries(eventTypes).flatMap(([type, { versions }]) =>
    versions.map((schema, index) => [`${type} ${index + 1}`, TypeCompiler.Compile(schema)] as const),
  ),
);

/** Thrown for an event that this program cannot read: unknown type, future version, or data against its schema. */
export class UnreadableEventError extends Error {
  override name = 'UnreadableEventError';
}

/** The stored event in the current version of its type: itself, if it is of that. Throws an UnreadableEventError. */
export function decodeEvent(stored: StoredEvent): LogEvent {
  const check = checks.get(`${stored.type} ${stored.version}`);
  if (!check) throw new UnreadableEventError(`unknown event type: ${stored.type} version ${stored.version}`);
  if (!check.Check(stored.data)) {
    const first = check.Errors(stored.data).First();
    throw new UnreadableEventError(`${stored.type} ${stored.id}: data${first?.path} ${first?.message}`);
  }
  const { upcasts } = eventTypes[stored.type]!;
  let data: unknown = stored.data;
  for (let index = stored.version - 1; index < upcasts.length; index++) data = upcasts[index]!(data as never);
  // Most events are of the current version, and millions of copies are what a rebuild would wait for.
  return (data === stored.data ? stored : { ...stored, data }) as LogEvent;
}

/**
 * Those of the stored events that are of these types, decoded. Throws an UnreadableEventError for one of them that
 * cannot be read, and for a type that is not known at all: who cannot tell what it is may not pass it over.
 */
export function decodeEvents(stored: StoredEvent[], types: readonly EventType[]): LogEvent[] {
  const wanted = new Set<string>(types);
  return stored.filter(({ type }) => wanted.has(type) || !Object.hasOwn(eventTypes, type)).map(decodeEvent);
}
