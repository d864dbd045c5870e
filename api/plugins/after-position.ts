import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { BATCH_PART, batch } from '../../core/contract/batch.schema.ts';
import { invalidField } from '../../core/contract/errors.ts';
import { type Position, parsePositions, partitionOf } from '../../core/log/position.ts';
import { ProjectionWaits } from '../../core/log/projecting/projection-waits.ts';
import { projections } from '../../core/projections.ts';

/** The last position of the caller's own partition: where their events are, and where nobody else lets them wait. */
function ownPosition(header: string, accountId: number): Position | undefined {
  const positions = parsePositions(header);
  if (!positions)
    throw invalidField('After-Position', 'Expected positions such as 3-120, separated by commas');
  const own = positions.filter(({ partition }) => partition === partitionOf(accountId));
  return own.toSorted((a, b) => b.position - a.position)[0];
}

/**
 * Lets callers read their own writes. A reader names the position that its answer got (`After-Position: 3-120`), and
 * the server waits until the projections pass it. After a second it sends what there is, with the number of missing
 * events in `Projection-Lag`. Calls without a token do not wait, and the parts of a batch wait once, together.
 */
export const afterPosition = fp<{ pool: Pool; onBehind(partitions: Set<number>): void }>(
  async (app, { pool, onBehind }) => {
    const waits = new ProjectionWaits(pool, projections, onBehind);
    const wait = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const header = request.headers['after-position'];
      if (header === undefined || request.headers[BATCH_PART] !== undefined) return;
      const accountId = request.account?.id ?? app.accountIdOf(request);
      if (accountId === undefined) return;
      const position = ownPosition(String(header), accountId);
      if (!position) return;
      const lag = await waits.passed(position);
      if (lag > 0) reply.header('projection-lag', lag);
    };
    app.addHook('onRoute', (route) => {
      const isRead = route.method === 'GET' && route.url.startsWith('/api/');
      const isOwn = 'access' in route && route.access !== 'public';
      if ((isRead && isOwn) || route.url === batch.url)
        route.preHandler = [...[route.preHandler ?? []].flat(), wait];
    });
  },
  { name: 'after-position', dependencies: ['authentication'] },
);
