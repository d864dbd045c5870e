import { randomBytes } from 'node:crypto';
import jwt from '@fastify/jwt';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Directory, KnownAccount } from '../../core/access/directory.ts';
import { ACCOUNT_END } from '../../core/account/account-limits.ts';
import { type Access, allows } from '../../core/contract/endpoint.ts';
import { AppError } from '../../core/contract/errors.ts';
import { learns, type Role, teaches } from '../../core/contract/roles.ts';
import { growingCache } from '../../core/process/growing-cache.ts';
import type { Limiter, Limits } from '../guard/limits.ts';

const HOUR = 3_600;

/** How long a student's token is good, in seconds; none of ours is good for longer. */
const TOKEN_SECONDS = 7 * 24 * HOUR;

/** By how much, in seconds, the clock of the host that made a token may be ahead of this one's. */
const CLOCKS_APART = 60;

const TokenPayload = Type.Object({
  iss: Type.Literal('nho'),
  aud: Type.Literal('nho api'),
  /** By which it can be ended alone. */
  jti: Type.String({ minLength: 1, maxLength: 64 }),
  /** The account's id. */
  sub: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  /** The account's token version when the token was made; a later one ends it. */
  version: Type.Integer(),
  /** When it was made and when it ends, in seconds since 1970. */
  iat: Type.Optional(Type.Number()),
  exp: Type.Number(),
});
type TokenPayload = Static<typeof TokenPayload>;

const isPayload = TypeCompiler.Compile(TokenPayload);

declare module 'fastify' {
  interface FastifyInstance {
    /** A token for the account, valid for seven days (staff: `staffHours`), until it is ended, or the password changes. */
    issueToken(account: Pick<KnownAccount, 'id' | 'tokenVersion' | 'role'>, token?: Token): string;
    /** An id and an end for a token that is about to be made. */
    newToken(role: Role): Token;
    /**
     * Returns the account whose token a request carries, as far as its signature shows; undefined without a good one.
     */
    accountIdOf(request: FastifyRequest): number | undefined;
  }
  interface FastifyRequest {
    /** The calling account; set on every route that is not public. */
    account: KnownAccount;
    /** The token by which they call; set likewise. */
    token: Token;
  }
}

interface Token {
  id: string;
  /** When it ends, in milliseconds since 1970. */
  endsAt: number;
}

const tooMany = (seconds: number): AppError =>
  new AppError('too_many_requests', { retryAfter: Math.ceil(seconds) });

/** Seconds' worth of requests that may come at once. */
const BURST_SECONDS = 5;

/** Takes a request of the caller and goes on at once where that is possible: a promise would be a twentieth of its cost. */
function whenTaken(limiter: Limiter, caller: number | string, goOn: (wait: number) => void): void {
  const wait = limiter.take(caller);
  if (typeof wait === 'number') goOn(wait);
  else void wait.then(goOn);
}

/** Files, health and the API's own documentation are for everybody. */
const isOpen = (url: string): boolean => !url.startsWith('/api') || url.startsWith('/api/docs');

interface AuthenticationOptions {
  secret: string;
  directory: Directory;
  limits: Limits;
  /** How long a token of teachers and the administrator is good. */
  staffHours: number;
  /** Requests a second of one account. */
  accountRate: number;
  /** Requests a second of one address, without a token or with a wrong one. */
  addressRate: number;
}

/**
 * Requires that every call states who may make it (`access` of its contract); otherwise the server is not built. The
 * account of a valid token is `request.account`. Throws `too_many_requests` for an account that calls much more often
 * than people do.
 */
