import type { FastifyPluginAsync } from 'fastify';
import type { Services } from '../app.ts';

/** Liveness, readiness and measurements, for whoever operates the product. */
export const healthRoutes: FastifyPluginAsync<Services> = async (app, { metrics, readiness }) => {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const checks = await readiness();
    const ready = Object.values(checks).every((check) => check === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...checks });
  });

  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
};
