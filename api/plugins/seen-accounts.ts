import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { growingCache } from '../../core/process/growing-cache.ts';

/** How exact it is known when somebody was last here, in milliseconds. */
const EXACT_MS = 60 * 60_000;

/** Sessions of which this process remembers that they are here. */
const REMEMBERED = 50_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Writes down that somebody is here, and by which session, once an hour. Nobody waits for it, and a failure changes
     * nothing for them.
     */
    seen(accountId: number, tokenId: string): void;
  }
}

/** Writes down when each account and each of its sessions was last here: by every answered call that needs a login. */
export const seenAccounts = fp<{ pool: Pool }>(
  async (app, { pool }) => {
    const written = growingCache<string, number>(REMEMBERED);
    const seen = (accountId: number, tokenId: string): void => {
      const now = performance.now();
      if (now - (written.get(tokenId) ?? Number.NEGATIVE_INFINITY) < EXACT_MS) return;
      written.set(tokenId, now);
      // Of several processes only the first one writes. Plain SQL: compared and set by the database's clock.
      pool
        .query({
          name: 'seen_account',
          text: `with here as (update sessions set seen_at = now()
                   where token_id = $2 and seen_at < now() - interval '55 minutes')
                 update users set seen_at = now() where id = $1
                   and (seen_at is null or seen_at < now() - interval '55 minutes')`,
          values: [accountId, tokenId],
        })
        .catch((error: unknown) => {
          written.delete(tokenId);
          app.log.debug(error, 'it was not written down who was here');
        });
    };
    app.decorate('seen', seen);
    app.addHook('onResponse', (request, reply, done) => {
      if (request.account && reply.statusCode < 400) seen(request.account.id, request.token.id);
      done();
    });
  },
  { name: 'seen-accounts', dependencies: ['authentication'] },
);
