import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { RefreshButton } from './refresh-button.tsx';

interface RefreshAndDownloadProps {
  /** Reads everything again. Rejects when that fails. */
  onRefresh: () => Promise<unknown>;
  /** Said when it has failed; ends with the reason. */
  refreshFailed: MessageDescriptor;
  /** Null when there is nothing to take home. */
  onDownload: (() => void) | null;
}

/** Reads the figures again, and takes them home. */
export function RefreshAndDownload({ onRefresh, refreshFailed, onDownload }: RefreshAndDownloadProps) {
  const { t } = useLingui();
  return (
    <Group gap="xs">
      <RefreshButton onRefresh={onRefresh} failed={refreshFailed} />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        disabled={onDownload === null}
        onClick={onDownload ?? undefined}
      >
        {t`Download CSV`}
      </Button>
    </Group>
  );
}
