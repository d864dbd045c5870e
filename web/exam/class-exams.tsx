import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useClasses } from '../classroom/classroom.queries.ts';
import { failureText } from '../lib/notice-text.ts';
import { paths } from '../lib/pages/paths.ts';
import { usePageTitle } from '../site/page-title.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { useFailedRead } from '../ui/use-failed-read.ts';
import { ClassExamRow } from './class-exam-row.tsx';
import { CreateExamLink } from './create-exam-link.tsx';
import { useClassExams } from './exam.queries.ts';
import { withChanges } from './exam-change.ts';
import { ExamResultsModal, type Viewed } from './exam-results.modal.tsx';
import { ExamTable } from './exam-table.tsx';
import { ExamsSkeleton } from './exams-skeleton.tsx';
import { useAskToDeleteExam } from './use-ask-to-delete-exam.tsx';
import { useAskToTakeExamOut } from './use-ask-to-take-exam-out.ts';
import { useExamChanges } from './use-exam-changes.ts';

const COLUMNS = ['title', 'questions', 'content', 'minutes', 'visible', 'submissions', 'actions'] as const;

/** What exams a class has, to be shown, hidden, changed and deleted. */
export function ClassExams({ classId }: { classId: number }) {
  const { t } = useLingui();
  const exams = useClassExams(classId);
  const classes = useClasses();
  const { pending, setHidden } = useExamChanges();
  const askToDelete = useAskToDeleteExam();
  const askToTakeOut = useAskToTakeExamOut(classId);
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(exams.error, failureText.fetchExamsFailed);
  const name = classes.data?.find(({ id }) => id === classId)?.name;
  const title = name === undefined ? t`Exams of the class` : t`Exams of ${name}`;
  const all = exams.data && withChanges(exams.data, pending);
  usePageTitle(title);

  return (
    <Stack gap="lg">
      <Stack gap="xs" align="flex-start">
        <Group gap="lg">
          <BackLink to={paths.teacherClass(classId)}>
            <Trans>To the class</Trans>
          </BackLink>
          <Anchor component={Link} to={paths.teacherExams()} size="sm" className="lone-link">
            <Trans>All exams</Trans>
          </Anchor>
        </Group>
        <Group justify="space-between" w="100%">
          <Title ref={heading} tabIndex={-1} order={1} className="breakable">
            {title}
          </Title>
          <Group gap="xs">
            <RefreshButton failed={failureText.fetchExamsFailed} onRefresh={exams.refresh} />
            <CreateExamLink classId={classId} />
          </Group>
        </Group>
      </Stack>
      {!all && exams.error && <LoadError error={exams.error} onRetry={() => void exams.mutate()} />}
      {!all && !exams.error && <ExamsSkeleton />}
      {all?.length === 0 && (
        <Empty
          icon={<IconClipboardText size={28} aria-hidden />}
          text={<Trans>The class has no exam yet. Write one for it, or give it one of your exams.</Trans>}
          action={
            <Button component={Link} to={paths.examCreate(classId)} variant="light">
              <Trans>Write the first exam</Trans>
            </Button>
          }
        />
      )}
      {all && all.length > 0 && (
        <ExamTable label={title} columns={COLUMNS}>
          {all.map((exam) => (
            <ClassExamRow
              key={exam.id}
              exam={exam}
              classId={classId}
              onHide={(isHidden) => void setHidden(exam.id, isHidden)}
              onViewResults={() => setViewed({ exam, classroom: { id: classId, name: name ?? '' } })}
              onDelete={async () => {
                if (await askToDelete(exam)) heading.current?.focus({ preventScroll: true });
              }}
              onTakeOut={async () => {
                if (await askToTakeOut(exam)) heading.current?.focus({ preventScroll: true });
              }}
            />
          ))}
        </ExamTable>
      )}
      <ExamResultsModal viewed={viewed} onClose={() => setViewed(null)} />
    </Stack>
  );
}
