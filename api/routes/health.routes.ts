import type { FastifyPluginAsync } from 'fastify';
import { ClockWatch, skewText } from '../../core/clock-watch.ts';
import type { Services } from '../app.ts';

/** Liveness, readiness and measurements, for whoever operates the product. */
export const healthRoutes: FastifyPluginAsync<Services> = async (
  app,
  { clock, database, metrics, readiness },
) => {
  const clockWatch = new ClockWatch({
    pool: database.pool,
    clock,
    onChange: (skew) => {
      if (skew) app.log.error(`the clock of this machine is ${skew}; set both by NTP`);
      else app.log.info('the clocks of this machine and of the database agree again');
    },
  });
  metrics.addClockSkew(() => clockWatch.skew());
  app.addHook('onReady', async () => clockWatch.start());
  app.addHook('onClose', () => clockWatch.close());

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const checks = await readiness();
    const ready = Object.values(checks).every((check) => check === 'ok');
    const skew = ready ? await clockWatch.skew().then(skewText, () => null) : null;
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...checks,
      // A warning only: exams go by the database's clock, and all processes would be taken away if that one is wrong.
      ...(skew && { clock: skew }),
    });
  });

  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
};
