import type { FastifyPluginAsync } from 'fastify';
import * as contract from '../../../core/audit/audit.schema.ts';
import { auditCsv, auditEntries, classAuditEntries } from '../../../core/audit/audit-list.ts';
import { sendCsv } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** The audit log: all of it for the administrator, what was done to a class for its teacher. */
export const auditRoutes: FastifyPluginAsync<Services> = async (app, { database: { pool }, directory }) => {
  route(app, contract.listAuditEntries, ({ account, query }) => auditEntries(pool, query, account.timeZone));
  const { ownClass } = guards(directory);

  route(
    app,
    { ...contract.exportAuditEntries, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    (request, _, reply) =>
      sendCsv(request, reply, {
        name: 'acts.csv',
        rows: () => auditCsv(pool, request.query, request.account.timeZone),
      }),
  );

  route(app, contract.listClassAuditEntries, ownClass, ({ params, query }) =>
    classAuditEntries(pool, params.classId, query),
  );
};
