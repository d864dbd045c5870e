import type { FastifyPluginAsync } from 'fastify';
import { toUser } from '../../../core/account/account.ts';
import { networkOf } from '../../../core/account/login-guard.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { queuePasswordEmail } from '../../../core/mail/emails.ts';
import * as contract from '../../../core/mail/mail.schema.ts';
import { changeOwnEmail, confirmEmail } from '../../../core/mail/own-email.ts';
import { setPasswordByLink } from '../../../core/mail/password-by-mail.ts';
import { inTransaction } from '../../../core/postgres/transaction.ts';
import { REGISTER_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** The queue of passwords refuses what would wait for too long. */
const OWN_QUEUE = { underLoad: 'always' } as const;

export const mailRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database: { pool }, directory, passwords, wakeUp },
) => {
  const withEmails = config.SMTP_URL !== undefined;

  route(
    app,
    { ...contract.forgottenPassword, config: { rateLimit: REGISTER_LIMIT } },
    async ({ body, ip }) => {
      if (!withEmails) throw new AppError('no_letters');
      await inTransaction(pool, async (tx) => {
        await app.loginGuard.countEmail(tx, body.email, ip);
        await queuePasswordEmail(tx, body);
      });
      wakeUp.lettersWait();
    },
  );

  route(
    app,
    { ...contract.newPasswordByMail, config: { ...OWN_QUEUE, rateLimit: REGISTER_LIMIT } },
    async (request) => {
      const { body, ip } = request;
      const account = await setPasswordByLink(pool, body, (work) =>
        passwords.run({ isKnown: false, name: networkOf(ip) }, work),
      );
      await directory.reload('users', account.id);
      return app.letIn(account, app.callerOf(request, body));
    },
  );

  route(
    app,
    { ...contract.changeOwnEmail, config: OWN_QUEUE },
    async ({ account: { id }, body, ip, token }) => {
      if (withEmails) await app.loginGuard.countEmail(pool, body.email, ip);
      const account = await changeOwnEmail(pool, id, body, {
        withEmails,
        inTurn: (work) => app.loginGuard.session(id, token.id, work),
      });
      if (withEmails) wakeUp.lettersWait();
      return { letter: withEmails, user: toUser(account) };
    },
  );

  route(app, { ...contract.confirmEmail, config: { rateLimit: REGISTER_LIMIT } }, async (request) => {
    const { account, isFirst } = await confirmEmail(pool, request.body);
    await directory.reload('users', account.id);
    if (withEmails) wakeUp.lettersWait();
    const isCallers = app.accountIdOf(request) === account.id;
    const session = { ...account, tokenVersion: account.token_version };
    const token = isFirst && isCallers ? app.openSession(session, request.headers['user-agent']) : null;
    return { email: account.email!, token: await token };
  });
};
