import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, useState } from 'react';
import { useSubmit } from '../ui/feedback/use-submit.ts';
import type { Problems, Values } from './account-rules.ts';
import { fieldText } from './field-text.ts';
import { serverProblems } from './server-problems.ts';

type Check<Name extends string> = (values: Values<Name>) => Problems<Name>;

/**
 * A form of text fields: values, problems in the active language (shown once the form was submitted), sending. `send`
 * runs only when `check` finds nothing; what it throws goes to `onFailed`, with the first field that says it.
 */
export function useFields<Name extends string>(
  initial: Values<Name>,
  check: Check<Name>,
  send: (values: Values<Name>) => Promise<void>,
  onFailed: (error: unknown, field?: Name) => void,
) {
  const { i18n } = useLingui();
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<Problems<Name>>({});
  const problems = check(values);

  const change = (name: Name) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
    setRefused((current) => ({ ...current, [name]: undefined }));
  };

  const { submit, submitted, sending } = useSubmit({
    check: () => Object.keys(problems)[0],
    run: () => send(values),
    failed: (error) => {
      const found = serverProblems<Name>(error, Object.keys(initial));
      setRefused(found);
      onFailed(error, (Object.keys(found) as Name[])[0]);
    },
  });

  /** Returns what a field's input needs. */
  const field = (name: Name) => ({
    name,
    value: values[name],
    onChange: change(name),
    error: fieldText(i18n, submitted ? (problems[name] ?? refused[name]) : refused[name]),
    required: true,
    // Every field is required: a mark on each would say nothing.
    withAsterisk: false,
  });

  return { field, submit, sending, problems, values };
}
