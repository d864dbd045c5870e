import { ACCOUNT_END } from '../../../core/account/account-limits.ts';
import { addressOf, methodOf } from '../../../core/address.ts';
import type { Address, AddressParts, Answer, Call, Input, Optional, Read } from '../../../core/api.ts';
import type { ErrorCode } from '../../../core/contract/error-codes.ts';
import type { ErrorBody, FieldErrors } from '../../../core/contract/errors.ts';
import { noteAccountEnd } from '../kept/account-end.ts';
import { isOthersNow } from '../kept/storage-key.ts';
import {
  endSession,
  isLoggedIn,
  lookAgain,
  readSession,
  requireOwnPassword,
  storeWaiting,
} from '../kept/stored-session.ts';
import { forgetEarlyReads } from './early-reads.ts';
import { afterPosition, forgetPositions, rememberPosition } from './read-position.ts';

/** The last one: somebody else has logged in meanwhile, and nothing was sent. */
export type ApiErrorCode = ErrorCode | 'network_error' | 'somebody_else';

/** A call that was not answered with success. */
export class ApiError extends Error {
  /** 0 when there was no answer at all. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly params: ErrorBody['params'];
  readonly errors: FieldErrors | undefined;
  /** The actual state instead, for the few codes that carry it. */
  readonly data: unknown;
  /** Seconds, from the header `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    details: Partial<Pick<ApiError, 'params' | 'errors' | 'data' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.params = details.params;
    this.errors = details.errors;
    this.data = details.data;
    this.retryAfter = details.retryAfter;
  }
}

/** True when what was read before must not be shown any longer: the session has ended, or it is no longer the user's. */
export const isForGood = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);

export interface SendOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
}

interface Sent extends SendOptions {
  /** Sent as JSON; a form with files as it is. */
  body?: unknown;
}

/** What a call is made with: parts of the address and the body by its contract, and how it is sent. */
export type CallOptions<C extends Call> = Optional<Input<C> & SendOptions>;

/** Throws an ApiError when somebody else has logged in since this page was opened, and has the page say so. */
export function requireOwnPage(): void {
  if (!isOthersNow()) return;
  queueMicrotask(lookAgain);
  throw new ApiError(401, 'somebody_else', '');
}

/**
 * With the token, and with where the log must have come to before a read. Throws an ApiError where nothing may be sent in
 * the name of that token.
 */
export function requestHeaders(method: string, path: string, options: Sent): Record<string, string> {
  requireOwnPage();
  const { token, adminToken } = readSession();
  const bearer = path.startsWith('/api/admin/') ? adminToken : (token ?? adminToken);
  const isRead = method === 'GET' || path === '/api/batch';
  const position = isRead ? afterPosition() : null;
  return {
    Accept: 'application/json',
    // Of a form, the browser writes the type itself: only it knows the boundary between the parts.
    ...(options.body === undefined || options.body instanceof FormData
      ? {}
      : { 'Content-Type': 'application/json' }),
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(position === null ? {} : { 'After-Position': position }),
    ...options.headers,
  };
}

let loadTexts: () => Promise<unknown> = async () => {};

/** Says what loads the texts of further codes: each refusal that is thrown from now on has been waited for with them. */
export function tellRefusalsBy(load: () => Promise<unknown>): void {
  loadTexts = load;
}

/** Resolves once a refusal can be said in the user's language. */
export const refusalsCanBeTold = (): Promise<unknown> => loadTexts();

/** The error of an answer whose body may come from something else than the API, such as a proxy. */
export function answerError(status: number, body: unknown, retryAfter?: number): ApiError {
  const { code = 'internal_error', message = '', params, errors, data } = (body ?? {}) as Partial<ErrorBody>;
  // Here, where the parts of a batch come by as well: pages lead on by what the session knows.
  if (code === 'unauthenticated') void checkLogin();
  if (code === 'password_change_required') requireOwnPassword();
  if (code === 'approval_awaited') storeWaiting(true);
  return new ApiError(status, code, message, { params, errors, data, retryAfter });
}

