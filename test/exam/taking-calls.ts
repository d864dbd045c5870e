import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import type { ErrorCode } from '../../core/error-codes.ts';
import { AppError, type ErrorBody } from '../../core/errors.ts';
import type { ExamStarted, ExamSubmitted } from '../../core/exam/exam.events.ts';
import type { Attempt, StudentExam } from '../../core/exam/exam.schema.ts';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';

/** The calls about one exam as a student makes them. */
export function takingCalls(api: TestApi, examId: number, { token }: Pick<TestAccount, 'token'>) {
  const params = { examId };
  const open = async () => {
    const { status, headers, body } = await api.call('GET /api/exams/:examId', { token, params });
    return { status, headers, body: body as typeof body & { data: StudentExam } };
  };
  return {
    open,

    /** Opens it, which has to succeed, and tells the attempt. */
    async attempt(): Promise<Attempt> {
      const { status, body } = await open();
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data.attempt;
    },

    save: (version: number, answers: Record<string, string>, skipped: number[] = []) =>
      api.unchecked('POST /api/exams/:examId/answers', {
        token,
        params,
        body: { version, answers, skipped },
      }),

    submit: (answers: Record<string, string>, key: string = randomUUID()) =>
      api.unchecked('POST /api/exams/:examId/submit', {
        token,
        params,
        body: { answers },
        headers: { 'idempotency-key': key },
      }),

    result: () => api.call('GET /api/exams/:examId/result', { token, params }),
  };
}

/** The answer is this refusal, whole, with this text, which has the values that come with it. */
export function refused(
  t: Test,
  answer: Answer<unknown>,
  code: ErrorCode,
  message: string,
  data?: unknown,
): void {
  t.equal(answer.status, new AppError(code).status, JSON.stringify(answer.body));
  const { params = {}, ...body } = answer.body as Partial<ErrorBody>;
  t.same(body, { success: false, message, code, ...(data !== undefined && { data }) });
  for (const value of Object.values(params)) t.match(message, String(value));
}

/** A fact as the log has it; `at` is when it happened, in ISO 8601. */
interface StoredFact {
  student_id: number;
  data: Partial<ExamStarted['data'] & ExamSubmitted['data']>;
  at: string;
}

/** What the log says of an exam, of one type of event. */
export async function facts(
  { pool }: Pick<TestApi, 'pool'>,
  type: 'ExamStarted' | 'ExamSubmitted',
  examId: number,
): Promise<StoredFact[]> {
  const { rows } = await pool.query<StoredFact>(
    `select student_id, data, occurred_at as at from events where type = $1 and data->>'exam_id' = $2
     order by occurred_at, student_id`,
    [type, String(examId)],
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
