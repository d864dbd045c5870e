import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Account } from '../../core/account/account.entity.ts';
import * as contract from '../../core/account/own-account.schema.ts';
import { changeOwnAccount, toOwnAccount } from '../../core/account/own-account.ts';
import { endOtherSessions, endSession, ownSessions } from '../../core/account/sessions.ts';
import { done, ok, okWith } from '../envelope.ts';
import type { Services } from '../services.ts';

/** What people see and change of their own account, whatever their role. */
export const ownAccountRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { database: { pool }, directory },
) => {
  app.route({
    ...contract.me,
    handler: async ({ em, account }) => ok(toOwnAccount(await em.findOneOrFail(Account, account.id))),
  });

  app.route({
    ...contract.changeMe,
    handler: async ({ em, account, body }) => {
      const changed = await changeOwnAccount(em, account.id, body);
      // The next call's study day is the new time zone's.
      await directory.reloadAccount(account.id);
      return ok(toOwnAccount(changed));
    },
  });

  app.route({
    ...contract.listSessions,
    handler: async ({ account, token }) => ok(await ownSessions(pool, account.id, token.id)),
  });

  app.route({
    ...contract.endSession,
    handler: async ({ account, token, params }) => {
      await endSession(pool, { accountId: account.id, tokenId: token.id }, params.sessionId);
      await directory.reloadAccount(account.id);
      return done;
    },
  });

  app.route({
    ...contract.endOtherSessions,
    handler: async ({ account, token: { id: tokenId }, headers }) => {
      const { token, ...changed } = await endOtherSessions(
        pool,
        { accountId: account.id, tokenVersion: account.tokenVersion, tokenId },
        (role) => ({ token: app.newToken(role), userAgent: headers['user-agent'] }),
      );
      await directory.reloadAccount(account.id);
      return okWith({ token: app.issueToken(changed, token) });
    },
  });
};
