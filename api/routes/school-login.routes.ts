import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disconnectAccount, ownSchoolLogin } from '../../core/account/school-login/own-school-login.ts';
import { schoolIdentity } from '../../core/account/school-login/school-identity.ts';
import * as contract from '../../core/account/school-login/school-login.schema.ts';
import { connectAccount, enterBySchool } from '../../core/account/school-login/school-login.ts';
import { proveBySchool } from '../../core/account/school-login/school-proof.ts';
import { SchoolProvider } from '../../core/account/school-login/school-provider.ts';
import { schoolSettings } from '../../core/account/school-login/school-settings.ts';
import {
  beginVisit,
  endVisit,
  keepIdentity,
  type Visit,
} from '../../core/account/school-login/school-visit.ts';
import { AppError } from '../../core/errors.ts';
import * as deletion from '../../core/person/deletion.schema.ts';
import { askDeletion } from '../../core/person/own-deletion.ts';
import { admitted, entrySettings } from '../../core/site/entry.ts';
import { done, ok } from '../envelope.ts';
import { REGISTER_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** What nobody guesses: 256 bits, in 43 letters. */
const newSecret = (): string => randomBytes(32).toString('base64url');

const SECRET = /^[\w-]{43}$/;

/** Seconds for which the browser keeps its half: on the way there and back, and for a question. */
const COOKIE_SECONDS = 25 * 60;

/** Logging in with the school's own accounts; where that is not set up, there is nothing at these addresses. */
export const schoolLoginRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, database }) => {
  const { pool } = database;
  const settings = schoolSettings(config);
  const school = settings && { settings, provider: new SchoolProvider(settings) };

  const requireSchool = () => {
    if (!school) throw new AppError('route_not_found');
    return school;
  };

  const isSecure = settings?.callback.protocol === 'https:';
  // Of this host alone: no other one of the domain can give the browser such a cookie.
  const cookie = isSecure ? '__Host-nho-school' : 'nho-school';
  const browserOf = ({ headers }: FastifyRequest): string => {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    const value = pairs.find(([name]) => name === cookie)?.[1] ?? '';
    return SECRET.test(value) ? value : '';
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply, visit: Visit) => {
    const { provider } = requireSchool();
    // Two tabs of a browser may be on their way at once.
    const secret = { state: newSecret(), browser: browserOf(request) || newSecret() };
    const url = await provider.addressFor(secret, { again: visit.confirms });
    await beginVisit(pool, secret, visit);
    reply.header(
      'set-cookie',
      `${cookie}=${secret.browser}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    );
    return ok({ url: url.href });
  };

  app.route({
    ...contract.beginSchoolLogin,
    config: { rateLimit: REGISTER_LIMIT },
    handler: (request, reply) =>
      begin(request, reply, { userId: null, next: request.body.next ?? null, confirms: false }),
  });

  app.route({
    ...contract.beginConnecting,
    handler: (request, reply) =>
      begin(request, reply, { userId: request.account.id, next: null, confirms: false }),
  });

  app.route({
    ...contract.beginConfirming,
    handler: (request, reply) =>
      begin(request, reply, { userId: request.account.id, next: null, confirms: true }),
  });

  /** A page of the client that goes on; what is behind the `#` is sent to no server and written into no log. */
  const pageOf = (visit: Visit | undefined, hash: Record<string, string>): string => {
    const { callback } = requireSchool().settings;
    const page = new URL(visit?.userId ? '/account' : '/login/school', callback);
    if (visit?.next) page.searchParams.set('next', visit.next);
    page.hash = new URLSearchParams(hash).toString();
    return page.href;
  };

  app.route({
    ...contract.schoolLoginBack,
    config: { rateLimit: REGISTER_LIMIT },
    handler: async (request, reply) => {
      const { provider, settings } = requireSchool();
      const query = request.url.slice(request.url.indexOf('?') + 1);
      const browser = browserOf(request);
      const secret = { state: new URLSearchParams(query).get('state') ?? '', browser };
      const visit = browser === '' ? undefined : await endVisit(pool, secret);
      try {
        if (!visit) throw new AppError('school_login_gone');
        const since = visit.confirms ? visit.begunAt : undefined;
        const identity = schoolIdentity(await provider.claimsOf(query, secret, { since }), settings);
        const code = newSecret();
        await keepIdentity(pool, { code, browser }, visit, identity);
        return await reply.redirect(pageOf(visit, visit.confirms ? { proof: code } : { code }));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'route_not_found') throw error;
        if (error.status >= 500) request.log.warn({ err: error.cause }, 'the school’s login failed');
        return reply.redirect(
          pageOf(visit, visit?.confirms ? { disproof: error.code } : { problem: error.code }),
        );
      }
    },
  });

  app.route({
    ...contract.schoolLogin,
    config: { underLoad: 'always', rateLimit: REGISTER_LIMIT },
    handler: async (request) => {
      const { provider } = requireSchool();
      const { body, em } = request;
      const caller = app.callerOf(request, body);
      const { entry } = await entrySettings(pool);
      const { account, question } = await enterBySchool(em, {
        body,
        browser: browserOf(request),
        defaultZone: config.APP_TIME_ZONE,
        guard: app.loginGuard,
        caller,
        admit: (role) => admitted(entry, role),
      });
      if (!account) return ok({ login: null, question, logout_url: null });
      // Nobody is kept out by a school that does not answer any more.
      const logoutUrl = await provider.logoutUrl().catch(() => null);
      return ok({ login: await app.letIn(account, caller), question: null, logout_url: logoutUrl });
    },
  });

  app.route({
    ...contract.ownSchoolLogin,
    handler: async ({ account }) => {
      requireSchool();
      return ok(await ownSchoolLogin(pool, account.id));
    },
  });

  app.route({
    ...contract.connectSchoolLogin,
    handler: async (request) => {
      requireSchool();
      const { account, body, em } = request;
      await connectAccount(em, account.id, { code: body.code, browser: browserOf(request) });
      return ok(await ownSchoolLogin(pool, account.id));
    },
  });

  app.route({
    ...deletion.askDeletionBySchool,
    handler: async (request) => {
      requireSchool();
      const { account, body, em } = request;
      await proveBySchool(em, account.id, { code: body.code, browser: browserOf(request) });
      return ok(await askDeletion(pool, account.id));
    },
  });

  app.route({
    ...contract.disconnectSchoolLogin,
    handler: async ({ account }) => {
      requireSchool();
      await disconnectAccount(pool, account.id);
      return done;
    },
  });
};
