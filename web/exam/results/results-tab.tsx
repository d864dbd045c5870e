import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { IconClipboardOff } from '@tabler/icons-react';
import { useReducer, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { isForGood } from '../../lib/is-for-good.ts';
import { failureText } from '../../lib/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { Empty } from '../../ui/empty.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useFailedRead } from '../../ui/use-failed-read.ts';
import { useClassExams } from '../exam.queries.ts';
import { AttemptModal } from './attempt.modal.tsx';
import { ExamChoice } from './exam-choice.tsx';
import { useLiveResults } from './exam-result.queries.ts';
import { changeResultControls, chosenExam, INITIAL_RESULT_CONTROLS } from './results-controls.ts';
import { ResultsOfExam } from './results-of-exam.tsx';

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
            <Button component={Link} to={paths.examCreate(classId)} variant="light">
              <Trans>Create an exam</Trans>
            </Button>
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
