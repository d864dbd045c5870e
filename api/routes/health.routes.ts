import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { isLoopback } from '../../core/config.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../app.ts';

/** How long an answer about the database is good for: whoever asks without end costs it one query a second. */
const KEPT_MS = 1_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A proxy on this machine calls from it for everybody, and says so. */
const PROXIED = ['x-forwarded-for', 'forwarded', 'via'];

function mayMeasure({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return isLoopback(socket.remoteAddress ?? '') && !PROXIED.some((name) => headers[name] !== undefined);
}

/** Liveness, readiness and measurements, for whoever operates the product. */
export const healthRoutes: FastifyPluginAsync<Services> = async (
  app,
  { clock, config, metrics, readiness },
) => {
  let known: { checks: ReturnType<typeof readiness>; since: number } | undefined;
  const checked = (): ReturnType<typeof readiness> => {
    const now = clock.now();
    if (!known || Math.abs(now - known.since) > KEPT_MS) known = { checks: readiness(), since: now };
    return known.checks;
  };

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const checks = await checked();
    const ready = Object.values(checks).every((check) => check === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...checks });
  });

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!mayMeasure(request, config.METRICS_TOKEN)) throw new AppError('route_not_found');
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
};
