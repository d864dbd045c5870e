import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useClasses } from '../classroom/classroom.queries.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { CreateExamLink } from './create-exam-link.tsx';
import { useExams } from './exam.queries.ts';
import { withChanges } from './exam-change.ts';
import { ExamHubList } from './exam-hub-list.tsx';
import { ExamResultsModal, type Viewed } from './exam-results.modal.tsx';
import { ExamsSkeleton } from './exams-skeleton.tsx';
import { useAskToDeleteExam } from './use-ask-to-delete-exam.tsx';
import { useExamChanges } from './use-exam-changes.ts';

/** All exams of a teacher. */
export function ExamHub() {
  const { t } = useLingui();
  const exams = useExams();
  const classes = useClasses();
  const { pending, assign, unassign, setHidden } = useExamChanges();
  const askToDelete = useAskToDeleteExam();
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(exams.error, failureText.examsLoadFailed);
  useFailedRead(classes.error, failureText.loadClassesFailed);
  const all = exams.data && withChanges(exams.data, pending);

  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title ref={heading} tabIndex={-1} order={1}>
            <Trans>Exams</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>Students see an exam when it is visible and one of their classes has it.</Trans>
          </Text>
        </div>
        <Group gap="xs">
          <RefreshButton
            failed={failureText.examsLoadFailed}
            onRefresh={() => Promise.all([exams.refresh(), classes.mutate()])}
          />
          <CreateExamLink />
        </Group>
      </Group>
      {!classes.data && classes.error && (
        <LoadError
          error={classes.error}
          title={t`Your classes could not be loaded`}
          onRetry={() => void classes.mutate()}
        />
      )}
      {!all && exams.error && (
        <LoadError
          error={exams.error}
          title={t`Your exams could not be loaded`}
          onRetry={() => void exams.mutate()}
        />
      )}
      {!all && !exams.error && <ExamsSkeleton />}
      {all?.length === 0 && (
        <Empty
          icon={<IconClipboardText size={28} aria-hidden />}
          text={<Trans>You have no exam yet. Write the first one, then give it to a class.</Trans>}
          action={
            <Button component={Link} to={paths.examCreate()} variant="light">
              <Trans>Write the first exam</Trans>
            </Button>
          }
        />
      )}
      {all && all.length > 0 && (
        <ExamHubList
          exams={all}
          classrooms={classes.data?.filter(({ is_teacher }) => is_teacher)}
          onHide={(exam, isHidden) => void setHidden(exam.id, isHidden)}
          onAssign={(exam, classroom) => void assign(exam, classroom)}
          onUnassign={(exam, classroom) => void unassign(exam, classroom.id)}
          onViewResults={(exam, classroom) => setViewed({ exam, classroom })}
          onDelete={async (exam) => {
            if (await askToDelete(exam)) heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <ExamResultsModal viewed={viewed} onClose={() => setViewed(null)} />
    </Stack>
  );
}
