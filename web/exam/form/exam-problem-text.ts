import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { DURATION_MAX, DURATION_MIN, QUESTIONS_MAX } from '../../../core/exam/exam-limits.ts';
import type { QuestionProblem } from '../../../core/exam/question/question-kind.ts';
import { noticeText } from '../../lib/call/notice-text.ts';
import type { ExamProblem } from './exam-rules.ts';

const texts: Record<ExamProblem | QuestionProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  long: msg`This is too long`,
  refused: msg`This value is not accepted`,
  duration: msg({ message: 'A whole number from {min} to {max}' }),
  class: noticeText.selectAClass,
  audio: msg`Please choose an audio file`,
  none: msg`Please add at least one question`,
  many: msg({ message: 'At most {most} questions' }),
  correct: msg`Please mark the right option`,
};

export const problemText = (i18n: I18n, problem: ExamProblem | QuestionProblem | undefined) =>
  problem &&
  i18n._({ ...texts[problem], values: { min: DURATION_MIN, max: DURATION_MAX, most: QUESTIONS_MAX } });
