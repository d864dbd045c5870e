import t from 'tap';
import { BLANK_QUESTION, type QuestionDraft } from '../../../core/exam/question/question-kinds.ts';
import { type ExamAction, examAfter } from '../../../web/exam/form/exam-form.reducer.ts';
import { type ExamValues, isBlank, NEW_EXAM, sameExam } from '../../../web/exam/form/exam-values.ts';

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
