import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Progress, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { clockText, type TimeLevel } from './countdown.ts';
import type { ExamSessionController } from './exam-session-controller.ts';

const COLOURS: Record<TimeLevel, string> = { green: 'green', amber: 'yellow', red: 'red' };
/** Seconds. */
const LAST_MINUTES = 300;
const LAST_MINUTE = 60;

interface ExamTimerProps {
  controller: Pick<ExamSessionController, 'timeLeft' | 'subscribeToTime'>;
  durationSeconds: number;
}

/** Says calmly, once each, that the end is near. */
function Warning({ seconds, durationSeconds }: { seconds: number; durationSeconds: number }) {
  if (seconds > 0 && seconds <= LAST_MINUTE) return <Trans>1 minute left</Trans>;
  const isNear = seconds > LAST_MINUTE && seconds <= LAST_MINUTES && durationSeconds > LAST_MINUTES;
  return isNear ? <Trans>Less than 5 minutes left</Trans> : null;
}

export function ExamTimer({ controller, durationSeconds }: ExamTimerProps) {
  const { t } = useLingui();
  const { seconds, percent, level } = useSyncExternalStore(controller.subscribeToTime, controller.timeLeft);
  return (
    <div>
      <Group justify="space-between" gap="xs" mih={24}>
        <Group gap={6} wrap="nowrap">
          <IconClock size={18} aria-hidden />
          <Text component="span" role="timer" aria-label={t`Time left`} fw={700} className="tabular">
            {clockText(seconds)}
          </Text>
        </Group>
        {/* Announced when it changes, unlike the clock beside it. */}
        <Text component="span" role="status" size="sm" fw={600}>
          <Warning seconds={seconds} durationSeconds={durationSeconds} />
        </Text>
      </Group>
      <Progress.Root size="sm" radius="xl">
        <Progress.Section
          value={percent}
          color={COLOURS[level]}
          data-level={level}
          aria-label={t`Share of the time that is left`}
        />
      </Progress.Root>
    </div>
  );
}
