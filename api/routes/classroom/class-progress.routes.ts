import type { FastifyPluginAsync } from 'fastify';
import { requireOwnClass } from '../../../core/access/class-access.ts';
import { gatheringOf } from '../../../core/classroom/class-gathering.ts';
import * as contract from '../../../core/classroom/class-progress.schema.ts';
import {
  assertRange,
  classActivity,
  studentStats,
  studentsProgress,
} from '../../../core/classroom/students-progress.ts';
import * as home from '../../../core/classroom/teacher-home.schema.ts';
import { studentDays, teacherHome } from '../../../core/classroom/teacher-home.ts';
import { studyDay } from '../../../core/learning/study-day.ts';
import { refusePart } from '../../live/file-answer.ts';
import { liveClasses } from '../../live/live-classes.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const classProgressRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { database, directory, clock, metrics } = services;
  const { pool } = database;
  const { ownClass } = guards(directory);

  route(app, contract.getStudentsProgress, ownClass, async ({ account, params, query }) => {
    assertRange(query);
    const today = studyDay(clock.now(), account.timeZone);
    const [students, activity, gathering] = await Promise.all([
      studentsProgress(pool, params.classId, query, today, query),
      classActivity(pool, params.classId, query),
      gatheringOf(pool, params.classId),
    ]);
    return { ...students, activity, gathering };
  });

  route(app, home.getTeacherHome, ({ account }) =>
    teacherHome(pool, account.id, studyDay(clock.now(), account.timeZone)),
  );

  route(app, home.listStudentDays, ownClass, async ({ account, params, query }) => {
    const today = studyDay(clock.now(), account.timeZone);
    return studentDays(pool, params.classId, today, query);
  });

  route(app, contract.getStudentStats, ownClass, async ({ account, params, query }) => {
    assertRange(query);
    const today = (timeZone: string): string => studyDay(clock.now(), timeZone);
    return studentStats(pool, { ...params, teacherId: account.id, range: query, today });
  });

  const live = liveClasses(services);
  // Before connections are waited for, which these would keep open.
  app.addHook('preClose', async () => live.close());

  route(
    app,
    {
      ...contract.watchClass,
      // Whatever is asked for by `Accept`; the plugin's own refusal would be none of our errors.
      sse: 'manual',
      exposeHeadRoute: false,
    },
    async (request, _, reply) => {
      const { account, params, headers } = request;
      refusePart(headers, 'a stream');
      await requireOwnClass(directory, account, params.classId);
      await live.open(params.classId, request, reply, () => {
        metrics.liveTabs.inc();
        return () => metrics.liveTabs.dec();
      });
    },
  );
};
