import type { FastifyPluginAsync } from 'fastify';
import { accountById } from '../../../core/account/account.ts';
import * as contract from '../../../core/account/own-account.schema.ts';
import { changeOwnAccount, toOwnAccount } from '../../../core/account/own-account.ts';
import { endOtherSessions, endSession, ownSessions } from '../../../core/account/sessions.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** What people see and change of their own account, whatever their role. */
export const ownAccountRoutes: FastifyPluginAsync<Services> = async (
  app,
  { database: { pool }, directory },
) => {
  route(app, contract.me, async ({ account }) => toOwnAccount(await accountById(pool, account.id)));

  route(app, contract.changeMe, async ({ account, body }) => {
    const changed = await changeOwnAccount(pool, account.id, body);
    // The next call's study day is the new time zone's.
    await directory.reload('users', account.id);
    return toOwnAccount(changed);
  });

  route(app, contract.listSessions, ({ account, token }) => ownSessions(pool, account.id, token.id));

  route(app, contract.endSession, async ({ account, token, params }) => {
    await endSession(pool, { accountId: account.id, tokenId: token.id }, params.sessionId);
    await directory.reload('users', account.id);
  });

  route(app, contract.endOtherSessions, async ({ account, token: { id: tokenId }, headers }) => {
    const { token, ...changed } = await endOtherSessions(
      pool,
      { accountId: account.id, tokenVersion: account.tokenVersion, tokenId },
      (role) => ({ token: app.newToken(role), userAgent: headers['user-agent'] }),
    );
    await directory.reload('users', account.id);
    return { token: app.issueToken(changed, token) };
  });
};
