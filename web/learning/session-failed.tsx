import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import type { LearningFailure } from './learning-failure.ts';

/** The notice says why; here are the ways on. */
export function SessionFailed({
  failure,
  onRetry,
}: {
  failure: LearningFailure | null;
  onRetry: () => void;
}) {
  return (
    <Empty
      icon={<IconAlertCircle size={28} aria-hidden />}
      text={<Trans>This deck could not be opened.</Trans>}
      action={
        <Group justify="center">
          {failure === 'other' && (
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button component={Link} to={paths.student()} variant={failure === 'other' ? 'default' : 'filled'}>
            <Trans>Back to my learning</Trans>
          </Button>
        </Group>
      }
    />
  );
}
