import { hkdfSync } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { PAGE_ROWS } from '../../../core/contract/page-query.ts';
import { EXPORT_MEDIA_TYPES, exportChunks } from '../../../core/log/export/export-chunks.ts';
import { planExport } from '../../../core/log/export/export-events.ts';
import { Pseudonyms } from '../../../core/log/export/pseudonyms.ts';
import * as contract from '../../../core/log/log.schema.ts';
import { logOverview } from '../../../core/log/log-overview.ts';
import { listParked } from '../../../core/log/projecting/parked-events.ts';
import { replayParked } from '../../../core/log/projecting/replay-parked.ts';
import { unknownProjections } from '../../../core/log/projection.ts';
import { cancelLogRun, logRuns, requestLogRun, unknownProjection } from '../../../core/log/runs/log-runs.ts';
import { fittingPage } from '../../../core/postgres/page.ts';
import { projections } from '../../../core/projections.ts';
import { logRun } from '../../../core/run-kinds.ts';
import { endWhenStalled, refusePart } from '../../live/file-answer.ts';
import { EXPORT_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** Of the server's secret, so that one installation gives a student the same name in every export. */
const pseudonymKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'nho log pseudonyms', 32)).toString('hex');

/** What the administrator sees and does of the log. */
export const logRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock, config, database, wakeUp } = services;
  const { pool, changes, exports } = database;
  const key = pseudonymKey(config.JWT_SECRET!);

  route(app, contract.getLogOverview, () => logOverview(pool, projections));

  route(app, contract.listLogRuns, () => logRuns.latest(pool));

  route(app, contract.startLogRun, async ({ body }) => {
    const data = await requestLogRun(pool, projections, body);
    wakeUp.runWaits(logRun);
    return data;
  });

  route(app, contract.cancelLogRun, ({ params }) => cancelLogRun(pool, logRun, params.runId));

  route(app, contract.listParkedEvents, async ({ query: { offset = 0, limit = PAGE_ROWS } }) => {
    const all = await listParked(pool);
    return fittingPage(all.slice(offset, offset + limit), all.length);
  });

  route(app, contract.replayParkedEvents, async ({ body: { projection, student_id: studentId } }) => {
    // One that is no more may still have parked events.
    if (projection !== undefined && unknownProjections(projections, [projection]).length > 0)
      if ((await listParked(pool, { projection })).length === 0)
        throw unknownProjection(projections, 'projection', projection);
    const { applied, remaining } = await replayParked(changes, { projections, projection, studentId });
    return { applied, remaining };
  });

  route(
    app,
    { ...contract.exportLog, exposeHeadRoute: false, config: { rateLimit: EXPORT_LIMIT } },
    async ({ headers, query }, _, reply) => {
      refusePart(headers, 'a file');
      const { format, since, until, class_id: classId, deck_id: deckId, pseudonymous } = query;
      const plan = await planExport(exports, {
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
        classId,
        deckId,
        withoutErased: pseudonymous,
      });
      const chunks = exportChunks(exports, plan, format, {
        pseudonyms: pseudonymous ? new Pseudonyms(key) : undefined,
      });
      endWhenStalled(reply);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return reply
        .type(EXPORT_MEDIA_TYPES[format])
        .header('left-out-events', plan.leftOut)
        .header('content-disposition', `attachment; filename="nho-log-${day}.${format}"`)
        .send(Readable.from(written(chunks), { objectMode: false }));
    },
  );
};

async function* written(chunks: AsyncIterable<{ chunk: string | Buffer }>): AsyncGenerator<string | Buffer> {
  for await (const { chunk } of chunks) if (chunk.length > 0) yield chunk;
}
