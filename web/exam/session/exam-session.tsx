import { useLingui } from '@lingui/react/macro';
import { Alert, Container, Paper, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { noticeText } from '../../lib/notice-text.ts';
import { usePageTitle } from '../../site/page-title.ts';
import { Loading } from '../../ui/loading.tsx';
import { Passage } from '../passage.tsx';
import { ExamFailed } from './exam-failed.tsx';
import { ExamHeader } from './exam-header.tsx';
import { ExamOutcome } from './exam-outcome.tsx';
import { ExamQuestions } from './exam-questions.tsx';
import { SubmitExam } from './submit-exam.tsx';
import { useExamSession } from './use-exam-session.ts';

/** Pixels: what is read must leave room for the question that it is read for. */
const PASSAGE_HEIGHT = 380;

export function ExamSession({ examId }: { examId: number }) {
  const { t, i18n } = useLingui();
  const { view, controller } = useExamSession(examId);
  const { session } = view;
  usePageTitle(session?.exam.title ?? t`Exam`);

  if (view.status === 'failed') return <ExamFailed error={view.error} onRetry={controller.open} />;
  if (!session) return <Loading minHeight={480} label={t`Loading the exam…`} />;
  const { exam, phase } = session;
  const isOpen = phase === 'taking' && !view.isTimeUp;
  return (
    <Container size="md" px="md" pb="xl">
      <ExamHeader view={view} session={session} controller={controller} />
      <Stack gap="lg" pt="md">
        {exam.isCut && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
            {i18n._(noticeText.tooManyQuestions)}
          </Alert>
        )}
        {phase === 'submitted' && (
          <ExamOutcome
            result={session.result}
            hasFailed={view.hasResultFailed}
            onRetry={controller.readResult}
          />
        )}
        {exam.main_content_type !== 'none' && (
          <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }}>
            <Passage {...exam} maxHeight={PASSAGE_HEIGHT} />
          </Paper>
        )}
        <ExamQuestions session={session} isOpen={isOpen} controller={controller} />
        {phase !== 'submitted' && (
          <SubmitExam session={session} isOpen={isOpen} onSubmit={controller.submit} />
        )}
      </Stack>
    </Container>
  );
}
