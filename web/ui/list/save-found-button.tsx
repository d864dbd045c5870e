import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAttempt } from '../feedback/use-submit.ts';

/** Takes home all that a filter finds. */
export function SaveFoundButton({ save }: { save: () => Promise<unknown> }) {
  const { t } = useLingui();
  const [run, isSaving] = useAttempt(msg({ message: 'The file could not be made: {message}' }), save);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isSaving}
      onClick={() => void run()}
    >
      {t`All found as CSV`}
    </Button>
  );
}
