import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, Text, Title } from '@mantine/core';
import classes from './exam-header.module.css';
import type { ExamSession } from './exam-session.state.ts';
import type { ExamSessionController } from './exam-session-controller.ts';
import type { ExamView } from './exam-session-view.ts';
import { ExamTimer } from './exam-timer.tsx';
import { HandInState } from './hand-in-state.tsx';
import { SavingMark } from './saving-mark.tsx';

interface ExamHeaderProps {
  view: ExamView;
  session: ExamSession;
  controller: ExamSessionController;
}

/** What must be seen all the time: which exam, how much time, and whether the answers are safe. */
export function ExamHeader({ view, session, controller }: ExamHeaderProps) {
  const { t } = useLingui();
  const isOpen = session.phase === 'taking' && !view.isTimeUp;
  const minutes = Math.round(session.durationSeconds / 60);
  return (
    <div className={classes.header}>
      <Group justify="space-between" align="baseline" wrap="nowrap" gap="sm">
        <Title order={1} size="h4" lineClamp={2} className={classes.title}>
          {session.exam.title}
        </Title>
        <Text size="sm" c="dimmed" flex="none">
          {t`${plural(minutes, { one: '# minute', other: '# minutes' })}`}
        </Text>
      </Group>
      <ExamTimer
        controller={controller}
        durationSeconds={session.durationSeconds}
        isSubmitted={session.phase === 'submitted'}
      />
      {isOpen && <SavingMark view={view} savedAt={session.savedAt} />}
      <HandInState view={view} phase={session.phase} />
    </div>
  );
}
