import { useLingui } from '@lingui/react/macro';
import { Anchor, Button, Container, Group, Stack, Title } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { parseClassNumber } from '../../classroom/class-number.ts';
import { useArchivedClasses, useClasses } from '../../classroom/classroom.queries.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorMessages } from '../../lib/call/error-text.ts';
import { failureText, noticeText } from '../../lib/call/notice-text.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/pages/paths.ts';
import { BackLink } from '../../ui/control/back-link.tsx';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Unread } from '../../ui/feedback/load-error.tsx';
import { RefreshButton } from '../../ui/feedback/refresh-button.tsx';
import { useConfirmed } from '../../ui/feedback/use-confirmed.ts';
import { useFailedRead, useFailure } from '../../ui/feedback/use-failure.ts';
import { useExamChanges, withChanges } from '../draft/use-exam-changes.ts';
import { isExamList, useClassExams } from '../exam.queries.ts';
import { CreateExamLink } from './create-exam-link.tsx';
import { ExamResultsModal, type Viewed } from './exam-results.modal.tsx';
import { Cell, ExamTable, ExamTableRow, FactCells, RowActions, VisibilitySwitch } from './exam-table.tsx';
import { NewExamNote } from './new-exam-note.tsx';
import { useAskToDeleteExam } from './use-ask-to-delete-exam.tsx';

type Exam = Pick<ClassExam, 'id' | 'title'>;

/** Takes a colleague's exam out of a class after a question; true when it is out. */
function useAskToTakeExamOut(classId: number): (exam: Exam) => Promise<boolean> {
  const { t } = useLingui();
  const { mutate } = useSWRConfig();
  const { ask } = useConfirmed<Exam>({
    question: ({ title }) => ({
      title: t`Take “${title}” out of the class?`,
      text: t`The class no longer has the exam and its results. Nothing is lost: its author can give it again.`,
      confirmLabel: t`Take out`,
      danger: true,
    }),
    async run({ id }) {
      await callApi('DELETE /api/classes/:classId/exams/:examId', { params: { classId, examId: id } });
      await mutate(isExamList);
    },
    done: noticeText.classUnassigned,
    failed: failureText.classUnassignFailed,
    onFailed: () => void mutate(isExamList),
  });
  return ask;
}

const COLUMNS = ['title', 'questions', 'content', 'minutes', 'visible', 'submissions', 'actions'] as const;

function ClassExams({ classId }: { classId: number }) {
  const { t } = useLingui();
  const exams = useClassExams(classId);
  const classes = useClasses();
  const { pending, setHidden } = useExamChanges();
  const askToDelete = useAskToDeleteExam();
  const askToTakeOut = useAskToTakeExamOut(classId);
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFailedRead(exams.error, failureText.fetchExamsFailed);
  const current = classes.data?.find(({ id }) => id === classId);
  const archived = useArchivedClasses(classes.data !== undefined && !current).data;
  const name = (current ?? archived?.find(({ id }) => id === classId))?.name;
  const title = name === undefined ? t`Exams of the class` : t`Exams of ${name}`;
  const all = exams.data && withChanges(exams.data, pending);
  usePageTitle(title);

  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const focusAfter = async (done: Promise<boolean>) => {
    if (await done) focusHeading();
  };
  return (
    <Stack gap="lg">
      <Stack gap="xs" align="flex-start">
        <Group gap="lg">
          <BackLink to={paths.teacherClass(classId)}>{t`To the class`}</BackLink>
          <Anchor component={Link} to={paths.teacherExams()} size="sm" className="lone-link">
            {t`All exams`}
          </Anchor>
        </Group>
        <Group justify="space-between" w="100%">
          <Title ref={heading} tabIndex={-1} order={1} className="breakable">
            {title}
          </Title>
          <Group gap="xs">
            <RefreshButton failed={failureText.fetchExamsFailed} onRefresh={exams.refresh} />
            {current && <CreateExamLink classId={classId} />}
          </Group>
        </Group>
      </Stack>
      {!all && <Unread of={exams} rows={3} gap="sm" height={64} radius="md" />}
      {all && (
        <NewExamNote
          exams={all}
          onShow={(examId) => {
            void setHidden(examId, false);
            focusHeading();
          }}
        />
      )}
      {all?.length === 0 && (
        <Empty
          icon={<IconClipboardText size={28} aria-hidden />}
          text={t`The class has no exam yet. Write one for it, or give it one of your exams.`}
          action={
            <ButtonLink to={paths.examCreate(classId)} variant="light">
              {t`Write the first exam`}
            </ButtonLink>
          }
        />
      )}
      {all && all.length > 0 && (
        <ExamTable label={title} columns={COLUMNS}>
          {all.map((exam) => (
            <ExamTableRow key={exam.id}>
              <FactCells exam={exam} />
              <Cell column="visible">
                <VisibilitySwitch exam={exam} onChange={(isHidden) => void setHidden(exam.id, isHidden)} />
              </Cell>
              <Cell column="submissions">{exam.submission_count}</Cell>
              <Cell column="actions">
                <Group gap="xs" wrap="nowrap">
                  <Button
                    variant="subtle"
                    size="sm"
                    px="sm"
                    aria-label={t`View results: ${exam.title}`}
                    onClick={() => setViewed({ exam, classroom: { id: classId, name: name ?? '' } })}
                  >
                    {t`View results`}
                  </Button>
                  {exam.is_own ? (
                    <RowActions
                      exam={exam}
                      classId={classId}
                      onDelete={() => void focusAfter(askToDelete(exam))}
                    />
                  ) : (
                    // A colleague's exam is theirs to change.
                    <Button
                      variant="subtle"
                      color="red"
                      size="sm"
                      px="sm"
                      aria-label={t`Take out: ${exam.title}`}
                      onClick={() => void focusAfter(askToTakeOut(exam))}
                    >
                      {t`Take out`}
                    </Button>
                  )}
                </Group>
              </Cell>
            </ExamTableRow>
          ))}
        </ExamTable>
      )}
      <ExamResultsModal viewed={viewed} onChange={setViewed} />
    </Stack>
  );
}

/** Says that there is no such class, and leads back to the list. */
function NoSuchClass() {
  const { i18n } = useLingui();
  const failed = useFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notice is enough
  useEffect(() => failed(failureText.fetchExamsFailed, null, i18n._(errorMessages.class_not_found)), []);
  return <Navigate to={paths.teacherClasses()} replace />;
}

export default function ClassExamsPage() {
  const classId = parseClassNumber(useParams().classId ?? '');
  if (classId === null) return <NoSuchClass />;
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <ErrorBoundary resetKey={classId}>
        <ClassExams key={classId} classId={classId} />
      </ErrorBoundary>
    </Container>
  );
}
