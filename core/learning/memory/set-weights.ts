import { hash } from 'node:crypto';
import type { NewEvent } from '../../log/append/appender.ts';
import { derivedId } from '../../log/append/derived-id.ts';
import { SchedulerWeightsSet, SchedulerWeightsSetV1 } from '../learning.events.ts';
import { type Fitting, isSame, weightsHeld } from './weights-fitting.ts';

/**
 * Makes the events that give the fitted weights to their students, from `now` (milliseconds since 1970) on. Students
 * that have these weights already get none. Only one event can follow each earlier event that set weights. So of two
 * fittings applied at once, the second is refused with `idempotency_conflict`.
 */
export function schedulerWeightsSet(
  { students, held, weights, reviews }: Fitting,
  fittedTo: SchedulerWeightsSet['data']['fitted_to'],
  now: number,
): NewEvent[] {
  if (!weights) throw new Error('no weights were fitted');
  const data: SchedulerWeightsSet['data'] = { weights: [...weights], fitted_to: fittedTo, reviews };
  const contentHash = hash('sha256', JSON.stringify(data), 'hex');
  return students
    .filter((student) => !isSame(weightsHeld(held, student), weights))
    .map((studentId) =>
      SchedulerWeightsSet.make(SchedulerWeightsSetV1, {
        studentId,
        id: derivedId(`SchedulerWeightsSet after ${held.get(studentId)?.eventId ?? 'none'}`),
        data,
        hash: contentHash,
        occurredAt: new Date(now),
      }),
    );
}
