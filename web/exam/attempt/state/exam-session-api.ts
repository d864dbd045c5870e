import { addressOf } from '../../../../core/address.ts';
import type { ExamResult, SaveBody } from '../../../../core/exam/attempt/submission.schema.ts';
import type { Answers, StudentExam } from '../../../../core/exam/exam.schema.ts';
import { ApiError, callApi, requireOwnPage } from '../../../lib/call/api-client.ts';
import { earlyBody } from '../../../lib/call/batch.ts';
import { takeEarlyReads } from '../../../lib/call/early-reads.ts';
import { readSession } from '../../../lib/kept/stored-session.ts';
import type { SaveAnswer } from './exam-saver.ts';
import type { HandedIn, Submission } from './exam-session.state.ts';

interface Data<T> {
  data: T;
}

/** A call that a dead network swallows would otherwise hold up everything after it. */
const TIMEOUT_MS = 15_000;

/** Another student may have logged in elsewhere in this browser: no answer goes out under another's name. */
function requireUser(userId: number | null): void {
  requireOwnPage();
  if (readSession().userId !== userId)
    throw new ApiError(401, 'unauthenticated', 'Invalid or expired session, please log in again');
}

export type ExamSessionApi = ReturnType<typeof createExamSessionApi>;

/** The calls of a student in one exam. The first `open` starts the clock: nothing makes it before the student has agreed. */
export function createExamSessionApi(examId: number, userId: number | null) {
  const params = { examId };

  async function inTime<T>(call: (signal: AbortSignal) => Promise<Data<T>>): Promise<T> {
    requireUser(userId);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return (await call(signal)).data;
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new ApiError(0, 'network_error', 'The server does not answer', { cause });
    }
  }

  return {
    async open(): Promise<StudentExam> {
      requireUser(userId);
      const early = takeEarlyReads([addressOf('GET /api/exams/:examId', { params })]);
      const heard = early && (await early);
      const exam = heard
        ? (await earlyBody<'GET /api/exams/:examId'>(heard[0])).data
        : await inTime((signal) => callApi('GET /api/exams/:examId', { params, signal }));
      // A teacher gets no `attempt`, whatever role the browser claims.
      if (!('attempt' in exam))
        throw new ApiError(403, 'wrong_role', 'Your account is not allowed to do this');
      return exam;
    },

    save: (body: SaveBody): Promise<SaveAnswer> =>
      inTime((signal) =>
        // Kept alive, so that a page that closes takes nothing with it.
        callApi('POST /api/exams/:examId/answers', { params, body, signal, keepalive: true }),
      ),

    submit: ({ key }: Submission, answers: Answers): Promise<HandedIn> =>
      inTime((signal) =>
        callApi('POST /api/exams/:examId/submit', {
          params,
          body: { answers },
          headers: { 'Idempotency-Key': key },
          signal,
          keepalive: true,
        }),
      ),

    result: (): Promise<ExamResult> =>
      inTime((signal) => callApi('GET /api/exams/:examId/result', { params, signal })),
  };
}
