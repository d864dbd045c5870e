import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNotices } from './notices.tsx';
import { useAttempt } from './use-submit.ts';

/** A `RefreshButton` for where there is little room. */
export function RefreshIcon(options: RefreshOptions) {
  const { t } = useLingui();
  const { refreshing, refresh } = useRefresh(options);
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={t`Refresh`} loading={refreshing} onClick={refresh}>
      <IconRefresh size={18} aria-hidden />
    </ActionIcon>
  );
}

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

/** Reads what is shown again, and says that it has. */
export function RefreshButton(options: RefreshOptions) {
  const { refreshing, refresh } = useRefresh(options);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={refreshing}
      onClick={refresh}
    >
      <Trans>Refresh</Trans>
    </Button>
  );
}
