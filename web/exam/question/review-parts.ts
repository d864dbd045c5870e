import type { QuestionKindName } from '../../../core/exam/question/question-kind.ts';
import { choiceReview } from './choice/choice-review.tsx';
import type { ReviewPart } from './question-parts.ts';

/** How each kind of question is drawn where results are looked at. */
export const REVIEW_PARTS: Record<QuestionKindName, ReviewPart> = { choice: choiceReview };
