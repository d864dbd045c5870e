import { ApiError, type ApiErrorCode } from '../lib/api-client.ts';
import { errorMessages } from '../lib/error-text.ts';

/** What the school's login leads back with, behind the `#` of the address. */
export interface BackFromSchool {
  code: string | null;
  problem: ApiError | null;
}

const isProblem = (code: string): code is ApiErrorCode =>
  code.startsWith('school_') && Object.hasOwn(errorMessages, code);

/** Reads it. A problem is one that has a text of ours: whoever makes a link has none of their own said here. */
export function backFromSchool(hash: string): BackFromSchool {
  const parts = new URLSearchParams(hash.slice(1));
  const problem = parts.get('problem');
  return {
    code: parts.get('code'),
    problem:
      problem === null
        ? null
        : new ApiError(403, isProblem(problem) ? problem : 'school_login_failed', '', {}),
  };
}
