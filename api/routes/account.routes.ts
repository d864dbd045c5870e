import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Account } from '../../core/account/account.entity.ts';
import * as contract from '../../core/account/account.schema.ts';
import { changePassword, login, register, toUser } from '../../core/account/account.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../app.ts';
import { FailedLogins } from '../plugins/failed-logins.ts';
import { REGISTER_LIMIT } from '../plugins/rate-limits.ts';

export const accountRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config }) => {
  const failedLogins = new FailedLogins();

  const answer = (account: Account): contract.LoginAnswer => ({
    success: true,
    token: app.issueToken(account),
    role: account.role,
    user: toUser(account),
  });

  const logIn = async (
    request: FastifyRequest,
    body: contract.LoginBody,
    isAllowed: (account: Account) => boolean,
  ): Promise<Account> => {
    failedLogins.check(request.ip, body.email);
    try {
      const account = await login(request.em, body);
      if (!isAllowed(account)) throw new AppError('wrong_credentials');
      return account;
    } catch (error) {
      if (error instanceof AppError && error.code === 'wrong_credentials') {
        failedLogins.count(request.ip, body.email);
        request.log.info({ address: request.ip }, 'login refused');
      }
      throw error;
    }
  };

  app.route({
    ...contract.login,
    handler: async (request) =>
      // The administrator has a door of their own; this one tells nobody that the account exists.
      answer(await logIn(request, request.body, (account) => account.role !== 'admin')),
  });

  app.route({
    ...contract.adminLogin,
    handler: async (request) =>
      answer(await logIn(request, request.body, (account) => account.role === 'admin')),
  });

  app.route({
    ...contract.register,
    config: { rateLimit: REGISTER_LIMIT },
    handler: async (request, reply) => {
      const account = await register(request.em, request.body, config.APP_TIME_ZONE);
      return reply.status(201).send(answer(account));
    },
  });

  app.route({
    ...contract.changePassword,
    handler: async (request) => {
      const { account, body, em, ip } = request;
      // A stolen session must not be a way to try out passwords without limit.
      const key = `account-id ${account.id}`;
      failedLogins.check(ip, key);
      const changed = await changePassword(em, account.id, body).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'wrong_current_password') failedLogins.count(ip, key);
        throw error;
      });
      return { success: true as const, token: app.issueToken(changed) };
    },
  });

  app.route({
    ...contract.me,
    handler: async ({ em, account }) => ({
      success: true as const,
      data: toUser(await em.findOneOrFail(Account, account.id)),
    }),
  });
};
