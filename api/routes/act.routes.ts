import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/act/act.schema.ts';
import { actsCsv } from '../../core/act/act-csv.ts';
import { acts, classActs } from '../../core/act/act-list.ts';
import { requireOwnClass } from '../../core/classroom/class-access.ts';
import { attachment } from '../../core/deck-export/export-file-name.ts';
import { okWith } from '../envelope.ts';
import { EXPORT_LIMIT } from '../plugins/rate-limits.ts';
import { refusePart } from '../refuse-part.ts';
import type { Services } from '../services.ts';

/** A reader that has taken nothing for so long is gone. */
const STALL_MS = 2 * 60_000;

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
    handler: async ({ account, query, headers }, reply) => {
      refusePart(headers, 'a file');
      reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('acts.csv'))
        .send(actsCsv(pool, query, account.timeZone));
    },
  });

  app.route({
    ...contract.listClassActs,
    handler: async ({ account, params, query }) => {
      await requireOwnClass(directory, account, params.classId);
      return okWith(await classActs(pool, params.classId, query));
    },
  });
};
