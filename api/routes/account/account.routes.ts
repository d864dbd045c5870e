import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Account } from '../../../core/account/account.entity.ts';
import * as contract from '../../../core/account/account.schema.ts';
import { changePassword, login, register } from '../../../core/account/account.ts';
import { networkOf } from '../../../core/account/login-guard.ts';
import { endToken } from '../../../core/account/sessions.ts';
import { classOfCode } from '../../../core/classroom/class-code.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { administers } from '../../../core/contract/roles.ts';
import { queueRegistrationEmail } from '../../../core/mail/emails.ts';
import { admitNewcomer } from '../../../core/site/entry.ts';
import { REGISTER_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** The queue of passwords refuses logins that would wait for too long, and knows the callers from known places. */
const OWN_QUEUE = { underLoad: 'always' } as const;

export const accountRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database: { pool }, directory, wakeUp, passwords: queue },
) => {
  const { loginGuard: guard } = app;
  const withEmails = config.SMTP_URL !== undefined;

  const logIn = async (
    request: FastifyRequest,
    body: contract.LoginBody,
    mayEnter: (account: Account) => boolean,
  ): Promise<contract.LoginAnswer> => {
    const caller = app.callerOf(request, body);
    try {
      return await app.letIn(
        await login(pool, body, { guard, caller, mayEnter, claims: withEmails }),
        caller,
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong_credentials')
        request.log.info({ address: request.ip }, 'login refused');
      throw error;
    }
  };

  route(app, { ...contract.login, config: OWN_QUEUE }, (request) => logIn(request, request.body, () => true));

  route(app, { ...contract.adminLogin, config: OWN_QUEUE }, (request) =>
    logIn(request, request.body, ({ role }) => administers(role)),
  );

  route(
    app,
    { ...contract.register, config: { ...OWN_QUEUE, rateLimit: REGISTER_LIMIT } },
    async (request) => {
      const { body, ip } = request;
      const caller = app.callerOf(request, body);
      const account = await register(pool, body, {
        defaultZone: config.APP_TIME_ZONE,
        admit: (newcomer) =>
          admitNewcomer(pool, newcomer, {
            places: guard.newcomerPlaces(caller),
            requireClassCode: (code) => classOfCode(pool, code),
          }),
        inTurn: (work) => queue.run({ isKnown: false, name: networkOf(ip) }, work),
        claims: withEmails,
        alongWith: withEmails
          ? async (tx, userId) => {
              await guard.countEmail(tx, body.email);
              await queueRegistrationEmail(tx, {
                ...{ userId, address: body.email.trim(), language: body.language },
              });
            }
          : undefined,
      });
      if (withEmails) wakeUp.lettersWait();
      return app.letIn(account, caller);
    },
  );

  route(app, { ...contract.changePassword, config: OWN_QUEUE }, async ({ account, body, headers, token }) => {
    // A stolen session must not be a way to try out passwords without limit.
    const changed = await changePassword(pool, account.id, body, (work) =>
      guard.session(account.id, token.id, work),
    );
    await directory.reload('users', account.id);
    return {
      token: await app.openSession(
        { ...changed, tokenVersion: changed.token_version },
        headers['user-agent'],
      ),
    };
  });

  route(app, contract.logout, async ({ account, token }) => {
    await endToken(pool, account.id, token);
    await directory.reload('users', account.id);
  });
};
