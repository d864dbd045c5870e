import type { ExamTiming } from './exam-clock.ts';
import type { ExamSessionApi } from './exam-session-api.ts';
import type { ExamSessionCache } from './exam-session-cache.ts';
import type { ExamNews } from './exam-session-view.ts';

/** What taking one exam works with; tests bring their own. */
export interface ExamSessionParts {
  api: ExamSessionApi;
  cache: ExamSessionCache;
  timing: ExamTiming;
  /** A UUID. */
  makeKey: () => string;
  onNews: (news: ExamNews) => void;
}
