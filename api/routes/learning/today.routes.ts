import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { openExams } from '../../../core/exam/exam-list.ts';
import type { TodayScope } from '../../../core/learning/choosing/decks-of-today.ts';
import * as contract from '../../../core/learning/choosing/today.schema.ts';
import { studyToday, todaysSet } from '../../../core/learning/choosing/today.ts';
import { studyDay } from '../../../core/learning/study-day.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

export const todayRoutes: FastifyPluginAsync<Services> = async (app, { database, clock }) => {
  const { pool } = database;

  const scope = ({ id, timeZone }: KnownAccount): TodayScope => ({
    studentId: id,
    today: studyDay(clock.now(), timeZone),
  });

  route(app, contract.getToday, async ({ account }) => {
    const [today, exams] = await Promise.all([studyToday(pool, scope(account)), openExams(pool, account.id)]);
    return { ...today, exams };
  });

  route(app, contract.getTodaysCards, ({ account, query }) => todaysSet(pool, scope(account), query.limit));
};
