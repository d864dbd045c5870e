import type { QuestionKindName } from '../../../core/exam/question/question-kind.ts';
import { ChoiceTake } from './choice/choice-take.tsx';
import type { TakePart } from './question-parts.ts';

/** How each kind of question is drawn where it is taken. */
export const TAKE_PARTS: Record<QuestionKindName, TakePart> = { choice: ChoiceTake };
