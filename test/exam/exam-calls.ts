import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { Exam, ExamBody, QuestionBody, StudentExam } from '../../core/exam/exam.schema.ts';
import type { OptionLetter } from '../../core/exam/question/choice.schema.ts';
import { type FormFields, formOf } from '../card/card-form.ts';
import type { Answer, Caller } from '../harness/api-harness.ts';

export const fieldsOf = ({ main_text, ...body }: ExamBody): FormFields => ({
  ...body,
  duration_minutes: String(body.duration_minutes),
  is_hidden: body.is_hidden ? '1' : '0',
  ...(main_text && { main_text }),
  questions: JSON.stringify(body.questions),
});

export function examCalls(account: Caller) {
  const ofExam = (examId: number) => ({ params: { examId } });
  const ofClass = (classId: number, query = '') => ({ params: { classId }, query });
  const read = async <T>(id: number) => {
    const { status, headers, body } = await account.call('GET /api/exams/:examId', ofExam(id));
    return { status, headers, body: body as typeof body & { data: T } };
  };
  return {
    list: () => account.call('GET /api/exams'),
    get: (id: number) => read<Exam>(id),
    open: (id: number) => read<StudentExam>(id),
    create: (body: object) => account.unchecked('POST /api/exams', { body }),
    createByForm: (fields: FormFields) => account.unchecked('POST /api/exams', { ...formOf(fields) }),
    update: (id: number, body: object) =>
      account.unchecked('PATCH /api/exams/:examId', { ...ofExam(id), body }),
    updateByForm: (id: number, fields: FormFields) =>
      account.unchecked('PATCH /api/exams/:examId', { ...ofExam(id), ...formOf(fields) }),
    post: (id: number, body: object) => account.unchecked('POST /api/exams/:examId', { ...ofExam(id), body }),
    postForm: (id: number, fields: FormFields) =>
      account.unchecked('POST /api/exams/:examId', { ...ofExam(id), ...formOf(fields) }),
    preview: (id: number, questions: QuestionBody[]) =>
      account.call('POST /api/exams/:examId/rescoring', { ...ofExam(id), body: { questions } }),
    setClasses: (id: number, class_ids: number[]) =>
      account.call('POST /api/exams/:examId/classes', { ...ofExam(id), body: { class_ids } }),
    setHidden: (id: number, is_hidden: boolean) =>
      account.call('PATCH /api/exams/:examId/visibility', { ...ofExam(id), body: { is_hidden } }),
    remove: (id: number) => account.call('DELETE /api/exams/:examId', ofExam(id)),
    save: (id: number, version: number, answers: Record<string, OptionLetter>) =>
      account.call('POST /api/exams/:examId/answers', {
        ...ofExam(id),
        body: { version, answers, skipped: [] },
      }),
    /** Hands in an exam, which it opens before, as the client does. */
    submit: async (id: number, answers: Record<string, OptionLetter>) => {
      await account.call('GET /api/exams/:examId', ofExam(id));
      return account.call('POST /api/exams/:examId/submit', {
        ...ofExam(id),
        body: { answers },
        headers: { 'idempotency-key': randomUUID() },
      });
    },
    result: (id: number, query = '') =>
      account.unchecked('GET /api/exams/:examId/result', { ...ofExam(id), query }),
    ofClass: (classId: number, query: { fields?: 'list'; offset?: number } = {}) =>
      account.call('GET /api/classes/:classId/exams', { params: { classId }, query }),
    resultsOf: (classId: number, query = '') =>
      account.unchecked('GET /api/classes/:classId/exam-results', ofClass(classId, query)),
    classes: (query: string) => account.unchecked('GET /api/classes', { query }),
  };
}

/** What a call answered; it must have succeeded. */
export function dataOf<T>(answer: Answer<{ success: boolean; data: T }>): T;
export function dataOf(answer: Answer<{ success: boolean }>): undefined;
export function dataOf(answer: Answer<{ success: boolean; data?: unknown }>): unknown {
  if (!answer.body.success) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

function refusedFields(
  t: Test,
  { status, body }: Answer<unknown>,
  fields: readonly string[],
  [code, messageOf]: [code: string, messageOf: (wrong: string[]) => string],
  name = fields.join(', '),
): void {
  t.equal(status, 422, `${name}: ${JSON.stringify(body)}`);
  const { errors, params: _, ...rest } = body as { errors?: Record<string, string[]>; params?: object };
  const wrong = Object.keys(errors ?? {});
  t.same(rest, { success: false, message: messageOf(wrong), code }, name);
  t.same(wrong.sort(), fields.toSorted(), name);
}

/** The answer is that the exam lacks these fields. */
export const incomplete = (
  t: Test,
  answer: Answer<unknown>,
  fields: readonly string[],
  name?: string,
): void =>
  refusedFields(t, answer, fields, ['exam_incomplete', () => 'Please fill all required fields'], name);

/** The answer is that these fields are not valid. */
export const notValid = (t: Test, answer: Answer<unknown>, fields: readonly string[], name?: string): void =>
  refusedFields(
    t,
    answer,
    fields,
    ['validation_failed', (wrong) => `Some fields are not valid: ${wrong.join(', ')}`],
    name,
  );
