import type { MessageDescriptor } from '@lingui/core';
import { type FormEvent, type RefObject, useState } from 'react';
import { useFailure } from './use-failure.ts';

/** What is said when it failed: a text that ends with the reason (`{message}`), or a function that says more. */
type Failed = MessageDescriptor | ((error: unknown) => void);

/**
 * Does something that takes a while, and says when it failed. Returns it, and whether it runs. `run` returns undefined
 * when it failed. `lastly` is done in either case, and belongs to it.
 */
export function useAttempt<Args extends unknown[], Result>(
  failed: Failed,
  work: (...args: Args) => Promise<Result>,
  lastly?: () => unknown,
): [run: (...args: Args) => Promise<Result | undefined>, isRunning: boolean] {
  const sayFailed = useFailure();
  const [isRunning, setRunning] = useState(false);
  const run = async (...args: Args) => {
    setRunning(true);
    try {
      return await work(...args);
    } catch (error) {
      if (typeof failed === 'function') failed(error);
      else sayFailed(failed, error);
      return undefined;
    } finally {
      if (lastly) await lastly();
      setRunning(false);
    }
  };
  return [run, isRunning];
}

interface Submission {
  /** Returns what is wrong, if anything is: then nothing is sent. A string names the field that gets the focus. */
  check?: (form: HTMLFormElement) => unknown;
  /** Gets the focus when something is wrong, in place of a field by name. */
  field?: RefObject<HTMLElement | null>;
  run: () => Promise<unknown>;
  failed: Failed;
  /** Done when it was sent or has failed. */
  lastly?: () => unknown;
}

/** Sends a form when nothing is wrong with it. `wasWrong` is of the last time that it was submitted. */
export function useSubmit({ check, field, run, failed, lastly }: Submission) {
  const [wasWrong, setWasWrong] = useState<boolean>();
  const [send, sending] = useAttempt(failed, run, lastly);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const wrong = check?.(form);
    setWasWrong(Boolean(wrong));
    if (!wrong) {
      await send();
      return;
    }
    const named = form.elements.namedItem(String(wrong));
    const control = field ? field.current : named instanceof RadioNodeList ? named[0] : named;
    if (control instanceof HTMLElement) control.focus();
  };

  return {
    submit,
    sending,
    submitted: wasWrong !== undefined,
    wasWrong: wasWrong === true,
    /** Takes back what was said of the last time. */
    forgive: () => setWasWrong(undefined),
  };
}
