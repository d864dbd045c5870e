import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import * as contract from '../../core/classroom/class-progress.schema.ts';
import {
  assertRange,
  classActivity,
  studentStats,
  studentsProgress,
} from '../../core/classroom/students-progress.ts';
import * as home from '../../core/classroom/teacher-home.schema.ts';
import { studentDays, teacherHome } from '../../core/classroom/teacher-home.ts';
import { studyDay } from '../../core/learning/study-day.ts';
import { ok, okWith } from '../envelope.ts';
import { LiveClasses } from '../live-classes.ts';
import { openLiveStream } from '../live-stream.ts';
import { refusePart } from '../refuse-part.ts';
import type { Services } from '../services.ts';

export const classProgressRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { database, directory, clock, feed, metrics } = services;
  const { pool } = database;

  app.route({
    ...contract.getStudentsProgress,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      assertRange(query);
      const today = studyDay(clock.now(), account.timeZone);
      const [students, activity] = await Promise.all([
        studentsProgress(pool, params.classId, query, today, query),
        classActivity(pool, params.classId, query),
      ]);
      return okWith({ ...students, activity });
    },
  });

  app.route({
    ...home.getTeacherHome,
    handler: async ({ account }) =>
      ok(await teacherHome(pool, account.id, studyDay(clock.now(), account.timeZone))),
  });

  app.route({
    ...home.listStudentDays,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      const today = studyDay(clock.now(), account.timeZone);
      return okWith(await studentDays(pool, params.classId, today, query));
    },
  });

  app.route({
    ...contract.getStudentStats,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      assertRange(query);
      const today = (timeZone: string): string => studyDay(clock.now(), timeZone);
      return ok(await studentStats(pool, { ...params, teacherId: account.id, range: query, today }));
    },
  });

  const live = new LiveClasses(feed, directory);
  // Before connections are waited for, which these would keep open.
  app.addHook('preClose', async () => live.close());

  app.route({
    ...contract.watchClass,
    // Whatever is asked for by `Accept`; the plugin's own refusal would be none of our errors.
    sse: 'manual',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { account, params, headers } = request;
      refusePart(headers, 'a stream');
      await requireOwnClass(directory, account, params.classId);
      const stream = openLiveStream(request, reply, live.closed);
      if (!stream) return;
      const { sse, send } = stream;
      const stop = live.watch(params.classId, {
        teacherId: account.id,
        changed: () => send('changed'),
        ended: () => {
          send('ended');
          sse.close();
        },
        close: () => sse.close(),
      });
      metrics.liveTabs.inc();
      sse.onClose(() => {
        stop();
        metrics.liveTabs.dec();
      });
      await sse.send({ event: 'ready', data: {} });
    },
  });
};
