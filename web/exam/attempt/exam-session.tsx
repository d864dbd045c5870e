import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Container, Group, Stack } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { errorText } from '../../lib/call/error-text.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { BackToDashboard } from './back-to-dashboard.tsx';
import { ExamHeader } from './exam-header.tsx';
import { ExamLoading } from './exam-loading.tsx';
import { ExamOutcome } from './exam-outcome.tsx';
import { ExamPassage } from './exam-passage.tsx';
import { answerControl } from './exam-question.tsx';
import { ExamQuestions } from './exam-questions.tsx';
import classes from './exam-session.module.css';
import { LogInAgain } from './log-in-again.tsx';
import { examFailure } from './state/exam-failure.ts';
import { useExamSession } from './state/use-exam-session.ts';
import { SubmitExam } from './submit-exam.tsx';

/** Why the exam could not be opened, and the ways on. */
function ExamFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
  const { t } = useLingui();
  const { view, controller } = useExamSession(examId);
  const { session } = view;
  const focusOn = useFocusOn();
  const goTo = (questionId: number) => {
    controller.goTo(questionId);
    focusOn(answerControl(questionId));
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
              {t`This exam has more than 50 questions; only the first 50 are shown`}
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
