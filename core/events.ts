import { ExamStarted, ExamSubmitted } from './exam/attempt/exam.events.ts';
import {
  CardReviewed,
  CardReviewImported,
  CardReviewUndone,
  SchedulerWeightsSet,
} from './learning/learning.events.ts';
import { EventRegister } from './log/event-register.ts';
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
