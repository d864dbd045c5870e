import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { errorText } from '../../lib/error-text.ts';
import { failureText } from '../../lib/notice-text.ts';
import { Empty } from '../../ui/empty.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import { examFailure } from './exam-failure.ts';
import { LogInAgain } from './log-in-again.tsx';

/** Why the exam could not be opened, and the ways on. */
export function ExamFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { i18n } = useLingui();
  const failure = examFailure(error);
  const text = i18n._({ ...failureText.examFetchFailed, values: { message: errorText(i18n, error) } });
  return (
    <Empty
      icon={<IconAlertCircle size={28} aria-hidden />}
      text={<span role="alert">{text}</span>}
      action={
        <Group justify="center">
          {failure === 'signed-out' && <LogInAgain />}
          {failure !== 'signed-out' && failure !== 'deleted' && (
            <Button onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <BackToDashboard variant={failure === 'deleted' ? 'filled' : 'default'} />
        </Group>
      }
    />
  );
}
