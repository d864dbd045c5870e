import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { toUser } from '../../core/account/account.ts';
import { networkOf } from '../../core/account/login-guard.ts';
import { AppError } from '../../core/errors.ts';
import { putPasswordLetter } from '../../core/mail/letters.ts';
import * as contract from '../../core/mail/mail.schema.ts';
import { changeOwnEmail, confirmEmail } from '../../core/mail/own-email.ts';
import { setPasswordByLink } from '../../core/mail/password-by-mail.ts';
import { inTransaction } from '../../core/transaction.ts';
import { done, ok } from '../envelope.ts';
import { REGISTER_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** The queue of passwords refuses what would wait for too long. */
const OWN_QUEUE = { underLoad: 'always' } as const;

export const mailRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database: { pool }, passwords, lettersWait },
) => {
  const withLetters = config.SMTP_URL !== undefined;

  app.route({
    ...contract.forgottenPassword,
    config: { rateLimit: REGISTER_LIMIT },
    handler: async ({ body, ip }) => {
      if (!withLetters) throw new AppError('no_letters');
      await inTransaction(pool, async (tx) => {
        await app.loginGuard.countLetter(tx, body.email, ip);
        await putPasswordLetter(tx, body);
      });
      lettersWait();
      return done;
    },
  });

  app.route({
    ...contract.newPasswordByMail,
    config: { ...OWN_QUEUE, rateLimit: REGISTER_LIMIT },
    handler: async (request) => {
      const { body, em, ip } = request;
      const account = await setPasswordByLink({ em, pool }, body, (work) =>
        passwords.run({ isKnown: false, name: networkOf(ip) }, work),
      );
      return app.letIn(account, app.callerOf(request, body));
    },
  });

  app.route({
    ...contract.changeOwnEmail,
    config: OWN_QUEUE,
    handler: async ({ account: { id }, body, em, ip, token }) => {
      if (withLetters) await app.loginGuard.countLetter(pool, body.email, ip);
      const account = await changeOwnEmail({ em, pool }, id, body, {
        withLetters,
        inTurn: (work) => app.loginGuard.session(id, token.id ?? '', work),
      });
      if (withLetters) lettersWait();
      return ok({ letter: withLetters, user: toUser(account) });
    },
  });

  app.route({
    ...contract.confirmEmail,
    config: { rateLimit: REGISTER_LIMIT },
    handler: async ({ body }) => {
      const confirmed = await confirmEmail(pool, body);
      if (withLetters) lettersWait();
      return ok(confirmed);
    },
  });
};
