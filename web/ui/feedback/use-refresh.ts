import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useNotices } from './notices.tsx';
import { useAttempt } from './use-submit.ts';

export interface RefreshOptions {
  /** Rejects when reading fails. */
  onRefresh: () => Promise<unknown>;
  /** Said when it has failed; ends with the reason. */
  failed: MessageDescriptor;
}

/** Reads what is shown again, and says that it has. */
export function useRefresh({ onRefresh, failed }: RefreshOptions) {
  const { i18n } = useLingui();
  const notices = useNotices();
  const [refresh, refreshing] = useAttempt(failed, async () => {
    await onRefresh();
    notices.success(i18n._(msg`Everything is up to date.`));
  });
  return { refreshing, refresh: () => void refresh() };
}
