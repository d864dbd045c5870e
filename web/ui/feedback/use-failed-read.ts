import type { MessageDescriptor } from '@lingui/core';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../lib/call/api-client.ts';
import { useFailure } from './use-failure.ts';

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
