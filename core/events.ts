import { ExamStarted, ExamSubmitted } from './exam/exam.events.ts';
import {
  CardReviewed,
  CardReviewImported,
  CardReviewUndone,
  SchedulerWeightsSet,
} from './learning/learning.events.ts';
import type { FactOf } from './log/define-event.ts';
import { type EventAmong, EventRegister } from './log/event-register.ts';
import { StudentErased } from './log/log.events.ts';

/** Every type of event there is. The log reads what is in this list, and nothing else. */
export const eventDefinitions = [
  CardReviewed,
  CardReviewUndone,
  CardReviewImported,
  SchedulerWeightsSet,
  ExamStarted,
  ExamSubmitted,
  StudentErased,
];

/** Reads the events of this list. */
export const eventRegister = new EventRegister(eventDefinitions);

type Fact = FactOf<(typeof eventDefinitions)[number]>;
export type EventType = Fact['type'];

/** Events of some types, as projections see them: of the current version, whatever version they were stored in. */
export type EventOf<Type extends EventType> = EventAmong<Fact, Type>;
