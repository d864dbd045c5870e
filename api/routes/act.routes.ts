import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/act/act.schema.ts';
import { actsCsv } from '../../core/act/act-csv.ts';
import { acts, classActs } from '../../core/act/act-list.ts';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import { sendCsv } from '../csv-answer.ts';
import { okWith } from '../envelope.ts';
import { EXPORT_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** The book of acts: all of it for the administrator, what was done to a class for its teacher. */
export const actRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { database: { pool }, directory },
) => {
  app.route({
    ...contract.listActs,
    handler: async ({ account, query }) => okWith(await acts(pool, query, account.timeZone)),
  });

  app.route({
    ...contract.exportActs,
    exposeHeadRoute: false,
    config: { rateLimit: EXPORT_LIMIT },
    handler: async (request, reply) =>
      sendCsv(request, reply, {
        name: 'acts.csv',
        rows: () => actsCsv(pool, request.query, request.account.timeZone),
      }),
  });

  app.route({
    ...contract.listClassActs,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      return okWith(await classActs(pool, params.classId, query));
    },
  });
};
