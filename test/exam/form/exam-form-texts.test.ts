import '../../locales/lingui-macros.ts';
import { setupI18n } from '@lingui/core';
import t from 'tap';
import { concernsExams } from '../../../web/exam/exam.queries.ts';
import type { PasteReason } from '../../../web/exam/paste/pasted-text.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';

const { pasteReasonText } = await import('../../../web/exam/paste/paste-questions.modal.tsx');
const { problemText } = await import('../../../web/exam/form/exam-rules.ts');
const { isAboutAudio, refusedFields } = await import('../../../web/exam/form/use-exam-form.ts');
const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

t.test('why something that was pasted is no question, in words', async (t) => {
  const texts: [PasteReason, string][] = [
    [{ kind: 'missing', parts: ['question', 'C', 'D'] }, 'missing: the question, option C, and option D'],
    [{ kind: 'answer', found: 'E' }, '“E” is none of the options A, B, C and D'],
    [{ kind: 'answers' }, 'more than one option is marked as right'],
    [{ kind: 'twice', part: 'A' }, 'there is more than one option A'],
    [{ kind: 'more' }, 'there are more than four options'],
    [{ kind: 'long', part: 'question' }, 'too long (the question: at most 2000 characters)'],
    [{ kind: 'long', part: 'D' }, 'too long (option D: at most 500 characters)'],
    [{ kind: 'stray' }, 'there is no question before it'],
    [{ kind: 'unasked', numbers: [41, 42] }, 'not among the questions: 41, 42'],
  ];
  for (const [reason, text] of texts) t.equal(pasteReasonText(i18n, reason), text);
});

t.test('EXM-11 EXM-14 what is wrong in a field, in words', async (t) => {
  t.equal(problemText(i18n, undefined), undefined);
  t.equal(problemText(i18n, 'class'), 'Please select a class');
  t.equal(problemText(i18n, 'duration'), 'A whole number from 5 to 180');
  t.equal(problemText(i18n, 'many'), 'At most 200 questions');
});

t.test('EXM-20 EXM-21 the fields that the server refuses are those of the form', async (t) => {
  const errors = { duration_minutes: ['x'], main_text: ['x'], 'questions.3.option_a': ['x'] };
  const refused = new ApiError(422, 'validation_failed', 'Some fields are not valid', { errors });
  t.same(refusedFields(refused), { duration: 'refused', mainText: 'refused' });
  t.notOk(isAboutAudio(refused));
  t.ok(isAboutAudio(new ApiError(413, 'exam_audio_too_large', 'x')));
  t.ok(isAboutAudio(new ApiError(422, 'not_an_exam_audio', 'x')));
  t.same(refusedFields(new Error('no answer')), {});
});

t.test('EXM-22 EXM-23 what shows exams is read anew after one was saved', async (t) => {
  for (const key of [
    '/api/exams',
    '/api/exams/3',
    '/api/classes/7/exams',
    '/api/classes/7/exam-results?exam_id=3',
  ])
    t.ok(concernsExams(key), key);
  for (const key of ['/api/classes', '/api/classes/7', ['/api/exams/3', 1], null])
    t.notOk(concernsExams(key));
});
