import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type RefreshOptions, useRefresh } from './use-refresh.ts';

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
