import { setTimeout as pause } from 'node:timers/promises';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { addressOf, methodOf } from '../../core/address.ts';
import type { AddressParts, Answer, Call, Input, Optional } from '../../core/api.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';

const LONGEST_WAIT_S = 10;
/** A server may ask for longer than our own longest; this much is believed. */
const LONGEST_ASKED_WAIT_S = 300;

interface TryAgainOptions {
  /** Ends the waiting, and what was tried with it. */
  signal: AbortSignal;
  /** Called with each failure, and the milliseconds until the next try. */
  onFailure?: (error: CallError, waitMs: number) => void;
}

/**
 * Calls until it works, with growing pauses, or until it fails for what it is. Throws the signal's reason at its end.
 */
export async function tryAgain<T>(call: () => Promise<T>, options: TryAgainOptions): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing) throw error;
      const asked = Math.min(error.retryAfter, LONGEST_ASKED_WAIT_S);
      const waitMs = Math.max(Math.min(LONGEST_WAIT_S, 2 ** failures), asked) * 1_000;
      options.onFailure?.(error, waitMs);
      await pause(waitMs, undefined, { signal: options.signal });
    }
}

/** A call that was not answered with success. */
export class CallError extends Error {
  override name = 'CallError';
  /** 0 when there was no answer of the product's at all. */
  readonly status: number;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number;

  constructor(status: number, code: string, message: string, retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** The same call may succeed later: the network, the load or a limit stood in the way. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** What a call is made with, by its contract. */
export type CallOptions<C extends Call> = Optional<Input<C> & Pick<Sent, 'headers'>>;

const PATIENCE_MS = 30_000;

/** One person's browser, as the server sees it: a token, and where the log must have come to before a read. */
export class ProductClient {
  readonly #url: string;
  readonly #positions = new Map<string, { at: number; text: string }>();
  #token: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  logIn({ token }: LoginAnswer): void {
    this.#token = token;
  }

  /** The body of an answer with success; throws a CallError. */
  call<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<C>>;
  call(call: Call, ...given: unknown[]): Promise<unknown> {
    const options = given[0] as (AddressParts<Call> & Sent) | undefined;
    return this.#send(methodOf(call), addressOf(call, options), options ?? {});
  }

  async #send(method: string, path: string, { body, headers }: Sent): Promise<object> {
    const positions = [...this.#positions.values()].map(({ text }) => text);
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(method === 'GET' && positions.length > 0 && { 'after-position': positions.join() }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? (error.cause ?? error) : error;
      throw new CallError(0, 'network_error', `${this.#url} does not answer (${reason})`);
    });
    const answer = (await response.json().catch(() => undefined)) as unknown;
    if (typeof answer !== 'object' || answer === null)
      throw new CallError(response.ok ? 0 : response.status, 'no_json', 'This is no answer of Nhớ');
    if (!response.ok) {
      const { code = '', message = '' } = answer as Partial<ErrorBody>;
      throw new CallError(response.status, code, message, Number(response.headers.get('retry-after') ?? 0));
    }
    return answer;
  }

  /** What is read from now on has this in it. */
  wrote(position: string): void {
    const [partition = '', at = ''] = position.split('-');
    if (Number(at) > (this.#positions.get(partition)?.at ?? 0))
      this.#positions.set(partition, { at: Number(at), text: position });
  }
}
