import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../core/contract/errors.ts';
import type { Limiter, Limits } from '../guard/limits.ts';

const tooMany = (_request: FastifyRequest, { ttl }: { ttl: number }): AppError =>
  new AppError('too_many_requests', { retryAfter: Math.ceil(ttl / 1_000) });

const MINUTE = '1 minute';

/** Returns a store that counts together with the other processes: each route has its own limit. */
function sharedStore(limits: Limits): FastifyRateLimitStoreCtor {
  class SharedStore implements FastifyRateLimitStore {
    readonly #route: string;
    #limiter: Limiter | undefined;

    constructor({ routeInfo }: { routeInfo?: Pick<RouteOptions, 'method' | 'url'> }) {
      this.#route = `${routeInfo?.method} ${routeInfo?.url}`;
    }

    incr(
      caller: string,
      callback: (error: Error | null, result: { current: number; ttl: number }) => void,
      windowMs: number,
      most: number,
    ): void {
      this.#limiter ??= limits.limiter(this.#route, { most, windowMs });
      const goOn = (wait: number): void =>
        callback(null, wait > 0 ? { current: most + 1, ttl: wait * 1_000 } : { current: 1, ttl: windowMs });
      const wait = this.#limiter.take(caller);
      if (typeof wait === 'number') goOn(wait);
      else void wait.then(goOn);
    }

    child(route: object): FastifyRateLimitStore {
      return new SharedStore(route);
    }
  }
  return SharedStore as unknown as FastifyRateLimitStoreCtor;
}

/** Counted in this process's memory, or by all processes together that one launcher has started. */
export const rateLimits = fp<{ limits: Limits }>(
  async (app, { limits }) => {
    await app.register(rateLimit, {
      global: false,
      ...(limits.areShared && { store: sharedStore(limits) }),
      errorResponseBuilder: tooMany,
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      addHeadersOnExceeding: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
      },
    });
  },
  { name: 'rate-limits' },
);

/** Limits the answers, or saves of an exam, of one student; a class behind one address shares nothing. */
export const PROGRESS_LIMIT = {
  max: 120,
  timeWindow: MINUTE,
  cache: 20_000,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => request.account.id,
};

/** Undos of one student: projecting one reads all of the student's answers. */
export const UNDO_LIMIT = { ...PROGRESS_LIMIT, max: 30 };

/** Exports of one account; each may read many files. */
export const EXPORT_LIMIT = { ...PROGRESS_LIMIT, max: 30 };

/** Parts of lists, and new passwords, of one teacher: each hashes up to forty. */
export const ROSTER_LIMIT = { ...EXPORT_LIMIT, max: 60 };

/** Cards that one teacher adds together: each call may be some megabytes. */
export const MANY_CARDS_LIMIT = { ...EXPORT_LIMIT, max: 20 };

/** What one teacher does in the table of a deck: each cell that is typed is a call. */
export const CARD_EDIT_LIMIT = { ...EXPORT_LIMIT, max: 240 };

/** A whole school may register behind one address; making accounts in bulk may not be free all the same. */
export const REGISTER_LIMIT = { max: 300, timeWindow: MINUTE, cache: 20_000 };
