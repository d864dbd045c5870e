import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useState } from 'react';
import { PASSWORD_MIN } from '../../core/account/account-limits.ts';
import { ApiError, type ApiErrorCode } from '../lib/call/api-client.ts';
import { errorText } from '../lib/call/error-text.ts';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import type { FieldProblem, Problems, Values } from './account-rules.ts';

const text: Record<FieldProblem, MessageDescriptor> = {
  required: msg`Please fill in this field`,
  nameless: msg`What is your name?`,
  unrepeated: msg`Repeat the password`,
  'no-role': msg`Are you a student or a teacher?`,
  taken: msg`An account with this email address already exists`,
  'wrong-code': msg`The code is missing or wrong: ask your school for the current one`,
  'changed-code': msg`Your keyboard has changed the code: switch Vietnamese typing off, and type it again`,
  email: msg`This is not an email address`,
  login: msg`This is neither an email address nor a user name`,
  short: msg({ message: 'At least {min} characters' }),
  long: msg`This is too long`,
  mismatch: msg`The two passwords differ`,
  same: msg`Choose a different password from the one you were given`,
  guessable: msg`This password is easy to guess: choose a less common one, and not your name or email address`,
  invalid: msg`This value is not accepted`,
};

export const fieldText = (i18n: I18n, problem: FieldProblem | undefined): string | undefined =>
  problem && i18n._({ ...text[problem], values: { min: PASSWORD_MIN } });

/** Refusals that say more of a field than that its value is not accepted. */
const PROBLEMS: Partial<Record<ApiErrorCode, FieldProblem>> = {
  email_taken: 'taken',
  common_password: 'guessable',
  school_code_wrong: 'wrong-code',
  code_in_vietnamese: 'changed-code',
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

type Check<Name extends string> = (values: Values<Name>) => Problems<Name>;

/**
 * A form of text fields: values, problems in the active language (shown once the form was submitted), sending, and why it
 * failed. `send` runs only when `check` finds nothing. `failed` is a text that ends with the reason, which is said alone
 * without one; a function gets what was thrown, with the first field that says it.
 */
export function useFields<Name extends string>(
  initial: Values<Name>,
  check: Check<Name>,
  send: (values: Values<Name>) => Promise<void>,
  failed?: MessageDescriptor | ((error: unknown, field?: Name) => void),
) {
  const { i18n } = useLingui();
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<Problems<Name>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const problems = check(values);

  const change = (name: Name) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
    setRefused((current) => ({ ...current, [name]: undefined }));
  };

  const { submit, submitted, sending } = useSubmit({
    check: () => Object.keys(problems)[0],
    run: () => {
      setFailure(null);
      return send(values);
    },
    failed: (error) => {
      const found = serverProblems<Name>(error, Object.keys(initial));
      setRefused(found);
      const message = errorText(i18n, error);
      if (typeof failed === 'function') failed(error, (Object.keys(found) as Name[])[0]);
      else setFailure(failed ? i18n._({ ...failed, values: { message } }) : message);
    },
  });

  const field = (name: Name) => ({
    name,
    value: values[name],
    onChange: change(name),
    error: fieldText(i18n, submitted ? (problems[name] ?? refused[name]) : refused[name]),
    required: true,
    // Every field is required: a mark on each would say nothing.
    withAsterisk: false,
  });

  return { field, submit, sending, failure, problems, values };
}
