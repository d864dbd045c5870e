import { Trans } from '@lingui/react/macro';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import { useOffline } from '../../lib/call/network.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { LearningFailure } from '../session/learning-failure.ts';
import type { SessionSource } from '../session/session.state.ts';

interface SessionFailedProps {
  source: SessionSource;
  failure: LearningFailure | null;
  onRetry: () => void;
}

/** The notice says why; here are the ways on. */
export function SessionFailed({ source, failure, onRetry }: SessionFailedProps) {
  const missing = useOffline() && failure === 'other';
  return (
    <>
      <VisuallyHidden component="h1">
        <Trans>Learning</Trans>
      </VisuallyHidden>
      <Empty
        icon={missing ? <IconCloudOff size={28} aria-hidden /> : <IconAlertCircle size={28} aria-hidden />}
        text={<Reason source={source} missing={missing} />}
        action={
          <Group justify="center">
            {failure === 'other' && (
              <Button onClick={onRetry}>
                <Trans>Try again</Trans>
              </Button>
            )}
            <ButtonLink to={paths.student()} variant={failure === 'other' ? 'default' : 'filled'}>
              <Trans>Back to my learning</Trans>
            </ButtonLink>
          </Group>
        }
      />
    </>
  );
}

function Reason({ source, missing }: { source: SessionSource; missing: boolean }) {
  if (missing && source === 'today')
    return (
      <Trans>
        Today's cards are not on this device yet. They are kept here after a visit with a network.
      </Trans>
    );
  if (missing)
    return (
      <Trans>
        This deck is not on this device yet. The decks that you studied last open without a network.
      </Trans>
    );
  if (source === 'today') return <Trans>Today's cards could not be opened.</Trans>;
  return <Trans>This deck could not be opened.</Trans>;
}
