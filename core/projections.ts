import { classProgress } from './classroom/class-progress.projection.ts';
import { examResults } from './exam/exam-results.projection.ts';
import { deckStats } from './learning/deck-stats.projection.ts';
import { recallDays } from './learning/recall-days.projection.ts';
import { reviewSchedule } from './learning/review-schedule.projection.ts';
import type { Projection } from './log/projection.ts';

const all = [reviewSchedule, deckStats, recallDays, classProgress, examResults];

/** The name of any of them. */
export type ProjectionName = (typeof all)[number]['name'];

/** Every projection there is, each after the one that it follows. */
export const projections: Projection[] = all;
