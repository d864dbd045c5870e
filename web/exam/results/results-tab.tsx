import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconClipboardOff, IconPencil } from '@tabler/icons-react';
import { useReducer, useRef, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { classOptions } from '../../classroom/class-options.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { isForGood } from '../../lib/text/is-for-good.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { useClassExams } from '../exam.queries.ts';
import { Attempt } from './attempt.tsx';
import { useLiveResults } from './exam-result.queries.ts';
import { ALL_EXAMS, changeResultControls, chosenExam, INITIAL_RESULT_CONTROLS } from './results-controls.ts';
import { rowKey } from './results-list.ts';
import { ResultsOfExam } from './results-of-exam.tsx';

interface ExamChoiceProps {
  classId: number;
  exams: readonly ClassExam[];
  /** Null for all of them. */
  chosen: ClassExam | null;
  onChoose: (exam: string) => void;
}

/** Whose results are shown, and the way to change that exam. */
function ExamChoice({ classId, exams, chosen, onChoose }: ExamChoiceProps) {
  const { t } = useLingui();
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label={t`Exam`}
        flex="1 1 14rem"
        maw={420}
        value={chosen ? String(chosen.id) : ALL_EXAMS}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          ...classOptions(exams.map(({ id, title }) => ({ id, name: title }))),
          { value: ALL_EXAMS, label: t`All exams` },
        ]}
      />
      {chosen && (
        <ButtonLink to={paths.examEdit(chosen.id, classId)} variant="default" icon={IconPencil}>
          <Trans>Edit exam</Trans>
        </ButtonLink>
      )}
    </Group>
  );
}

interface AttemptModalProps {
  /** Null while it is closed. Kept by the caller: the row may move or go meanwhile. */
  row: ClassResult | null;
  onClose: () => void;
  onClosed: () => void;
}

/** What one student has handed in. */
function AttemptModal({ row, onClose, onClosed }: AttemptModalProps) {
  return (
    <Dialog
      opened={row !== null}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={
        row && (
          <>
            <Text component="span" fw={600} className="breakable">
              {row.name}
            </Text>{' '}
            <Text component="span" display="block" size="sm" c="dimmed" className="breakable">
              {row.email} · {row.exam_name}
            </Text>
          </>
        )
      }
      size="xl"
    >
      <ErrorBoundary resetKey={row && rowKey(row)}>
        {row && <Attempt key={rowKey(row)} examId={row.exam_id} studentId={row.student_id} />}
      </ErrorBoundary>
    </Dialog>
  );
}

/** How the students of a class did in its exams, while they hand them in. */
export function ResultsTab({ classId }: { classId: number }) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  const [controls, change] = useReducer(changeResultControls, INITIAL_RESULT_CONTROLS);
  const [opened, setOpened] = useState<ClassResult | null>(null);
  const exams = useClassExams(classId);
  const live = useLiveResults(classId);
  useFailedRead(exams.error, failureText.fetchExamsFailed);

  const { data, error } = exams;
  const isGone = error !== undefined && (!data || isForGood(error));
  const exam = chosenExam(data ?? [], controls.exam);
  // What is handed in meanwhile puts no other exam in the place of this one.
  if (exam && controls.exam === '') change({ exam: String(exam.id) });
  return (
    <Stack ref={region} tabIndex={-1} gap="lg" style={{ outline: 'none' }}>
      <LiveBadge state={live} />
      {isGone && <LoadError error={error} onRetry={() => void exams.mutate()} />}
      {!data && !isGone && <Loading label={t`Loading the exams…`} />}
      {data?.length === 0 && !isGone && (
        <Empty
          icon={<IconClipboardOff size={28} aria-hidden />}
          text={<Trans>The class has no exam yet.</Trans>}
          action={
            <ButtonLink to={paths.examCreate(classId)} variant="light">
              <Trans>Create an exam</Trans>
            </ButtonLink>
          }
        />
      )}
      {data && data.length > 0 && !isGone && (
        <>
          <ExamChoice
            classId={classId}
            exams={data}
            chosen={exam}
            onChoose={(chosen) => change({ exam: chosen })}
          />
          <ResultsOfExam
            key={exam?.id}
            classId={classId}
            exam={exam}
            controls={controls}
            onChange={change}
            onOpen={setOpened}
            onRefresh={exams.refresh}
          />
        </>
      )}
      <AttemptModal
        row={opened}
        onClose={() => setOpened(null)}
        onClosed={() => {
          // The card that had the focus before may be gone.
          if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
        }}
      />
    </Stack>
  );
}
