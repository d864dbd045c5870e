import t from 'tap';
import { EXAM_AUDIO_LIMIT, MAIN_TEXT_MAX } from '../../../core/exam/exam-limits.ts';
import { BLANK_QUESTION, checkQuestion } from '../../../core/exam/question/question-kinds.ts';
import {
  audioRefusal,
  checkExam,
  examControl,
  questionControl,
  wrongControls,
} from '../../../web/exam/form/exam-rules.ts';
import {
  type ExamValues,
  NEW_EXAM,
  type QuestionValues,
  toExamChange,
  toExamForm,
} from '../../../web/exam/form/exam-values.ts';

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

t.test('EXM-12 an exam needs a title of at most 150 letters', async (t) => {
  t.same(problemsOf({}), {});
  t.same(problemsOf({ title: ' \n' }), { title: 'required' });
  const letter = 'ế'.normalize('NFD');
  t.same(problemsOf({ title: ` ${letter.repeat(150)} ` }), {});
  t.same(problemsOf({ title: letter.repeat(151) }), { title: 'long' });
});

t.test('EXM-13 EXM-14 CX-20 it lasts 5 to 180 minutes, 30 unless said otherwise', async (t) => {
  t.equal(NEW_EXAM.duration, '30');
  t.same(problemsOf({ duration: '' }), { duration: 'required' });
  for (const duration of ['5', '180']) t.same(problemsOf({ duration }), {}, duration);
  for (const duration of ['4', '181', '-30', '7.5', 'x', '1e9'])
    t.same(problemsOf({ duration }), { duration: 'duration' }, duration);
});

t.test('EXM-11 a class must be chosen when one is asked for', async (t) => {
  t.same(problemsOf({}, null, ''), { classId: 'class' });
  t.same(problemsOf({}, null, '7'), {});
});

t.test('EXM-15 an exam about a text needs the text', async (t) => {
  t.same(problemsOf({ contentType: 'text', mainText: ' ' }), { mainText: 'required' });
  t.same(problemsOf({ contentType: 'text', mainText: 'x'.repeat(MAIN_TEXT_MAX) }), {});
  t.same(problemsOf({ contentType: 'text', mainText: 'x'.repeat(MAIN_TEXT_MAX + 1) }), { mainText: 'long' });
});

t.test('EXM-16 an exam about an audio needs a file, or the one that it has', async (t) => {
  t.same(problemsOf({ contentType: 'audio' }), { audio: 'audio' });
  t.same(problemsOf({ contentType: 'audio' }, audio('a.mp3')), {});
  t.same(problemsOf({ contentType: 'audio', audioPath: 'exams/a.mp3' }), {});
});

t.test('EXM-17 CX-20 it needs a question; more than 50 are fine, more than 200 are not', async (t) => {
  t.same(problemsOf({ questions: [] }), { questions: 'none' });
  t.same(problemsOf({ questions: Array.from({ length: 200 }, () => question) }), {});
  t.same(problemsOf({ questions: Array.from({ length: 201 }, () => question) }), { questions: 'many' });
});

t.test('EXM-18 a question needs its text, four options and the right one', async (t) => {
  t.same(checkQuestion(question), {});
  t.same(checkQuestion(BLANK_QUESTION), {
    question_text: 'required',
    option_a: 'required',
    option_b: 'required',
    option_c: 'required',
    option_d: 'required',
    correct_option: 'correct',
  });
  for (const field of ['question_text', 'option_a', 'option_b', 'option_c', 'option_d'] as const) {
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

t.test('EXM-20 a file that is neither named nor typed as MP3 or WAV is refused', async (t) => {
  for (const file of [
    audio('a.mp3'),
    audio('A.WAV'),
    audio('song', 'audio/mpeg'),
    audio('song', 'audio/x-wav'),
  ])
    t.equal(audioRefusal(file), null, file.name);
  for (const file of [
    audio('a.ogg', 'audio/ogg'),
    audio('mp3'),
    audio('a.mp3.exe'),
    audio('a.mp4', 'video/mp4'),
  ])
    t.equal(audioRefusal(file), 'not_an_exam_audio', file.name);
});

t.test('EXM-21 an audio of 10 MB or more is refused', async (t) => {
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
  t.same(JSON.parse(String(form.get('questions'))), [
    {
      question_text: '2 + 2?',
      option_a: '3',
      option_b: '4',
      option_c: '5',
      option_d: '22',
      correct_option: 'B',
    },
  ]);
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
