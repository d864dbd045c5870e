import { classProgress } from './classroom/class-progress.projection.ts';
import { examResults } from './exam/exam-results.projection.ts';
import { deckStats } from './learning/deck-stats.projection.ts';
import { reviewSchedule } from './learning/review-schedule.projection.ts';
import type { Projection } from './log/projection.ts';

/** Every projection there is. A new one needs its checkpoints, which its migration inserts. */
export const projections: Projection[] = [reviewSchedule, deckStats, classProgress, examResults];