export const authentication = fp<AuthenticationOptions>(
  async (app, { secret, directory, limits, staffHours, accountRate, addressRate }) => {
    await app.register(jwt, {
      secret,
      sign: { algorithm: 'HS256', iss: 'nho', aud: 'nho api' },
      verify: { algorithms: ['HS256'] },
    });
    app.decorateRequest('account');
    app.decorateRequest('token');
    const newToken = (role: Role): Token => {
      // A token of all others opens what belongs to students.
      const seconds = learns(role) ? TOKEN_SECONDS : staffHours * HOUR;
      return {
        id: randomBytes(16).toString('base64url'),
        endsAt: (Math.floor(Date.now() / 1_000) + seconds) * 1_000,
      };
    };
    app.decorate('newToken', newToken);
    app.decorate('issueToken', ({ id, tokenVersion, role }, token = newToken(role)) =>
      app.jwt.sign({
        sub: String(id),
        version: tokenVersion,
        jti: token.id,
        exp: token.endsAt / 1_000,
      } satisfies Omit<TokenPayload, 'iss' | 'aud' | 'iat'>),
    );

    // A signature once found good stays good until the token expires. The key is the whole token: the library's own
    // cache hashes it first, which costs more than everything else here.
    const verified = growingCache<string, TokenPayload>(20_000);
    const verify = (token: string): TokenPayload => {
      const known = verified.get(token);
      if (known && known.exp * 1_000 > Date.now()) return known;
      let payload: unknown;
      try {
        payload = app.jwt.verify(token);
      } catch {
        throw new AppError('unauthenticated');
      }
      if (!isPayload.Check(payload)) throw new AppError('unauthenticated');
      const isTooLong = payload.exp > Date.now() / 1_000 + TOKEN_SECONDS + CLOCKS_APART;
      const isOfTomorrow = (payload.iat ?? 0) > Date.now() / 1_000 + CLOCKS_APART;
      if (isTooLong || isOfTomorrow) throw new AppError('unauthenticated');
      verified.set(token, payload);
      return payload;
    };

    const accountOf = (payload: TokenPayload): Promise<KnownAccount> | KnownAccount => {
      const check = (account: KnownAccount | undefined): KnownAccount => {
        if (account?.tokenVersion !== payload.version || account.isDisabled)
          throw new AppError('unauthenticated');
        if (account.endedTokens.includes(payload.jti)) throw new AppError('unauthenticated');
        return account;
      };
      const id = Number(payload.sub);
      const known = directory.account(id);
      if (known instanceof Promise) return known.then(check);
      // A token newer than what is known here: the change has not been heard of yet.
      return payload.version > known.tokenVersion ? directory.reload('users', id).then(check) : check(known);
    };

    const limiter = (name: string, perSecond: number): Limiter =>
      perSecond === 0
        ? { take: () => 0 }
        : limits.limiter(name, { most: perSecond * BURST_SECONDS, perSecond });
    const ofAccounts = limiter('requests of an account', accountRate);
    const ofAddresses = limiter('requests of an address', addressRate);

    const accountIdOf = ({ headers: { authorization } }: FastifyRequest): number | undefined => {
      if (!authorization?.startsWith('Bearer ')) return undefined;
      try {
        return Number(verify(authorization.slice(7)).sub);
      } catch {
        return undefined;
      }
    };
    app.decorate('accountIdOf', accountIdOf);
    const countCaller: onRequestHookHandler = (request, _reply, done) => {
      const id = accountIdOf(request);
      const goOn = (wait: number): void => done(wait > 0 ? tooMany(wait) : undefined);
      if (id === undefined) whenTaken(ofAddresses, request.ip, goOn);
      else whenTaken(ofAccounts, id, goOn);
    };

    app.addHook('onRoute', (route: RouteOptions & { access?: Access; beforeOwnPassword?: true }) => {
      const access = route.access ?? (isOpen(route.url) ? 'public' : undefined);
      if (!access) throw new Error(`${route.method} ${route.url} does not state who may call it`);
      if (access === 'public') {
        if (!isOpen(route.url)) route.onRequest = [countCaller, ...[route.onRequest ?? []].flat()];
        return;
      }

      const admit = (request: FastifyRequest, reply: FastifyReply, account: KnownAccount): void => {
        if (!allows(access, account.role)) {
          const teacherLearns = teaches(account.role) && route.schema?.tags?.includes('Learning');
          throw new AppError(teacherLearns ? 'teacher_cannot_learn' : 'wrong_role');
        }
        if (account.mustChangePassword && !route.beforeOwnPassword)
          throw new AppError('password_change_required');
        // What is for every role makes nothing.
        if (account.awaitsApproval && access !== 'any') throw new AppError('approval_awaited');
        request.account = account;
        // Whatever a client asks for, it learns that the account will end.
        if (account.end !== null) reply.header(ACCOUNT_END, account.end);
      };
      // Callers that try out tokens are counted by address.
      const refuse = (request: FastifyRequest, done: (error: Error) => void) => (error: Error) => {
        if (!(error instanceof AppError && error.status === 401)) return done(error);
        whenTaken(ofAddresses, request.ip, (wait) => done(wait > 0 ? tooMany(wait) : error));
      };
      // Nearly always the account is at hand.
      const authorize: onRequestHookHandler = (request, reply, done) => {
        try {
          const header = request.headers.authorization;
          if (!header?.startsWith('Bearer ')) throw new AppError('unauthenticated');
          const payload = verify(header.slice(7));
          request.token = { id: payload.jti, endsAt: payload.exp * 1_000 };
          const count = (found: KnownAccount): void =>
            whenTaken(ofAccounts, found.id, (wait) => {
              try {
                if (wait > 0) throw tooMany(wait);
                admit(request, reply, found);
              } catch (error) {
                return done(error as Error);
              }
              done();
            });
          const account = accountOf(payload);
          if (account instanceof Promise) account.then(count, refuse(request, done));
          else count(account);
        } catch (error) {
          refuse(request, done)(error as Error);
        }
      };
      const before = route.onRequest ?? [];
      route.onRequest = [authorize, ...(Array.isArray(before) ? before : [before])];
    });
  },
  { name: 'authentication' },
);