const retryAfterOf = (response: Response) => {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

const bodyToSend = (body: unknown) => {
  if (body === undefined || body instanceof FormData) return body;
  return JSON.stringify(body);
};

/** True when the log has been restored since the position was given, which the call has sent. */
async function isOfAnotherLog(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body = (await readBody(response.clone())) as Partial<ErrorBody> | null;
  return body?.code === 'position_of_another_log';
}

/** Sends a call and returns the response, whatever its status. Throws an ApiError without the network. */
export async function send(method: string, path: string, options: Sent): Promise<Response> {
  if (method !== 'GET' && path !== '/api/batch') forgetEarlyReads();
  const response = await sendOnce(method, path, options);
  if (!(await isOfAnotherLog(response))) return response;
  // Nothing of before is there to be waited for.
  forgetPositions();
  return sendOnce(method, path, options);
}

async function sendOnce(method: string, path: string, options: Sent): Promise<Response> {
  const headers = requestHeaders(method, path, options);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: bodyToSend(options.body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
    noteAccountEnd(response.headers.get(ACCOUNT_END));
    isHeard ||= 'Authorization' in headers && path !== ANSWERED_TO_ALL;
    return response;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, 'network_error', 'The server cannot be reached', { cause });
  }
}

/** Answered whatever the login is, and asked for by every page. */
const ANSWERED_TO_ALL = addressOf('GET /api/site-settings');

// What the document itself asks for hears of an ended session as well.
let isHeard = globalThis.earlyReads !== undefined;

/** Whether a call with a login was made since this document began: its answer says whether the session has ended. */
export const isLoginHeard = (): boolean => isHeard;

let isChecking = false;

/**
 * Asks whether the login is still good, and ends it here when it is not. A call that was refused may have been sent with an
 * earlier token than the one that is here now.
 */
export async function checkLogin(): Promise<void> {
  const asked = readSession();
  if (isChecking || !isLoggedIn(asked)) return;
  isChecking = true;
  try {
    const response = await sendOnce('GET', addressOf('GET /api/me'), {});
    const { code } = ((await readBody(response)) ?? {}) as Partial<ErrorBody>;
    const { token, adminToken } = readSession();
    const isSame = token === asked.token && adminToken === asked.adminToken;
    if (code === 'unauthenticated' && isSame) endSession();
  } catch {
    // Without the network nobody can say: the next refusal asks again.
  } finally {
    isChecking = false;
  }
}

/** The error that an answer without success is. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const [body] = await Promise.all([readBody(response), refusalsCanBeTold()]);
  return answerError(response.status, body, retryAfterOf(response));
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function rememberWrite(body: object): void {
  const data: unknown = 'data' in body ? body.data : null;
  if (typeof data !== 'object' || data === null || !('position' in data)) return;
  if (typeof data.position === 'string') rememberPosition(data.position);
}

async function answerOf(method: string, path: string, options: Sent): Promise<unknown> {
  const response = await send(method, path, options);
  const body = await readBody(response);
  if (!response.ok || typeof body !== 'object' || body === null) {
    await refusalsCanBeTold();
    throw answerError(response.status, body, retryAfterOf(response));
  }
  if (method !== 'GET') rememberWrite(body);
  return body;
}

/** Calls the API. Returns the whole JSON body, `{success, data, …}`. Throws an ApiError otherwise. */
export function callApi<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<C>>;
export function callApi(call: Call, ...given: unknown[]): Promise<unknown> {
  const options = (given[0] ?? {}) as AddressParts<Call> & Sent;
  return answerOf(methodOf(call), addressOf(call, options), options);
}

/** Reads what is at this address as `callApi` does. */
export function readAt<C extends Read>(address: Address<C>): Promise<Answer<C>>;
export function readAt(address: string): Promise<unknown> {
  return answerOf('GET', address, {});
}
