import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text, Title } from '@mantine/core';
import { PassageButton } from './exam-passage.tsx';
import classes from './exam-session.module.css';
import { type ExamSession, tally } from './exam-session.state.ts';
import type { ExamSessionController } from './exam-session-controller.ts';
import type { ExamView } from './exam-session-view.ts';
import { ExamTimer } from './exam-timer.tsx';
import { HandInState } from './hand-in-state.tsx';
import { LeaveExam } from './leave-exam.tsx';
import { QuestionChips } from './question-chips.tsx';
import { SavingMark } from './saving-mark.tsx';

interface ExamHeaderProps {
  view: ExamView;
  session: ExamSession;
  controller: ExamSessionController;
  onGo: (questionId: number) => void;
}

/** What must be seen all the time: which exam, how much time, what is done, and whether the answers are safe. */
export function ExamHeader({ view, session, controller, onGo }: ExamHeaderProps) {
  const { t } = useLingui();
  const { exam, phase } = session;
  const isOpen = phase === 'taking' && !view.isTimeUp;
  const minutes = Math.round(session.durationSeconds / 60);
  const { answered } = tally(session);
  const total = exam.questions.length;
  return (
    <div className={classes.header}>
      <Group wrap="nowrap" gap={4} mih={44}>
        <LeaveExam session={session} isOpen={isOpen} />
        <div className={classes.name}>
          <Title order={1} size="h4" lineClamp={2} className={classes.title}>
            {exam.title}
          </Title>
          <Text size="sm" c="dimmed" flex="none">
            {t`${plural(minutes, { one: '# minute', other: '# minutes' })}`}
          </Text>
        </div>
        {exam.main_content_type === 'text' && <PassageButton exam={exam} />}
      </Group>
      {phase !== 'submitted' && (
        <ExamTimer controller={controller} durationSeconds={session.durationSeconds} />
      )}
      {total > 0 && <QuestionChips session={session} onGo={onGo} />}
      {isOpen && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="tabular">
            <Trans>
              {answered}/{total} answered
            </Trans>
          </Text>
          <SavingMark view={view} savedAt={session.savedAt} />
        </Group>
      )}
      <HandInState view={view} phase={phase} />
    </div>
  );
}
