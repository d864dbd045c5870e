import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { Exam, ExamBody, OptionLetter, QuestionBody, StudentExam } from '../../core/exam/exam.schema.ts';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';
import { type FormFields, formOf } from '../card/card-form.ts';

/** The fields of a browser's form for an exam. */
export const fieldsOf = ({
  duration_minutes,
  is_hidden,
  questions,
  main_text,
  ...body
}: ExamBody): FormFields => ({
  ...body,
  duration_minutes: String(duration_minutes),
  is_hidden: is_hidden ? '1' : '0',
  ...(main_text && { main_text }),
  questions: JSON.stringify(questions),
});

/** The calls about exams as one account makes them, also wrongly. */
export function examCalls(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  const ofExam = (examId: number) => ({ token, params: { examId } });
  const ofClass = (classId: number, query = '') => ({ token, params: { classId }, query });
  return {
    list: () => api.call('GET /api/exams', { token }),
    get: async (id: number) => {
      const { status, headers, body } = await api.call('GET /api/exams/:examId', ofExam(id));
      return { status, headers, body: body as typeof body & { data: Exam } };
    },
    open: async (id: number) => {
      const { status, headers, body } = await api.call('GET /api/exams/:examId', ofExam(id));
      return { status, headers, body: body as typeof body & { data: StudentExam } };
    },
    create: (body: object) => api.unchecked('POST /api/exams', { token, body }),
    createByForm: (fields: FormFields) => api.unchecked('POST /api/exams', { token, ...formOf(fields) }),
    update: (id: number, body: object) => api.unchecked('PATCH /api/exams/:examId', { ...ofExam(id), body }),
    updateByForm: (id: number, fields: FormFields) =>
      api.unchecked('PATCH /api/exams/:examId', { ...ofExam(id), ...formOf(fields) }),
    post: (id: number, body: object) => api.unchecked('POST /api/exams/:examId', { ...ofExam(id), body }),
    postForm: (id: number, fields: FormFields) =>
      api.unchecked('POST /api/exams/:examId', { ...ofExam(id), ...formOf(fields) }),
    preview: (id: number, questions: QuestionBody[]) =>
      api.call('POST /api/exams/:examId/rescoring', { ...ofExam(id), body: { questions } }),
    setClasses: (id: number, class_ids: number[]) =>
      api.call('POST /api/exams/:examId/classes', { ...ofExam(id), body: { class_ids } }),
    setHidden: (id: number, is_hidden: boolean) =>
      api.call('PATCH /api/exams/:examId/visibility', { ...ofExam(id), body: { is_hidden } }),
    remove: (id: number) => api.call('DELETE /api/exams/:examId', ofExam(id)),
    save: (id: number, version: number, answers: Record<string, OptionLetter>) =>
      api.call('POST /api/exams/:examId/answers', { ...ofExam(id), body: { version, answers, skipped: [] } }),
    submit: (id: number, answers: Record<string, OptionLetter>) =>
      api.call('POST /api/exams/:examId/submit', {
        ...ofExam(id),
        body: { answers },
        headers: { 'idempotency-key': randomUUID() },
      }),
    result: (id: number, query = '') =>
      api.unchecked('GET /api/exams/:examId/result', { ...ofExam(id), query }),
    ofClass: (classId: number) => api.call('GET /api/classes/:classId/exams', { token, params: { classId } }),
    resultsOf: (classId: number, query = '') =>
      api.unchecked('GET /api/classes/:classId/exam-results', ofClass(classId, query)),
    classes: (query: string) => api.unchecked('GET /api/classes', { token, query }),
  };
}

/** What a call answered; it must have succeeded. */
export function dataOf<T>(answer: Answer<{ success: boolean; data: T }>): T;
export function dataOf(answer: Answer<{ success: boolean }>): undefined;
export function dataOf(answer: Answer<{ success: boolean; data?: unknown }>): unknown {
  if (!answer.body.success) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

const REFUSALS = {
  exam_not_found: [404, 'Exam not found'],
  exam_not_owned: [403, 'This exam belongs to somebody else'],
  exam_not_accessible: [403, 'This exam is hidden, or none of your classes has it'],
  result_not_accessible: [403, 'This result is not for you to see'],
  no_exam_result: [404, 'No result found for this exam'],
  class_not_found: [404, 'Class not found'],
  class_not_accessible: [403, 'This class is not yours'],
} as const;

/** The answer is this refusal, whole. */
export function refused(
  t: Test,
  { status, body }: Answer<unknown>,
  code: keyof typeof REFUSALS,
  name = '',
): void {
  const [expected, message] = REFUSALS[code];
  t.equal(status, expected, name);
  t.same(body, { success: false, message, code }, name);
}

/** The answer is this refusal for these fields. */
export function refusedFields(
  t: Test,
  { status, body }: Answer<unknown>,
  code: 'exam_incomplete' | 'validation_failed',
  fields: string[],
  name = fields.join(', '),
): void {
  t.equal(status, 422, `${name}: ${JSON.stringify(body)}`);
  const { errors, params: _, ...rest } = body as { errors?: Record<string, string[]>; params?: object };
  const message =
    code === 'exam_incomplete'
      ? 'Please fill all required fields'
      : `Some fields are not valid: ${Object.keys(errors ?? {}).join(', ')}`;
  t.same(rest, { success: false, message, code }, name);
  t.same(Object.keys(errors ?? {}).sort(), fields.toSorted(), name);
}
