import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ExamResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { Exam } from '../../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { pointsOf } from '../../../core/exam/results/points.ts';
import { isForGood } from '../../lib/text/is-for-good.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { pointsText } from '../../ui/figure/points-text.ts';
import { pageOf } from '../../ui/list/page-of.ts';
import { Pages } from '../../ui/list/pagination.tsx';
import { useExam } from '../exam.queries.ts';
import { Passage } from '../form/passage.tsx';
import { AttemptQuestion } from './attempt-question.tsx';
import { useStudentResult } from './exam-result.queries.ts';
import { TimingMarks } from './result-marks.tsx';
import { whenText } from './result-text.ts';

const MIN_HEIGHT_PX = 480;
const PASSAGE_HEIGHT_PX = 260;
const PAGE_SIZE = 5;

function Timing({ result }: { result: ExamResult }) {
  const { i18n, t } = useLingui();
  const { score, total } = result;
  const points = pointsOf(score, total);
  const shown = pointsText(points, i18n);
  const when = whenText(result.completed_at, i18n);
  const taken = formatDuration(result.time_spent_seconds, i18n);
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text fz="xl" fw={700} className="tabular">
          {t`${plural(points, { one: `${shown} point`, other: `${shown} points` })}`}
        </Text>
        <Text size="sm" className="tabular">
          <Trans>
            {score}/{total} right
          </Trans>
        </Text>
        <TimingMarks seconds={result.late_seconds} by={result.submitted_by} />
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          Handed in at {when}, after {taken}
        </Trans>
      </Text>
      {result.submitted_by === 'server' && (
        <Text size="sm" c="dimmed">
          <Trans>The time was over: the server handed in what had been saved.</Trans>
        </Text>
      )}
    </Stack>
  );
}

function Answered({ exam, result }: { exam: Exam; result: ExamResult }) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  const shown = pageOf(exam.questions.slice(0, QUESTIONS_SCORED), page, PAGE_SIZE);
  const turn = (next: number) => {
    setPage(next);
    list.current?.scrollIntoView({ block: 'start' });
  };
  const hasPassage = exam.main_content_type !== 'none';
  return (
    <Stack gap="lg">
      <Timing result={result} />
      {hasPassage && (
        <Paper withBorder radius="md" p="sm">
          <Passage {...exam} maxHeight={PASSAGE_HEIGHT_PX} />
        </Paper>
      )}
      {shown.items.length === 0 && <Empty text={<Trans>This exam has no questions.</Trans>} />}
      <Stack ref={list} component="ol" gap="sm" className="plain-list" aria-label={t`Questions`}>
        {shown.items.map((question, index) => (
          <AttemptQuestion
            key={question.id}
            number={(shown.page - 1) * PAGE_SIZE + index + 1}
            question={question}
            answer={result.answers[question.id]}
          />
        ))}
      </Stack>
      <Pages total={shown.pageCount} page={shown.page} onChange={turn} label={t`Pages of answers`} />
    </Stack>
  );
}

/** One student's answers beside the right ones. */
export function Attempt({ examId, studentId }: { examId: number; studentId: number }) {
  const { t } = useLingui();
  const exam = useExam(examId);
  const result = useStudentResult(examId, studentId);
  const error: unknown = exam.error ?? result.error;
  useFailedRead(error, msg({ message: 'The result could not be loaded: {message}' }));

  const isMissing = !exam.data || !result.data;
  if (error && (isMissing || isForGood(error)))
    return (
      <LoadError
        error={error}
        onRetry={() => {
          void exam.mutate();
          void result.mutate();
        }}
      />
    );
  if (!exam.data || !result.data)
    return <Loading minHeight={MIN_HEIGHT_PX} label={t`Loading the answers…`} />;
  return <Answered exam={exam.data} result={result.data} />;
}
