import type { FastifyPluginAsync } from 'fastify';
import * as contract from '../../../core/audit/audit.schema.ts';
import { actsCsv } from '../../../core/audit/audit-csv.ts';
import { acts, classActs } from '../../../core/audit/audit-list.ts';
import { sendCsv } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** The book of acts: all of it for the administrator, what was done to a class for its teacher. */
export const actRoutes: FastifyPluginAsync<Services> = async (app, { database: { pool }, directory }) => {
  route(app, contract.listActs, ({ account, query }) => acts(pool, query, account.timeZone));
  const { ownClass } = guards(directory);

  route(
    app,
    { ...contract.exportActs, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    (request, _, reply) =>
      sendCsv(request, reply, {
        name: 'acts.csv',
        rows: () => actsCsv(pool, request.query, request.account.timeZone),
      }),
  );

  route(app, contract.listClassActs, ownClass, ({ params, query }) => classActs(pool, params.classId, query));
};
