import { ExamStarted, ExamSubmitted } from './exam/exam.events.ts';
import { CardReviewed, CardReviewUndone, SchedulerWeightsSet } from './learning/learning.events.ts';

/** Every type of event there is. The log reads what is in this list, and nothing else. */
export const eventDefinitions = [
  CardReviewed,
  CardReviewUndone,
  SchedulerWeightsSet,
  ExamStarted,
  ExamSubmitted,
];
