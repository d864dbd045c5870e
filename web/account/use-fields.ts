import { useLingui } from '@lingui/react/macro';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { Problems, Values } from './account-rules.ts';
import { fieldText } from './field-text.ts';
import { serverProblems } from './server-problems.ts';

type Check<Name extends string> = (values: Values<Name>) => Problems<Name>;

/**
 * A form of text fields: values, problems in the active language (shown once the form was submitted), sending. `send`
 * runs only when `check` finds nothing; what it throws goes to `onFailed`.
 */
export function useFields<Name extends string>(
  initial: Values<Name>,
  check: Check<Name>,
  send: (values: Values<Name>) => Promise<void>,
  onFailed: (error: unknown) => void,
) {
  const { i18n } = useLingui();
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Problems<Name>>({});
  const [sending, setSending] = useState(false);
  const problems = check(values);

  const change = (name: Name) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
    setRefused((current) => ({ ...current, [name]: undefined }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const firstWrong = Object.keys(problems)[0];
    if (firstWrong !== undefined) {
      const control = event.currentTarget.elements.namedItem(firstWrong);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    setSending(true);
    try {
      await send(values);
    } catch (error) {
      setRefused(serverProblems<Name>(error, Object.keys(initial)));
      onFailed(error);
    } finally {
      setSending(false);
    }
  };

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
