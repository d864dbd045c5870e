import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { KnownAccount } from '../../core/directory.ts';
import { openExams } from '../../core/exam/exam-list.ts';
import type { TodayScope } from '../../core/learning/decks-of-today.ts';
import { studyDay } from '../../core/learning/study-day.ts';
import * as contract from '../../core/learning/today.schema.ts';
import { studyToday, todaysSet } from '../../core/learning/today.ts';
import { ok } from '../envelope.ts';
import type { Services } from '../services.ts';

export const todayRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { database, clock }) => {
  const { pool } = database;

  const scope = ({ id, timeZone }: KnownAccount): TodayScope => ({
    studentId: id,
    today: studyDay(clock.now(), timeZone),
  });

  app.route({
    ...contract.getToday,
    handler: async ({ account }) => {
      const [today, exams] = await Promise.all([
        studyToday(pool, scope(account)),
        openExams(pool, account.id),
      ]);
      return ok({ ...today, exams });
    },
  });

  app.route({
    ...contract.getTodaysCards,
    handler: ({ account, query }) => todaysSet(pool, scope(account), query.limit),
  });
};
