import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { useNotices } from './notices.tsx';

/** Notifies of a read that failed, once until it succeeds again. `text` ends with the reason. */
export function useFailedRead(error: unknown, text: MessageDescriptor): void {
  const failure = useFailure();
  const notify = useEffectEvent(() => failure(text, error));
  // A visitor without access was notified by the guard that led them away; a second notice would hide that one.
  const failed = error !== undefined && !(error instanceof ApiError && error.code === 'wrong_role');
  useEffect(() => {
    if (failed) notify();
  }, [failed]);
}

/** Shows a text that ends with the reason (`{message}`); by default that is what `errorText` says of the error. */
export function useFailure(): (text: MessageDescriptor, error: unknown, reason?: string) => void {
  const notices = useNotices();
  const { i18n } = useLingui();
  return (text, error, reason = errorText(i18n, error)) =>
    notices.error(i18n._({ ...text, values: { message: reason } }));
}
