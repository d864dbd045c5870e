import { Trans } from '@lingui/react/macro';
import { Alert, Group } from '@mantine/core';
import { IconClockOff, IconCloudOff, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LogInAgain } from './log-in-again.tsx';
import type { ExamPhase } from './state/exam-session.state.ts';
import type { ExamView } from './state/exam-session-view.ts';

interface State {
  color: string;
  icon: ReactNode;
  text: ReactNode;
}

function stateOf({ isHandInWaiting, isSignedOut, isTimeUp }: ExamView, phase: ExamPhase): State | null {
  if (phase === 'handing-in' && isSignedOut)
    return {
      color: 'yellow',
      icon: <IconCloudOff aria-hidden />,
      text: (
        <Group justify="space-between" gap="xs">
          <Trans>Not handed in yet: you are no longer logged in.</Trans>
          <LogInAgain size="xs" />
        </Group>
      ),
    };
  if (phase === 'handing-in' && isHandInWaiting)
    return {
      color: 'yellow',
      icon: <IconCloudOff aria-hidden />,
      text: (
        <Trans>
          Not handed in yet: the server cannot be reached. Your answers are kept on this device and are handed
          in as soon as it can be. Please leave this page open.
        </Trans>
      ),
    };
  if (phase === 'handing-in')
    return {
      color: 'blue',
      icon: <IconSend aria-hidden />,
      text: <Trans>The exam is being handed in…</Trans>,
    };
  if (phase === 'time-over')
    return {
      color: 'blue',
      icon: <IconClockOff aria-hidden />,
      text: (
        <Trans>
          The time is over. The server hands in what it has saved, and the result appears here by itself.
        </Trans>
      ),
    };
  if (isTimeUp)
    return {
      color: 'yellow',
      icon: <IconClockOff aria-hidden />,
      text: (
        <Trans>
          The time is over. Not handed in yet: the server cannot be reached. Please leave this page open.
        </Trans>
      ),
    };
  return null;
}

/** How far the handing in is, as long as there is no result. */
export function HandInState({ view, phase }: { view: ExamView; phase: ExamPhase }) {
  const state = stateOf(view, phase);
  return (
    <div role="status">
      {state && (
        <Alert p="xs" variant="light" color={state.color} icon={state.icon}>
          {state.text}
        </Alert>
      )}
    </div>
  );
}
