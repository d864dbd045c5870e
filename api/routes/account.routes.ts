import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Account } from '../../core/account/account.entity.ts';
import * as contract from '../../core/account/account.schema.ts';
import { changePassword, login, register, toUser } from '../../core/account/account.ts';
import { type Caller, LoginGuard, networkOf } from '../../core/account/login-guard.ts';
import { endToken } from '../../core/account/logout.ts';
import { ROLES } from '../../core/account/roles.ts';
import { AppError } from '../../core/errors.ts';
import { done, ok, okWith } from '../envelope.ts';
import { REGISTER_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** How often what logins have left is looked through for what is no longer needed. */
const TIDY_MS = 10 * 60_000;

/** The queue of passwords refuses logins that would wait for too long, and knows the callers from known places. */
const OWN_QUEUE = { underLoad: 'always' } as const;

const DEVICE = /^[\w-]{22}$/;

/** The caller's place; a browser that comes without one of our device tokens is given one. */
const callerOf = ({ ip }: FastifyRequest, { device }: { device?: string }): Caller => ({
  address: ip,
  device: device && DEVICE.test(device) ? device : randomBytes(16).toString('base64url'),
});

export const accountRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, passwords: queue },
) => {
  const guard = new LoginGuard(database.pool, queue, config.JWT_SECRET!);
  const tidying = setInterval(() => {
    guard.forgetOld().catch((error: unknown) => app.log.warn(error, 'old logins were not forgotten'));
  }, TIDY_MS).unref();
  app.addHook('onClose', async () => clearInterval(tidying));

  const answer = (account: Account, { device }: Caller): contract.LoginAnswer => {
    app.seen(account.id);
    return okWith({ token: app.issueToken(account), device, role: account.role, user: toUser(account) });
  };

  const logIn = async (
    request: FastifyRequest,
    body: contract.LoginBody,
    mayEnter: (account: Account) => boolean,
  ): Promise<contract.LoginAnswer> => {
    const caller = callerOf(request, body);
    try {
      return answer(await login(request.em, body, { guard, caller, mayEnter }), caller);
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
      const caller = callerOf(request, body);
      const account = await register(em, body, {
        defaultZone: config.APP_TIME_ZONE,
        inTurn: (work) => queue.run({ isKnown: false, name: networkOf(ip) }, work),
      });
      await guard.remember(account.id, caller);
      return reply.status(201).send(answer(account, caller));
    },
  });

  app.route({
    ...contract.changePassword,
    config: OWN_QUEUE,
    handler: async ({ account, body, em, token }) => {
      // A stolen session must not be a way to try out passwords without limit.
      const changed = await changePassword(em, account.id, body, (work) =>
        guard.session(account.id, token.id ?? '', work),
      );
      return okWith({ token: app.issueToken(changed) });
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

  app.route({
    ...contract.me,
    handler: async ({ em, account }) => ok(toUser(await em.findOneOrFail(Account, account.id))),
  });
};
