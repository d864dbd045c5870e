import { ApiError } from '../call/api-client.ts';

/** True when what was read before must not be shown any longer: the session has ended, or it is no longer the user's. */
export const isForGood = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);
