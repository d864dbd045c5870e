import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type {
  ClassExam,
  Exam,
  ExamBody,
  ExamSummary,
  OptionLetter,
  QuestionBody,
  StudentExam,
} from '../../core/exam/exam.schema.ts';
import type { Rescoring } from '../../core/exam/rescoring.schema.ts';
import type { ClassResult, ExamResult } from '../../core/exam/submission.schema.ts';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';
import { type FormFields, formOf } from '../card/card-form.ts';

/** What a test expects to be either: what it succeeded with, or the error. */
type Either<T> = { success: boolean; data: T; code?: string; message?: string };

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

/** The calls about exams as one account makes them. */
export function examCalls(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  const call = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    api.raw<Either<T>>(method, `/api${path}`, { token, ...(body && { body }) });
  const form = (method: 'POST' | 'PATCH', path: string, fields: FormFields) =>
    api.raw<Either<Exam>>(method, `/api${path}`, { token, ...formOf(fields) });
  return {
    list: () => call<ExamSummary[]>('GET', '/exams'),
    get: (id: number) => call<Exam>('GET', `/exams/${id}`),
    open: (id: number) => call<StudentExam>('GET', `/exams/${id}`),
    create: (body: object) => call<Exam>('POST', '/exams', body),
    createByForm: (fields: FormFields) => form('POST', '/exams', fields),
    update: (id: number, body: object) => call<Exam>('PATCH', `/exams/${id}`, body),
    updateByForm: (id: number, fields: FormFields) => form('PATCH', `/exams/${id}`, fields),
    post: (id: number, body: object) => call<Exam>('POST', `/exams/${id}`, body),
    postForm: (id: number, fields: FormFields) => form('POST', `/exams/${id}`, fields),
    preview: (id: number, questions: QuestionBody[]) =>
      call<Rescoring>('POST', `/exams/${id}/rescoring`, { questions }),
    setClasses: (id: number, class_ids: number[]) =>
      call<Exam>('POST', `/exams/${id}/classes`, { class_ids }),
    setHidden: (id: number, is_hidden: boolean) =>
      call<{ id: number; is_hidden: boolean }>('PATCH', `/exams/${id}/visibility`, { is_hidden }),
    remove: (id: number) => call<undefined>('DELETE', `/exams/${id}`),
    save: (id: number, version: number, answers: Record<string, OptionLetter>) =>
      call<{ version: number }>('POST', `/exams/${id}/answers`, { version, answers, skipped: [] }),
    submit: (id: number, answers: Record<string, OptionLetter>) =>
      api.call('POST /api/exams/:examId/submit', {
        params: { examId: id },
        token,
        body: { answers },
        headers: { 'idempotency-key': randomUUID() },
      }),
    result: (id: number, query = '') => call<ExamResult>('GET', `/exams/${id}/result${query}`),
    ofClass: (classId: number) => call<ClassExam[]>('GET', `/classes/${classId}/exams`),
    resultsOf: (classId: number, query = '') =>
      call<ClassResult[]>('GET', `/classes/${classId}/exam-results${query}`),
    classes: (query: string) => call<{ id: number; exams?: ClassExam[] }[]>('GET', `/classes${query}`),
  };
}

/** What a call answered; it must have succeeded. */
export function dataOf<T>(answer: Answer<Either<T>>): T {
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
  const { errors, ...rest } = body as { errors?: Record<string, string[]> };
  const message =
    code === 'exam_incomplete'
      ? 'Please fill all required fields'
      : `Some fields are not valid: ${Object.keys(errors ?? {}).join(', ')}`;
  t.same(rest, { success: false, message, code }, name);
  t.same(Object.keys(errors ?? {}).sort(), fields.toSorted(), name);
}
