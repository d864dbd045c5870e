import { randomUUID } from 'node:crypto';
import type { ExamStarted, ExamSubmitted } from '../../../core/exam/attempt/exam.events.ts';
import type { Attempt } from '../../../core/exam/exam.schema.ts';
import type { Caller, TestApi } from '../../harness/api-harness.ts';
import { sql } from '../../harness/sql.ts';
import { examCalls } from '../exam-calls.ts';
import { givenExamClassroom } from '../given-exams.ts';

export const MINUTE = 60_000;
export const iso = (ms: number): string => new Date(ms).toISOString();

/** A moment that is no whole second. */
export const someMoment = (): number => Math.floor(Date.now() / 1_000) * 1_000 + 357;

export type TakingCalls = ReturnType<typeof takingCalls>;

export function takingCalls(examId: number, account: Caller) {
  const params = { examId };
  const open = () => examCalls(account).open(examId);
  return {
    open,

    /** Opens it, which has to succeed, and tells the attempt. */
    async attempt(): Promise<Attempt> {
      const { status, body } = await open();
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data.attempt;
    },

    save: (version: number, answers: Record<string, string>, skipped: number[] = []) =>
      account.unchecked('POST /api/exams/:examId/answers', { params, body: { version, answers, skipped } }),

    submit: (answers: Record<string, string>, key: string = randomUUID()) =>
      account.unchecked('POST /api/exams/:examId/submit', {
        params,
        body: { answers },
        headers: { 'idempotency-key': key },
      }),

    result: () => account.call('GET /api/exams/:examId/result', { params }),
  };
}

/** Students who have just opened an exam of half an hour, by a clock that stands. */
export async function started(api: TestApi, { students = 1, key = 'ABCD', now = someMoment() } = {}) {
  await api.databaseClock.stopAt(now);
  const given = await givenExamClassroom(api, { students, key });
  const calls = given.students.map((student) => takingCalls(given.exam.id, student));
  await Promise.all(calls.map((call) => call.attempt()));
  const [lan, minh, hoa] = calls as [TakingCalls, TakingCalls, TakingCalls];
  return {
    ...{ ...given, calls, lan, minh, hoa, teaching: examCalls(given.teacher) },
    ...{ now, deadline: now + 30 * MINUTE },
  };
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
  const rows = await sql(pool)<StoredFact>`select student_id, data, occurred_at as at from events
    where type = ${type} and data->>'exam_id' = ${String(examId)}
    order by occurred_at, student_id`;
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
