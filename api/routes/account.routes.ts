import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../../core/account/account.entity.ts';
import * as contract from '../../core/account/account.schema.ts';
import { changePassword, login, register } from '../../core/account/account.ts';
import { networkOf } from '../../core/account/login-guard.ts';
import { endToken } from '../../core/account/logout.ts';
import { ROLES } from '../../core/account/roles.ts';
import { classOfCode } from '../../core/classroom/class-code.ts';
import { AppError } from '../../core/errors.ts';
import { putFirstLetter } from '../../core/mail/letters.ts';
import { admitNewcomer } from '../../core/site/entry.ts';
import { done, okWith } from '../envelope.ts';
import { REGISTER_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** The queue of passwords refuses logins that would wait for too long, and knows the callers from known places. */
const OWN_QUEUE = { underLoad: 'always' } as const;

export const accountRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, lettersWait, passwords: queue },
) => {
  const { loginGuard: guard } = app;

  const logIn = async (
    request: FastifyRequest,
    body: contract.LoginBody,
    mayEnter: (account: Account) => boolean,
  ): Promise<contract.LoginAnswer> => {
    const caller = app.callerOf(request, body);
    try {
      return await app.letIn(await login(request.em, body, { guard, caller, mayEnter }), caller);
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong_credentials')
        request.log.info({ address: request.ip }, 'login refused');
      throw error;
    }
  };

  app.route({
    ...contract.login,
    config: OWN_QUEUE,
    // Administrators log in elsewhere; this call does not reveal that the account exists.
    handler: (request) => logIn(request, request.body, ({ role }) => ROLES[role].login === 'people'),
  });

  app.route({
    ...contract.adminLogin,
    config: OWN_QUEUE,
    handler: (request) => logIn(request, request.body, ({ role }) => ROLES[role].login === 'administration'),
  });

  app.route({
    ...contract.register,
    config: { ...OWN_QUEUE, rateLimit: REGISTER_LIMIT },
    handler: async (request, reply) => {
      const { body, em, ip } = request;
      const caller = app.callerOf(request, body);
      const account = await register(em, body, {
        defaultZone: config.APP_TIME_ZONE,
        admit: (newcomer) =>
          admitNewcomer(database.pool, newcomer, {
            places: guard.newcomerPlaces(caller),
            requireClassCode: (code) => classOfCode(database.pool, code),
          }),
        inTurn: (work) => queue.run({ isKnown: false, name: networkOf(ip) }, work),
        alongWith: config.SMTP_URL
          ? (tx, userId) =>
              putFirstLetter(tx, { userId, address: body.email.trim(), language: body.language })
          : undefined,
      });
      if (config.SMTP_URL) lettersWait();
      return reply.status(201).send(await app.letIn(account, caller));
    },
  });

  app.route({
    ...contract.changePassword,
    config: OWN_QUEUE,
    handler: async ({ account, body, em, headers, token }) => {
      // A stolen session must not be a way to try out passwords without limit.
      const changed = await changePassword(em, account.id, body, (work) =>
        guard.session(account.id, token.id ?? '', work),
      );
      return okWith({ token: await app.openSession(changed, headers['user-agent']) });
    },
  });

  app.route({
    ...contract.logout,
    handler: async ({ account, token }) => {
      await endToken(database.pool, account.id, token);
      await directory.reloadAccount(account.id);
      return done;
    },
  });
};
