import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { OPTION_TEXT_MAX, QUESTION_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import type { Part, PasteReason } from './found-question.ts';

const option = msg({ message: 'option {letter}' });
const questionPart = msg`the question`;
const missing = msg({ message: 'missing: {parts}' });
const wrongAnswer = msg({ message: '“{found}” is none of the options A, B, C and D' });
const answers = msg`more than one option is marked as right`;
const twice = msg({ message: 'there is more than one option {letter}' });
const more = msg`there are more than four options`;
const long = msg({ message: 'too long ({part}: at most {limit} characters)' });
const stray = msg`there is no question before it`;
const unasked = msg({ message: 'not among the questions: {numbers}' });

function partText(i18n: I18n, part: Part): string {
  if (part === 'question') return i18n._(questionPart);
  return i18n._({ ...option, values: { letter: part } });
}

/** Returns why something that was pasted is no question, in the active language. */
export function pasteReasonText(i18n: I18n, reason: PasteReason): string {
  switch (reason.kind) {
    case 'missing': {
      const parts = reason.parts.map((part) => partText(i18n, part));
      const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' });
      return i18n._({ ...missing, values: { parts: list.format(parts) } });
    }
    case 'answer':
      return i18n._({ ...wrongAnswer, values: { found: reason.found.slice(0, 40) } });
    case 'answers':
      return i18n._(answers);
    case 'twice':
      return i18n._({ ...twice, values: { letter: reason.part } });
    case 'more':
      return i18n._(more);
    case 'long': {
      const limit = reason.part === 'question' ? QUESTION_TEXT_MAX : OPTION_TEXT_MAX;
      return i18n._({ ...long, values: { part: partText(i18n, reason.part), limit } });
    }
    case 'stray':
      return i18n._(stray);
    case 'unasked':
      return i18n._({ ...unasked, values: { numbers: reason.numbers.join(', ') } });
  }
}
