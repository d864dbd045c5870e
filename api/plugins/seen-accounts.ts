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

/** By the database's clock. Of several processes only the first one writes. */
const IS_DUE = "(seen_at is null or seen_at < now() - interval '55 minutes')";

/**
 * Returns the tokens of accounts whose rows somebody else holds: these come next time. Waiting for them here would hold all
 * other rows as long.
 */
const WRITE = `
  with account as materialized (
    select id from users where id = any ($1::integer[]) and ${IS_DUE} for no key update skip locked
  ),
  session as materialized (
    select token_id from sessions where token_id = any ($2::text[]) and ${IS_DUE} for no key update skip locked
  ),
  of_accounts as (update users set seen_at = now() where id in (select id from account)),
  of_sessions as (update sessions set seen_at = now() where token_id in (select token_id from session))
  select token_id from unnest($1, $2) here (user_id, token_id) where user_id in (
    select id from users where id = any ($1) and ${IS_DUE} except select id from account)`;

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
        const { rows } = await pool.query<{ token_id: string }>({
          name: 'seen_accounts',
          text: WRITE,
          values,
        });
        for (const { token_id } of rows) here.set(token_id, now.get(token_id)!);
        if (rows.length) void writing.poll();
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
