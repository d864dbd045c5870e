import { useLingui } from '@lingui/react/macro';
import { Alert, Container, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { noticeText } from '../../lib/notice-text.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { ExamFailed } from './exam-failed.tsx';
import { ExamHeader } from './exam-header.tsx';
import { ExamLoading } from './exam-loading.tsx';
import { ExamOutcome } from './exam-outcome.tsx';
import { ExamPassage } from './exam-passage.tsx';
import { firstOptionId } from './exam-question.tsx';
import { ExamQuestions } from './exam-questions.tsx';
import classes from './exam-session.module.css';
import { SubmitExam } from './submit-exam.tsx';
import { useExamSession } from './use-exam-session.ts';

/** Returns what puts the focus on an element, once it is on the page. */
function useFocusOn(): (id: string) => void {
  // An object, since the same place may be gone to twice.
  const [goal, setGoal] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (goal) document.getElementById(goal.id)?.focus();
  }, [goal]);
  return (id) => setGoal({ id });
}

/** Draws what is in it after all else: many questions cost a slow phone a quarter of a second. */
function Afterwards({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}

export function ExamSession({ examId }: { examId: number }) {
  const { t, i18n } = useLingui();
  const { view, controller } = useExamSession(examId);
  const { session } = view;
  const focusOn = useFocusOn();
  const goTo = (questionId: number) => {
    controller.goTo(questionId);
    focusOn(firstOptionId(questionId));
  };
  usePageTitle(session?.exam.title ?? t`Exam`);

  if (view.status === 'failed') return <ExamFailed error={view.error} onRetry={controller.open} />;
  if (!session) return <ExamLoading />;
  const { exam, phase } = session;
  const isOpen = phase === 'taking' && !view.isTimeUp;
  return (
    <Container
      size="md"
      px="md"
      className={classes.session}
      data-beside={exam.main_content_type === 'text' || undefined}
    >
      <ExamHeader view={view} session={session} controller={controller} onGo={goTo} />
      <div className={classes.work} data-over={phase === 'submitted' || undefined}>
        {phase === 'submitted' && (
          <ExamOutcome session={session} hasFailed={view.hasResultFailed} onRetry={controller.readResult} />
        )}
        {exam.main_content_type !== 'none' && <ExamPassage exam={exam} />}
        <Stack gap="lg">
          {exam.isCut && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
              {i18n._(noticeText.tooManyQuestions)}
            </Alert>
          )}
          <Afterwards>
            <ExamQuestions session={session} isOpen={isOpen} controller={controller} focusOn={focusOn} />
            {phase !== 'submitted' && (
              <SubmitExam session={session} isOpen={isOpen} onSubmit={controller.submit} />
            )}
          </Afterwards>
        </Stack>
      </div>
    </Container>
  );
}
