import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { requireTaughtExam } from '../../../core/access/exam-access.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { learns } from '../../../core/contract/roles.ts';
import { type ExamServices, openExam } from '../../../core/exam/attempt/attempt.ts';
import { saveAnswers } from '../../../core/exam/attempt/save-answers.ts';
import * as contract from '../../../core/exam/attempt/submission.schema.ts';
import { submitExam } from '../../../core/exam/attempt/submit.ts';
import { getExam } from '../../../core/exam/exam.schema.ts';
import { examWithKey } from '../../../core/exam/exam-list.ts';
import {
  classResults,
  ownResult,
  requireResultAccess,
  resultOf,
} from '../../../core/exam/results/exam-results.ts';
import { PROGRESS_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const submissionRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { appender, directory, wakeUp } = services;
  const { pool } = services.database;
  const exams: ExamServices = {
    pool,
    appender,
    onStarted: (endsIn) => wakeUp.examsEndIn(endsIn),
  };
  const { ownClass } = guards(directory);

  route(
    app,
    {
      ...getExam,
      // Looking whether it is there must not start a clock.
      exposeHeadRoute: false,
      config: { underLoad: 'favoured' },
    },
    async ({ account, params }) => {
      if (learns(account.role)) return openExam(exams, params.examId, account.id);
      await requireTaughtExam(directory, pool, account, params.examId);
      return examWithKey(pool, params.examId);
    },
  );

  route(
    app,
    { ...contract.saveAnswers, config: { rateLimit: PROGRESS_LIMIT, underLoad: 'favoured' } },
    ({ account, params, body }) => saveAnswers(exams, params.examId, account.id, body),
  );

  route(
    app,
    { ...contract.submitExam, config: { underLoad: 'favoured' } },
    ({ account, params, body, headers }) =>
      submitExam(exams, {
        examId: params.examId,
        studentId: account.id,
        answers: body.answers,
        key: headers['idempotency-key'] ?? randomUUID(),
      }),
  );

  /** Whose result is asked for. */
  const studentOf = async (account: KnownAccount, examId: number, studentId?: number): Promise<number> => {
    if (!(await directory.exam(examId))) throw new AppError('exam_not_found');
    if (learns(account.role)) {
      if (studentId !== undefined && studentId !== account.id) throw new AppError('result_not_accessible');
      return account.id;
    }
    if (studentId === undefined) throw new AppError('no_exam_result');
    await requireResultAccess(pool, account, examId, studentId);
    return studentId;
  };

  route(app, contract.getResult, async ({ account, params, query }) => {
    const studentId = await studentOf(account, params.examId, query.student_id);
    const read = studentId === account.id ? ownResult : resultOf;
    return read(pool, params.examId, studentId);
  });

  route(app, contract.listClassResults, ownClass, ({ params, query }) =>
    classResults(pool, params.classId, query),
  );
};
