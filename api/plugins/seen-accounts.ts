import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';
import type { Pool } from 'pg';
import { growingCache } from '../../core/process/growing-cache.ts';
import { WorkLoop } from '../../core/process/work-loop.ts';

/** How exact it is known when somebody was last here, in milliseconds. */
const EXACT_MS = 60 * 60_000;

/** Sessions of which this process remembers that they are here. */
const REMEMBERED = 50_000;

/** After a write the next one gathers so long: when a school comes at once, a write for each would hold up its answers. */
const GATHER_MS = 100;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Writes down that somebody is here, and by which session, once an hour. Nobody waits for it, and a failure changes
     * nothing for them.
     */
    seen(accountId: number, tokenId: string): void;
  }
}

/**
 * Of several processes only the first one writes. Rows are locked in order, since two may write the same ones at once.
 * Plain SQL: compared and set by the database's clock.
 */
const WRITE = `
  with here as (select * from unnest($1::integer[], $2::text[]) h (user_id, token_id)),
  session as materialized (
    select s.token_id from here join sessions s using (token_id) where s.seen_at < now() - interval '55 minutes'
    order by s.token_id for no key update of s
  ),
  account as materialized (
    select u.id from (select distinct user_id from here) h join users u on u.id = h.user_id
    where u.seen_at is null or u.seen_at < now() - interval '55 minutes'
    order by u.id for no key update of u
  ),
  of_sessions as (update sessions s set seen_at = now() from session where s.token_id = session.token_id)
  update users u set seen_at = now() from account where u.id = account.id`;

/** Writes down when each account and each of its sessions was last here: by every answered call that needs a login. */
export const seenAccounts = fp<{ pool: Pool }>(
  async (app, { pool }) => {
    /** When it was last written that a session is here, by its token. */
    const written = growingCache<string, number>(REMEMBERED);
    /** Accounts that are here, by the tokens of which that is still to be written. */
    let here = new Map<string, number>();
    const write = async (): Promise<void> => {
      const now = here;
      here = new Map();
      if (now.size === 0) return;
      try {
        const values = [[...now.values()], [...now.keys()]];
        await pool.query({ name: 'seen_accounts', text: WRITE, values });
      } catch (error) {
        for (const tokenId of now.keys()) written.delete(tokenId);
        app.log.debug(error, 'it was not written down who was here');
      }
    };
    const writing = new WorkLoop({
      work: async () => {
        await write();
        await pause(GATHER_MS);
      },
      onError: (error) => app.log.error(error, 'writing down who was here failed'),
    });
    app.addHook('onClose', async () => {
      await writing.close();
      await write();
    });
    const seen = (accountId: number, tokenId: string): void => {
      const now = performance.now();
      if (now - (written.get(tokenId) ?? Number.NEGATIVE_INFINITY) < EXACT_MS) return;
      written.set(tokenId, now);
      here.set(tokenId, accountId);
      void writing.poll();
    };
    app.decorate('seen', seen);
    app.addHook('onResponse', (request, reply, done) => {
      if (request.account && reply.statusCode < 400) seen(request.account.id, request.token.id);
      done();
    });
  },
  { name: 'seen-accounts', dependencies: ['authentication'] },
);
