import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useClasses } from '../../classroom/classroom.queries.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { RefreshButton } from '../../ui/feedback/refresh-button.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { withChanges } from '../draft/exam-change.ts';
import { useExamChanges } from '../draft/use-exam-changes.ts';
import { useExams } from '../exam.queries.ts';
import { CreateExamLink } from './create-exam-link.tsx';
import { ExamHubList } from './exam-hub-list.tsx';
import { ExamResultsModal, type Viewed } from './exam-results.modal.tsx';
import { NewExamNote } from './new-exam-note.tsx';
import { useAskToDeleteExam } from './use-ask-to-delete-exam.tsx';

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
      {!classes.data && <Unread of={classes} title={t`Your classes could not be loaded`} loading={null} />}
      {!all && (
        <Unread
          of={exams}
          title={t`Your exams could not be loaded`}
          rows={3}
          gap="sm"
          height={64}
          radius="md"
        />
      )}
      {all && (
        <NewExamNote
          exams={all}
          onShow={(examId) => {
            void setHidden(examId, false);
            heading.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {all?.length === 0 && (
        <Empty
          icon={<IconClipboardText size={28} aria-hidden />}
          text={<Trans>You have no exam yet. Write the first one, then give it to a class.</Trans>}
          action={
            <ButtonLink to={paths.examCreate()} variant="light">
              <Trans>Write the first exam</Trans>
            </ButtonLink>
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
