import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { AppError } from '../../core/errors.ts';
import { waitForProjections } from '../../core/log/checkpoint.ts';
import { parsePositions } from '../../core/log/position.ts';

const WAIT_MS = 1_000;

/**
 * Reading one's own writes: a reader names the positions that its answers got (`After-Position: 3-120`) and the server
 * waits for the projections to pass them. When they have not within a second it answers what there is, with how many
 * events are missing in `Projection-Lag`.
 */
export const afterPosition = fp<{ pool: Pool }>(
  async (app, { pool }) => {
    const wait = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const header = request.headers['after-position'];
      if (header === undefined) return;
      const positions = parsePositions(String(header));
      if (!positions)
        throw new AppError('validation_failed', {
          params: { fields: 'After-Position' },
          errors: { 'After-Position': ['Expected positions such as 3-120, separated by commas'] },
        });
      const lag = await waitForProjections(pool, positions, WAIT_MS);
      if (lag > 0) reply.header('projection-lag', lag);
    };
    app.addHook('onRoute', (route) => {
      if (route.method === 'GET' && route.url.startsWith('/api/'))
        route.preHandler = [...[route.preHandler ?? []].flat(), wait];
    });
  },
  { name: 'after-position', dependencies: ['authentication'] },
);
