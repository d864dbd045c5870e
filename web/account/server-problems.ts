import { ApiError, type ApiErrorCode } from '../lib/call/api-client.ts';
import type { FieldProblem, Problems } from './account-rules.ts';

/** Refusals that say more of a field than that its value is not accepted. */
const PROBLEMS: Partial<Record<ApiErrorCode, FieldProblem>> = {
  email_taken: 'taken',
  common_password: 'guessable',
  school_code_wrong: 'wrong-code',
};

/** Returns the problems of the fields that the server named and this form has. */
export function serverProblems<Name extends string>(error: unknown, names: string[]): Problems<Name> {
  if (!(error instanceof ApiError)) return {};
  const wrong = error.code === 'email_taken' ? ['email'] : Object.keys(error.errors ?? {});
  const problem = PROBLEMS[error.code] ?? 'invalid';
  return Object.fromEntries(
    wrong.filter((name) => names.includes(name)).map((name) => [name, problem]),
  ) as Problems<Name>;
}
