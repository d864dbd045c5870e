import { ApiError } from '../lib/api-client.ts';
import type { FieldProblem, Problems } from './account-rules.ts';

/** Returns the problems of the fields that the server named and this form has. */
export function serverProblems<Name extends string>(error: unknown, names: string[]): Problems<Name> {
  if (!(error instanceof ApiError)) return {};
  const wrong = error.code === 'email_taken' ? ['email'] : Object.keys(error.errors ?? {});
  const problem: FieldProblem = error.code === 'common_password' ? 'guessable' : 'invalid';
  return Object.fromEntries(
    wrong.filter((name) => names.includes(name)).map((name) => [name, problem]),
  ) as Problems<Name>;
}
