import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { Empty } from '../ui/empty.tsx';
import { Loading } from '../ui/loading.tsx';

/** Between two loads of cards. Without the network it goes on by itself once that is back. */
export function WaitingForCards({ stuck, onRetry }: { stuck: boolean; onRetry: () => void }) {
  const { t } = useLingui();
  if (!stuck) return <Loading minHeight={320} label={t`Loading more cards…`} />;
  return (
    <Empty
      icon={<IconCloudOff size={28} aria-hidden />}
      text={
        <Trans>
          The next cards come as soon as the network is back. Your answers are kept on this device until then.
        </Trans>
      }
      action={
        <Button variant="light" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
