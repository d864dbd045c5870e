import { hash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { derivedId } from './append/derived-id.ts';
import { defineEvent, type FactOf, type NewEvent } from './define-event.ts';
import type { EventOf } from './event-register.ts';

/** A student's account is gone. It is the student's last event: nothing that came before it counts any more. */
export const StudentErasedV1 = Type.Object({});

export const StudentErased = defineEvent('StudentErased', [StudentErasedV1], []);
export type StudentErased = FactOf<typeof StudentErased>;

/** Makes the event that ends a student. Its id is derived from the student, so that there can be one. */
export function studentErased(studentId: number, at: Date): NewEvent {
  const words = `StudentErased ${studentId}`;
  return StudentErased.make(StudentErasedV1, {
    studentId,
    id: derivedId(words),
    data: {},
    hash: hash('sha256', words, 'hex'),
    occurredAt: at,
  });
}

export type Erased = EventOf<typeof StudentErased>;

/** SQL of the students who are erased, for `in (…)`. */
export const ERASED_STUDENTS = `select student_id from events where type = 'StudentErased'`;

/** SQLSTATE with which the database refuses an event after a student's last one. */
export const STUDENT_IS_ERASED = 'NH001';

interface OfStudent {
  type: string;
  studentId: number;
}

/** Returns the students whom these events end, and the events without any of theirs. */
export function takeErased<E extends OfStudent>(
  events: readonly E[],
): { erased: number[]; others: Exclude<E, { type: 'StudentErased' }>[] } {
  const erased = new Set(
    events.filter(({ type }) => type === StudentErased.name).map(({ studentId }) => studentId),
  );
  const others = erased.size ? events.filter(({ studentId }) => !erased.has(studentId)) : events;
  return { erased: [...erased], others: others as Exclude<E, { type: 'StudentErased' }>[] };
}
