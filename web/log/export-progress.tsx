import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Loader, Text } from '@mantine/core';
import { fileSize } from '../ui/file-size.ts';

interface ExportProgressProps {
  bytes: number;
  onCancel: () => void;
}

/** How much of the file has come, and how to leave it at that. */
export function ExportProgress({ bytes, onCancel }: ExportProgressProps) {
  const { i18n } = useLingui();
  const size = fileSize(bytes, i18n.locale);
  return (
    <Group gap="sm">
      <Loader size="sm" type="dots" aria-hidden />
      <Text size="sm" className="tabular">
        {bytes === 0 ? <Trans>The file is on its way…</Trans> : <Trans>{size} so far</Trans>}
      </Text>
      <Button size="xs" variant="default" onClick={onCancel}>
        <Trans>Cancel the download</Trans>
      </Button>
    </Group>
  );
}
