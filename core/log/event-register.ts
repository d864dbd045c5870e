import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ExamStarted, ExamStartedV1, type ExamSubmitted, ExamSubmittedV1 } from '../exam/exam.events.ts';
import {
  type CardReviewed,
  CardReviewedV1,
  CardReviewedV2,
  type CardReviewUndone,
  CardReviewUndoneV1,
  cardReviewedFromV1,
  type SchedulerWeightsSet,
  SchedulerWeightsSetV1,
} from '../learning/learning.events.ts';

type Fact = CardReviewed | CardReviewUndone | SchedulerWeightsSet | ExamStarted | ExamSubmitted;
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

interface RegisteredType {
  /** One schema a version, the oldest first. A published one is never changed. */
  versions: TSchema[];
  /** `upcasts[n]` turns the data of version n+1 into version n+2. */
  upcasts: ((data: never) => unknown)[];
}

/** Every event type there is. */
export const eventTypes: Record<EventType, RegisteredType> = {
  CardReviewed: { versions: [CardReviewedV1, CardReviewedV2], upcasts: [cardReviewedFromV1] },
  CardReviewUndone: { versions: [CardReviewUndoneV1], upcasts: [] },
  SchedulerWeightsSet: { versions: [SchedulerWeightsSetV1], upcasts: [] },
  ExamStarted: { versions: [ExamStartedV1], upcasts: [] },
  ExamSubmitted: { versions: [ExamSubmittedV1], upcasts: [] },
};

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
  const { versions, upcasts } = eventTypes[stored.type as EventType];
  let data: unknown = stored.data;
  for (let version = stored.version; version < versions.length; version++)
    data = upcasts[version - 1]?.(data as never);
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
