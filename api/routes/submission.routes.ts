import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { AppError } from '../../core/errors.ts';
import { type ExamServices, openExam } from '../../core/exam/attempt.ts';
import { getExam } from '../../core/exam/exam.schema.ts';
import { requireTaughtExam } from '../../core/exam/exam-access.ts';
import { examWithKey } from '../../core/exam/exam-list.ts';
import { classResults, requireResultAccess, resultOf } from '../../core/exam/exam-results.ts';
import { saveAnswers } from '../../core/exam/save-answers.ts';
import * as contract from '../../core/exam/submission.schema.ts';
import { submitExam } from '../../core/exam/submit.ts';
import { ok, okWith } from '../envelope.ts';
import { PROGRESS_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

export const submissionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { appender, directory, examsEndIn } = services;
  const { pool } = services.database;
  const desk: ExamServices = {
    pool,
    appender,
    onStarted: (endsIn) => examsEndIn(endsIn),
  };

  app.route({
    ...getExam,
    // Looking whether it is there must not start a clock.
    exposeHeadRoute: false,
    config: { underLoad: 'favoured' },
    handler: async ({ account, params }) => {
      if (account.role === 'student') return ok(await openExam(desk, params.examId, account.id));
      await requireTaughtExam(directory, pool, account, params.examId);
      return ok(await examWithKey(pool, params.examId));
    },
  });

  app.route({
    ...contract.saveAnswers,
    config: { rateLimit: PROGRESS_LIMIT, underLoad: 'favoured' },
    handler: async ({ account, params, body }) =>
      ok(await saveAnswers(desk, params.examId, account.id, body)),
  });

  app.route({
    ...contract.submitExam,
    config: { underLoad: 'favoured' },
    handler: async ({ account, params, body, headers }) =>
      ok(
        await submitExam(desk, {
          examId: params.examId,
          studentId: account.id,
          answers: body.answers,
          key: headers['idempotency-key'] ?? randomUUID(),
        }),
      ),
  });

  /** Whose result is asked for. */
  const studentOf = async (account: KnownAccount, examId: number, studentId?: number): Promise<number> => {
    if (!(await directory.exam(examId))) throw new AppError('exam_not_found');
    if (account.role === 'student') {
      if (studentId !== undefined && studentId !== account.id) throw new AppError('result_not_accessible');
      return account.id;
    }
    if (studentId === undefined) throw new AppError('no_exam_result');
    await requireResultAccess(pool, account, examId, studentId);
    return studentId;
  };

  app.route({
    ...contract.getResult,
    handler: async ({ account, params, query }) => {
      const studentId = await studentOf(account, params.examId, query.student_id);
      return ok(await resultOf(pool, params.examId, studentId));
    },
  });

  app.route({
    ...contract.listClassResults,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      return okWith(await classResults(pool, params.classId, query));
    },
  });
};
