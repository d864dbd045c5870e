import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { noticeText } from '../lib/notice-text.ts';
import { useNotices } from './notices.tsx';
import { useFailure } from './use-failure.ts';

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
  const failure = useFailure();
  const [refreshing, setRefreshing] = useState(false);

  const refresh = async () => {
    setRefreshing(true);
    try {
      await onRefresh();
      notices.success(i18n._(noticeText.dataRefreshed));
    } catch (error) {
      failure(failed, error);
    } finally {
      setRefreshing(false);
    }
  };
  return { refreshing, refresh: () => void refresh() };
}
