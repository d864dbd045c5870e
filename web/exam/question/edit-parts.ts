import type { QuestionKindName } from '../../../core/exam/question/question-kind.ts';
import { ChoiceEdit } from './choice/choice-edit.tsx';
import type { EditPart } from './question-parts.ts';

/** How each kind of question is drawn where it is written. */
export const EDIT_PARTS: Record<QuestionKindName, EditPart> = { choice: ChoiceEdit };
