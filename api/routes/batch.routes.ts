import { setMaxListeners } from 'node:events';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { BATCH_PART, batch } from '../../core/batch/batch.schema.ts';
import { AppError } from '../../core/errors.ts';

/** What of the outer request counts for its parts as well. */
const PASSED_ON = ['authorization', 'after-position', 'accept-language'] as const;

export const batchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...batch,
    handler: async ({ body, headers, ip }, reply) => {
      // Nobody reads the parts of a caller who has gone.
      const leaving = new AbortController();
      setMaxListeners(0, leaving.signal);
      reply.raw.once('close', () => leaving.abort());
      const own = Object.fromEntries(
        PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
      );
      let lag = 0;
      const data = await Promise.all(
        body.requests.map(async ({ url, params }) => {
          const query = params && Object.fromEntries(Object.entries(params).map(([k, v]) => [k, String(v)]));
          const answer = await app.inject({
            method: 'GET',
            url,
            headers: { ...own, [BATCH_PART]: 'yes' },
            remoteAddress: ip,
            signal: leaving.signal,
            ...(query && { query }),
          });
          lag = Math.max(lag, Number(answer.headers['projection-lag'] ?? 0));
          return { status: answer.statusCode, data: parse(answer.body) };
        }),
      ).catch((error: unknown) => {
        if (!leaving.signal.aborted) throw error;
        // Nobody reads this, and nothing is wrong with us.
        throw new AppError('malformed_request', { params: { detail: 'the caller has gone' } });
      });
      if (lag > 0) reply.header('projection-lag', lag);
      return { success: true as const, data };
    },
  });
};

/** Everything under /api/ answers JSON, but for the documentation's pages. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
