import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/contract/errors.ts';
import { ClockWatch, skewText } from '../../../core/postgres/clock-watch.ts';
import { isLoopback } from '../../../core/process/network-address.ts';
import type { Services } from '../../services.ts';

/** How long an answer about the database is kept: asking without end costs one query a second. */
const KEPT_MS = 1_000;

/** Monitoring must also get an answer when the product is busy. */
const OPERATING = { logLevel: 'warn', config: { underLoad: 'always' } } as const;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A proxy on this machine calls from it for everybody, and says so. */
const PROXIED = ['x-forwarded-for', 'forwarded', 'via'];

function mayMeasure({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
  return isLoopback(socket.remoteAddress ?? '') && !PROXIED.some((name) => headers[name] !== undefined);
}

/** Serves liveness, readiness and measurements to the operators. */
export const healthRoutes: FastifyPluginAsync<Services> = async (
  app,
  { clock, config, database, metrics, readiness },
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

  const probe = async () => {
    const checks = await readiness.checks();
    const isReady = Object.values(checks).every((check) => check === 'ok');
    const skew = isReady ? await clockWatch.skew().then(skewText, () => null) : null;
    // Only a warning: exams go by the database's clock, and if that one is wrong, all processes would be taken away.
    return { isReady, findings: { ...checks, ...(skew && { clock: skew }) } };
  };
  let known: { found: ReturnType<typeof probe>; since: number } | undefined;
  const found = (): ReturnType<typeof probe> => {
    const now = performance.now();
    if (!known || now - known.since > KEPT_MS) known = { found: probe(), since: now };
    return known.found;
  };

  app.get('/healthz', OPERATING, async () => ({ status: 'ok' }));

  app.get('/readyz', OPERATING, async (_request, reply) => {
    const { isReady, findings } = await found();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', ...findings });
  });

  app.get<{ Querystring: { process?: string } }>('/metrics', OPERATING, async (request, reply) => {
    if (!mayMeasure(request, config.METRICS_TOKEN)) throw new AppError('route_not_found');
    const text = await metrics.text(request.query.process);
    if (text === undefined) throw new AppError('route_not_found');
    reply.type(metrics.contentType);
    return text;
  });
};
