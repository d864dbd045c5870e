import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useOffline } from '../lib/network.ts';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import type { LearningFailure } from './learning-failure.ts';
import type { SessionSource } from './session.state.ts';

interface SessionFailedProps {
  source: SessionSource;
  failure: LearningFailure | null;
  onRetry: () => void;
}

/** The notice says why; here are the ways on. */
export function SessionFailed({ source, failure, onRetry }: SessionFailedProps) {
  const missing = useOffline() && failure === 'other';
  return (
    <Empty
      icon={missing ? <IconCloudOff size={28} aria-hidden /> : <IconAlertCircle size={28} aria-hidden />}
      text={
        missing ? (
          <Trans>
            This deck is not on this device yet. The decks that you studied last open without a network.
          </Trans>
        ) : source === 'today' ? (
          <Trans>Today's cards could not be opened.</Trans>
        ) : (
          <Trans>This deck could not be opened.</Trans>
        )
      }
      action={
        <Group justify="center">
          {failure === 'other' && (
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button component={Link} to={paths.student()} variant={failure === 'other' ? 'default' : 'filled'}>
            <Trans>Back to the dashboard</Trans>
          </Button>
        </Group>
      }
    />
  );
}
