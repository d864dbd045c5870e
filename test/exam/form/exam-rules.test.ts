import { setupI18n } from '@lingui/core';
import t from 'tap';
import { EXAM_AUDIO_LIMIT, MAIN_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import {
  BLANK_QUESTION,
  checkQuestion,
  type QuestionDraft,
} from '../../../core/exam/question/question-kinds.ts';
import { concernsExams } from '../../../web/exam/exam.queries.ts';
import { examAudioUrl } from '../../../web/exam/form/exam-audio-url.ts';
import { type ExamAction, examAfter } from '../../../web/exam/form/exam-form.reducer.ts';
import {
  audioRefusal,
  checkExam,
  examControl,
  problemText,
  questionControl,
  wrongControls,
} from '../../../web/exam/form/exam-rules.ts';
import {
  type ExamValues,
  isBlank,
  NEW_EXAM,
  type QuestionValues,
  sameExam,
  toExamChange,
  toExamForm,
} from '../../../web/exam/form/exam-values.ts';
import { isAboutAudio, refusedFields } from '../../../web/exam/form/use-exam-form.ts';
import { pasteReasonText } from '../../../web/exam/paste/paste-questions.modal.tsx';
import type { PasteReason } from '../../../web/exam/paste/pasted-text.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';

const question: QuestionValues = {
  key: 1,
  id: null,
  question_text: ' 2 + 2? ',
  option_a: '3',
  option_b: '4',
  option_c: '5',
  option_d: '22',
  correct_option: 'B',
};
const exam = (changes: Partial<ExamValues> = {}): ExamValues => ({
  ...NEW_EXAM,
  title: 'Sums',
  questions: [question],
  ...changes,
});
const audio = (name: string, type = '', size = 1) => new File([new Uint8Array(size)], name, { type });
const problemsOf = (changes: Partial<ExamValues>, file: File | null = null, classId: string | null = null) =>
  checkExam(exam(changes), { audio: file, classId });

t.test('EXM-13 EXM-14 CX-20 it lasts 5 to 180 minutes, 30 unless said otherwise', async (t) => {
  t.equal(NEW_EXAM.duration, '30');
  t.same(problemsOf({ duration: '' }), { duration: 'required' });
  for (const duration of ['5', '180']) t.same(problemsOf({ duration }), {}, duration);
  for (const duration of ['4', '181', '-30', '7.5', 'x', '1e9'])
    t.same(problemsOf({ duration }), { duration: 'duration' }, duration);
});

t.test('EXM-11 EXM-15 EXM-16 class, text or audio are needed where they are asked for', async (t) => {
  t.same(problemsOf({}, null, ''), { classId: 'class' });
  t.same(problemsOf({}, null, '7'), {});
  t.same(problemsOf({ contentType: 'text', mainText: ' ' }), { mainText: 'required' });
  t.same(problemsOf({ contentType: 'text', mainText: 'x'.repeat(MAIN_TEXT_MAX) }), {});
  t.same(problemsOf({ contentType: 'text', mainText: 'x'.repeat(MAIN_TEXT_MAX + 1) }), { mainText: 'long' });
  t.same(problemsOf({ contentType: 'audio' }), { audio: 'audio' });
  t.same(problemsOf({ contentType: 'audio' }, audio('a.mp3')), {});
  t.same(problemsOf({ contentType: 'audio', audioPath: 'exams/a.mp3' }), {});
});

t.test(
  'EXM-12 EXM-17 CX-20 an exam needs a title of at most 150 letters and 1 to 200 questions',
  async (t) => {
    t.same(problemsOf({}), {});
    t.same(problemsOf({ title: ' \n' }), { title: 'required' });
    const letter = 'ế'.normalize('NFD');
    t.same(problemsOf({ title: ` ${letter.repeat(150)} ` }), {});
    t.same(problemsOf({ title: letter.repeat(151) }), { title: 'long' });
    t.same(problemsOf({ questions: [] }), { questions: 'none' });
    t.same(problemsOf({ questions: Array.from({ length: 200 }, () => question) }), {});
    t.same(problemsOf({ questions: Array.from({ length: 201 }, () => question) }), { questions: 'many' });
  },
);

t.test('EXM-18 a question needs its text, four options and the right one', async (t) => {
  t.same(checkQuestion(question), {});
  const fields = ['question_text', 'option_a', 'option_b', 'option_c', 'option_d'] as const;
  t.same(checkQuestion(BLANK_QUESTION), {
    ...Object.fromEntries(fields.map((field) => [field, 'required'])),
    correct_option: 'correct',
  });
  for (const field of fields) {
    t.same(checkQuestion({ ...question, [field]: ' ' }), { [field]: 'required' });
    const limit = field === 'question_text' ? 2_000 : 500;
    t.same(checkQuestion({ ...question, [field]: 'x'.repeat(limit) }), {});
    t.same(checkQuestion({ ...question, [field]: 'x'.repeat(limit + 1) }), { [field]: 'long' });
  }
});

t.test('EXM-19 the first of the wrong fields is the first in the form', async (t) => {
  const values = exam({
    title: '',
    contentType: 'audio',
    questions: [question, { ...question, key: 7, option_c: '', correct_option: null }],
  });
  t.same(wrongControls(values, checkExam(values, { audio: null, classId: '' })), [
    examControl('title'),
    examControl('classId'),
    examControl('audio'),
    questionControl(7, 'option_c'),
    questionControl(7, 'correct_option'),
  ]);
  t.same(wrongControls(exam(), {}), []);
});

t.test('EXM-20 EXM-21 a file that is neither MP3 nor WAV is refused, and one of 10 MB or more', async (t) => {
  for (const [name, type] of [['a.mp3'], ['A.WAV'], ['song', 'audio/mpeg'], ['song', 'audio/x-wav']])
    t.equal(audioRefusal(audio(name!, type)), null, String(name));
  for (const [name, type] of [['a.ogg', 'audio/ogg'], ['mp3'], ['a.mp3.exe'], ['a.mp4', 'video/mp4']])
    t.equal(audioRefusal(audio(name!, type)), 'not_an_exam_audio', String(name));
  t.equal(audioRefusal(audio('a.mp3', '', EXAM_AUDIO_LIMIT - 1)), null);
  t.equal(audioRefusal(audio('a.mp3', '', EXAM_AUDIO_LIMIT)), 'exam_audio_too_large');
});

t.test('API-37 EXM-25 a new exam is a form of its fields, the file last, and hidden at first', async (t) => {
  const file = audio('a.mp3', 'audio/mpeg');
  const form = toExamForm(exam({ title: ' Sums ', contentType: 'audio', isHidden: false }), file);
  t.same(
    [...form.entries()].filter(([name]) => name !== 'questions'),
    [
      ['title', 'Sums'],
      ['duration_minutes', '30'],
      ['is_hidden', '0'],
      ['main_content_type', 'audio'],
      ['main_audio', file],
    ],
  );
  t.equal([...form.keys()].at(-1), 'main_audio');
  const { key: _, id: __, ...sent } = question;
  t.same(JSON.parse(String(form.get('questions'))), [{ ...sent, question_text: '2 + 2?' }]);
  const text = toExamForm(exam({ contentType: 'text', mainText: ' Long ago ' }), null);
  t.same([text.get('main_text'), text.get('is_hidden'), text.has('main_audio')], ['Long ago', '1', false]);
});

t.test('API-38 SL-52 a change says that it is one, and which questions it keeps', async (t) => {
  const values = exam({
    contentType: 'audio',
    audioPath: 'exams/a.mp3',
    questions: [{ ...question, id: 12 }],
  });
  const form = toExamChange(values, null);
  t.equal(form.get('_method'), 'PATCH');
  t.notOk(form.has('main_audio'), 'the audio stays');
  t.match(JSON.parse(String(form.get('questions'))), [{ id: 12, correct_option: 'B' }]);
});

const content = (question_text: string): QuestionDraft => ({ ...BLANK_QUESTION, question_text });
const after = (...actions: ExamAction[]): ExamValues => actions.reduce(examAfter, NEW_EXAM);
const add: ExamAction = { type: 'question-added' };
const write = (key: number, question_text: string): ExamAction => ({
  type: 'question-changed',
  key,
  fields: { question_text },
});
const texts = ({ questions }: ExamValues) => questions.map(({ question_text }) => question_text);
const keys = ({ questions }: ExamValues) => questions.map(({ key }) => key);

t.test('EXM-06 another type of content clears the text or the audio that was there', async (t) => {
  const choose = (contentType: ExamValues['contentType']): ExamAction => ({
    type: 'content-type-chosen',
    contentType,
  });
  const text = after(choose('text'), { type: 'changed', fields: { mainText: 'Long ago' } });
  t.equal(examAfter(text, choose('text')), text, 'not the same one');
  t.match(examAfter(text, choose('none')), { contentType: 'none', mainText: '' });
  t.match(examAfter(examAfter(text, choose('none')), choose('text')), { contentType: 'text', mainText: '' });
  const audio: ExamValues = { ...NEW_EXAM, contentType: 'audio', audioPath: 'exams/a.mp3' };
  t.equal([choose('text'), choose('audio')].reduce(examAfter, audio).audioPath, null);
});

t.test('EXM-08 a question is added empty, and taken away', async (t) => {
  const two = after(write(1, 'one'), add);
  t.same(texts(two), ['one', '']);
  t.ok(isBlank(two.questions[1] ?? content('x')));
  t.same(texts(examAfter(two, { type: 'question-removed', key: 1 })), ['']);
  t.same(keys(after(add, { type: 'question-removed', key: 2 }, add)), [1, 3], 'no key is given twice');
});

t.test('a question that is not changed stays the same object, so that it is not drawn again', async (t) => {
  const before = after(add, add);
  const changed = examAfter(before, write(2, 'two'));
  t.equal(changed.questions[0], before.questions[0]);
  t.equal(changed.questions[2], before.questions[2]);
  t.not(changed.questions[1], before.questions[1]);
});

t.test('a question moves up and down, not beyond the ends', async (t) => {
  const three = after(add, add);
  const move = (key: number, by: 1 | -1): ExamAction => ({ type: 'question-moved', key, by });
  t.same(keys(examAfter(three, move(3, -1))), [1, 3, 2]);
  t.same(keys(examAfter(three, move(1, 1))), [2, 1, 3]);
  t.same(keys(examAfter(three, move(1, -1))), [1, 2, 3]);
  t.same(keys(examAfter(three, move(3, 1))), [1, 2, 3]);
  t.same(keys(examAfter(three, move(9, 1))), [1, 2, 3]);
});

t.test('pasted questions come after the written ones, in the place of empty ones', async (t) => {
  const paste: ExamAction = { type: 'questions-pasted', questions: [content('x'), content('y')] };
  t.same(texts(after(paste)), ['x', 'y']);
  const written = after(write(1, 'one'), add, paste);
  t.same(texts(written), ['one', 'x', 'y']);
  t.same(keys(written), [1, 3, 4]);
  const stored = { ...NEW_EXAM, questions: [{ ...BLANK_QUESTION, key: 1, id: 12 }] };
  t.same(texts(examAfter(stored, paste)), ['', 'x', 'y'], 'a stored question is not taken away by itself');
});

t.test('two forms that say the same are the same, whatever their blocks are called', async (t) => {
  t.ok(sameExam(NEW_EXAM, after(add, { type: 'question-removed', key: 1 })));
  t.notOk(sameExam(NEW_EXAM, after(add)));
  t.notOk(sameExam(NEW_EXAM, after(write(1, 'x'))));
  t.ok(sameExam(NEW_EXAM, after(write(1, 'x'), write(1, ''))));
});

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
  for (const key of ['exams', 'exams/3', 'classes/7/exams', 'classes/7/exam-results?exam_id=3'])
    t.ok(concernsExams(`/api/${key}`), key);
  for (const key of ['/api/classes', '/api/classes/7', ['/api/exams/3', 1], null])
    t.notOk(concernsExams(key));
});

t.test('API-49 CX-05 an exam’s audio is below the storage, unless its address is a whole one', async (t) => {
  t.equal(examAudioUrl('exams/ab12.mp3'), '/storage/exams/ab12.mp3');
  t.equal(examAudioUrl('/exams/ab12.mp3'), '/storage/exams/ab12.mp3');
  t.equal(examAudioUrl('/storage/exams/ab12.mp3'), '/storage/exams/ab12.mp3', 'never twice');
  for (const url of ['https://example.org/a.mp3', 'http://example.org/a.mp3', '//example.org/a.mp3'])
    t.equal(examAudioUrl(url), url);
});
