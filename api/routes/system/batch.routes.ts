import { setMaxListeners } from 'node:events';
import type { FastifyPluginAsync } from 'fastify';
import { ACCOUNT_END } from '../../../core/account/account-limits.ts';
import { BATCH_PART, type BatchBody, batch } from '../../../core/contract/batch.schema.ts';
import { BATCH_ANSWER_MAX } from '../../../core/contract/batch-limits.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { Turns } from '../../guard/turns.ts';
import { answerTooLarge } from '../../plugins/answer-limit.ts';

/** What of the outer request counts for its parts as well. */
const PASSED_ON = ['authorization', 'accept-language'] as const;

/** Parts of a batch that are made at once: what each answers is kept until all have answered. */
export const PARTS_AT_ONCE = 5;

/** Batches of one account: those of a few tabs at once, and those of a browser that opens them all again. */
const OF_ACCOUNT = { atOnce: 4, waiting: 16 };

/** Without a token there is little to read; a whole school may be behind one address. */
const OF_ADDRESS = { atOnce: 32, waiting: 500 };

/** One part's answer: `text` is JSON. */
interface Part {
  status: number;
  text: string;
}

const REFUSED: Part = { status: 413, text: JSON.stringify(answerTooLarge().toBody()) };

export const batchRoutes: FastifyPluginAsync = async (app) => {
  const ofAccounts = new Turns(OF_ACCOUNT);
  const ofAddresses = new Turns(OF_ADDRESS);

  app.route<{ Body: BatchBody }>({
    ...batch,
    handler: async (request, reply) => {
      const { body, headers, ip } = request;
      // After the caller has gone, nobody reads the parts.
      const leaving = new AbortController();
      setMaxListeners(0, leaving.signal);
      reply.raw.once('close', () => leaving.abort());
      const own = Object.fromEntries(
        PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])),
      );
      let bytesLeft = BATCH_ANSWER_MAX;
      const call = async ({ url, params }: BatchBody['requests'][number]): Promise<Part> => {
        const query = params && Object.fromEntries(Object.entries(params).map(([k, v]) => [k, String(v)]));
        const answer = await app.inject({
          method: 'GET',
          url,
          headers: { ...own, [BATCH_PART]: 'yes' },
          remoteAddress: ip,
          signal: leaving.signal,
          ...(query && { query }),
        });
        const end = answer.headers[ACCOUNT_END];
        if (end !== undefined) reply.header(ACCOUNT_END, end);
        // One that is too large keeps no smaller one out.
        if (answer.rawPayload.length > bytesLeft) return REFUSED;
        bytesLeft -= answer.rawPayload.length;
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        return { status: answer.statusCode, text: isJson ? answer.body : JSON.stringify(answer.body) };
      };

      const account = app.accountIdOf(request);
      const endTurn = await (account === undefined ? ofAddresses.take(ip) : ofAccounts.take(account));
      try {
        const parts = await inOrder(body.requests, PARTS_AT_ONCE, call);
        // The parts are JSON already: reading and writing them again would cost as much as making them.
        const data = parts.map(({ status, text }) => `{"status":${status},"data":${text}}`).join();
        return reply
          .type('application/json; charset=utf-8')
          .send(`{"success":true,"data":[${data}]}` as never);
      } catch (error) {
        if (!leaving.signal.aborted) throw error;
        // Nobody reads this, and nothing is wrong with us.
        throw new AppError('malformed_request', { params: { detail: 'the caller has gone' } });
      } finally {
        endTurn();
      }
    },
  });
};

/** Does `work` for each, so many at once, and returns the results in order. Rejects with the first failure. */
async function inOrder<A, B>(all: A[], atOnce: number, work: (one: A) => Promise<B>): Promise<B[]> {
  const results: B[] = [];
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const index = next++;
      results[index] = await work(all[index] as A);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
