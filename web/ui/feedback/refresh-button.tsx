import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type RefreshOptions, useRefresh } from './use-refresh.ts';

/** Reads what is shown again, and says that it has. */
export function RefreshButton(options: RefreshOptions) {
  const { t } = useLingui();
  const { refreshing, refresh } = useRefresh(options);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={refreshing}
      onClick={refresh}
    >
      {t`Refresh`}
    </Button>
  );
}
