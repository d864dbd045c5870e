import { classProgress } from './classroom/class-progress.projection.ts';
import { eventRegister } from './events.ts';
import { examResults } from './exam/results/exam-results.projection.ts';
import { cardAnswers } from './learning/progress/card-answers.projection.ts';
import { deckStats } from './learning/progress/deck-stats.projection.ts';
import { recallDays } from './learning/progress/recall-days.projection.ts';
import { reviewSchedule } from './learning/progress/review-schedule.projection.ts';
import { type Projection, readBy } from './log/projection.ts';

/** Each after the one that it follows. */
const defined = [reviewSchedule, deckStats, recallDays, cardAnswers, classProgress, examResults];

/** The name of any of them. */
export type ProjectionName = (typeof defined)[number]['name'];

/** Every projection there is, each after the one that it follows. */
export const projections: Projection[] = defined.map((one) => readBy(eventRegister, one));
