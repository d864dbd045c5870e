import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { schoolIdentity } from '../../../core/account/school-login/school-identity.ts';
import * as contract from '../../../core/account/school-login/school-login.schema.ts';
import {
  connectAccount,
  disconnectAccount,
  enterBySchool,
  ownSchoolLogin,
  proveBySchool,
  requireOtherWay,
  requireUnconnected,
} from '../../../core/account/school-login/school-login.ts';
import { SchoolProvider } from '../../../core/account/school-login/school-provider.ts';
import {
  beginVisit,
  endVisit,
  keepIdentity,
  type Visit,
} from '../../../core/account/school-login/school-visit.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { queueEmail } from '../../../core/mail/emails.ts';
import * as deletion from '../../../core/person/deletion.schema.ts';
import { askDeletion, proveByPassword } from '../../../core/person/deletion.ts';
import type { Tx } from '../../../core/postgres/transaction.ts';
import { schoolSettings } from '../../../core/process/school-settings.ts';
import { admitted, entrySettings } from '../../../core/site/entry.ts';
import { REGISTER_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { route } from '../route.ts';

/** What nobody guesses: 256 bits, in 43 letters. */
const newSecret = (): string => randomBytes(32).toString('base64url');

const SECRET = /^[\w-]{43}$/;

/** Seconds for which the browser keeps its half: on the way there and back, and for a question. */
const COOKIE_SECONDS = 25 * 60;

/** Logging in with the school's own accounts; where that is not set up, there is nothing at these addresses. */
export const schoolLoginRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database, directory, wakeUp },
) => {
  const { pool } = database;
  const withEmails = config.SMTP_URL !== undefined;
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
    return { url: url.href };
  };

  route(app, { ...contract.beginSchoolLogin, config: { rateLimit: REGISTER_LIMIT } }, (request, _, reply) =>
    begin(request, reply, { userId: null, next: request.body.next ?? null, confirms: false }),
  );

  /** A session that was left open connects and disconnects nobody, and is no way to try out passwords without limit. */
  const prove = (accountId: number, session: { id: string }, password: string) =>
    app.loginGuard.session(accountId, session.id, () => proveByPassword(pool, accountId, password));

  route(app, contract.beginConnecting, requireSchool, async (request, _, reply) => {
    const { account, body, token } = request;
    await requireUnconnected(pool, account.id);
    await prove(account.id, token, body.password);
    return begin(request, reply, { userId: account.id, next: null, confirms: false });
  });

  route(app, contract.beginConfirming, (request, _, reply) =>
    begin(request, reply, { userId: request.account.id, next: null, confirms: true }),
  );

  /** A page of the client that goes on; what is behind the `#` is sent to no server and written into no log. */
  const pageOf = (visit: Visit | undefined, hash: Record<string, string>): string => {
    const { callback } = requireSchool().settings;
    const page = new URL(visit?.userId ? '/account' : '/login/school', callback);
    if (visit?.next) page.searchParams.set('next', visit.next);
    page.hash = new URLSearchParams(hash).toString();
    return page.href;
  };

  route(
    app,
    { ...contract.schoolLoginBack, config: { rateLimit: REGISTER_LIMIT } },
    requireSchool,
    async (request, { provider, settings }, reply) => {
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
  );

  route(
    app,
    { ...contract.schoolLogin, config: { underLoad: 'always', rateLimit: REGISTER_LIMIT } },
    requireSchool,
    async (request, { provider }) => {
      const { body } = request;
      const caller = app.callerOf(request, body);
      const { entry } = await entrySettings(pool);
      const { account, question } = await enterBySchool(pool, {
        body,
        browser: browserOf(request),
        defaultZone: config.APP_TIME_ZONE,
        guard: app.loginGuard,
        caller,
        admit: (role) => admitted(entry, role),
      });
      if (!account) return { login: null, question, logout_url: null };
      // Its sessions may have ended with the first confirmation of the address.
      await directory.reload('users', account.id);
      // Nobody is kept out by a school that does not answer any more.
      const logoutUrl = await provider.logoutUrl().catch(() => null);
      return { login: await app.letIn(account, caller), question: null, logout_url: logoutUrl };
    },
  );

  route(app, contract.ownSchoolLogin, requireSchool, ({ account }) => ownSchoolLogin(pool, account.id));

  const informOf =
    (kind: 'school_connected' | 'school_disconnected', userId: number) =>
    async (tx: Tx, address: string): Promise<void> => {
      if (withEmails) await queueEmail(tx, { kind, userId, address });
    };

  route(app, contract.connectSchoolLogin, requireSchool, async (request) => {
    const { account, body, headers } = request;
    const key = { code: body.code, browser: browserOf(request) };
    const after = await connectAccount(pool, account.id, {
      key,
      inform: informOf('school_connected', account.id),
    });
    if (withEmails) wakeUp.lettersWait();
    if (after) await directory.reload('users', after.id);
    const session = after && { ...after, tokenVersion: after.token_version };
    const token = session && (await app.openSession(session, headers['user-agent']));
    return { ...(await ownSchoolLogin(pool, account.id)), token };
  });

  route(app, deletion.askDeletionBySchool, requireSchool, async (request) => {
    const { account, body } = request;
    await proveBySchool(pool, account.id, { code: body.code, browser: browserOf(request) });
    return askDeletion(pool, account.id);
  });

  route(app, contract.disconnectSchoolLogin, requireSchool, async ({ account, body, token }) => {
    await requireOtherWay(pool, account.id);
    await prove(account.id, token, body.password);
    await disconnectAccount(pool, account.id, { inform: informOf('school_disconnected', account.id) });
    if (withEmails) wakeUp.lettersWait();
    return ownSchoolLogin(pool, account.id);
  });
};
