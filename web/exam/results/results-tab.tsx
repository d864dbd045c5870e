import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { IconClipboardOff, IconPencil } from '@tabler/icons-react';
import { useReducer, useRef, useState } from 'react';
import type { ClassResult, ExamResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { Answer, ClassExam, Exam, Question } from '../../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { pointsOf } from '../../../core/exam/results/points.ts';
import { isVeryFast } from '../../../core/exam/results/very-fast.ts';
import { classOptions } from '../../classroom/class-options.ts';
import { isForGood } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';
import { Dialog } from '../../ui/control/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { LiveBadge } from '../../ui/feedback/live-badge.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { formatDuration } from '../../ui/figure/duration.ts';
import { pointsText } from '../../ui/figure/points-text.ts';
import { Pages, usePages } from '../../ui/list/pagination.tsx';
import { useClassExams, useExam } from '../exam.queries.ts';
import { Passage } from '../form/passage.tsx';
import { REVIEW_PARTS } from '../question/review-parts.ts';
import { useLiveResults, useStudentResult } from './exam-result.queries.ts';
import { TimingMarks, VeryFastNote, whenText } from './result-marks.tsx';
import { ALL_EXAMS, changeResultControls, chosenExam, INITIAL_RESULT_CONTROLS } from './results-controls.ts';
import { rowKey } from './results-list.ts';
import { ResultsOfExam } from './results-of-exam.tsx';

interface AttemptQuestionProps {
  number: number;
  question: Question;
  answer: Answer | undefined;
}

function AttemptQuestion({ number, question, answer }: AttemptQuestionProps) {
  const { t } = useLingui();
  const { Given } = REVIEW_PARTS[kindNameOf(question)];
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Text fw={600} className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
          {number}. <bdi>{question.question_text}</bdi>
        </Text>
        <Given question={question} answer={answer} />
        {answer === undefined && (
          <Text size="sm" c="dimmed">
            {t`Not answered`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

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
          {t`${score}/${total} right`}
        </Text>
        <TimingMarks of={result} />
      </Group>
      <Text size="sm" c="dimmed">
        {t`Handed in at ${when}, after ${taken}`}
      </Text>
      {isVeryFast(result) && <VeryFastNote />}
      {result.submitted_by === 'server' && (
        <Text size="sm" c="dimmed">
          {t`The time was over: the server handed in what had been saved.`}
        </Text>
      )}
    </Stack>
  );
}

function Answered({ exam, result }: { exam: Exam; result: ExamResult }) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const { items, ...pages } = usePages(exam.questions.slice(0, QUESTIONS_SCORED), PAGE_SIZE);
  const turn = (next: number) => {
    pages.onChange(next);
    list.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Stack gap="lg">
      <Timing result={result} />
      {exam.main_content_type !== 'none' && (
        <Paper withBorder radius="md" p="sm">
          <Passage {...exam} maxHeight={PASSAGE_HEIGHT_PX} />
        </Paper>
      )}
      {items.length === 0 && <Empty text={t`This exam has no questions.`} />}
      <Stack ref={list} component="ol" gap="sm" className="plain-list" aria-label={t`Questions`}>
        {items.map((question, index) => (
          <AttemptQuestion
            key={question.id}
            number={(pages.page - 1) * PAGE_SIZE + index + 1}
            question={question}
            answer={result.answers[question.id]}
          />
        ))}
      </Stack>
      <Pages {...pages} onChange={turn} label={t`Pages of answers`} />
    </Stack>
  );
}

function Attempt({ examId, studentId }: { examId: number; studentId: number }) {
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

interface ExamChoiceProps {
  classId: number;
  exams: readonly ClassExam[];
  /** Null for all of them. */
  chosen: ClassExam | null;
  onChoose: (exam: string) => void;
}

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
          {t`Edit exam`}
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

export function ResultsTab({ classId, isArchived }: { classId: number; isArchived: boolean }) {
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
          text={t`The class has no exam yet.`}
          action={
            isArchived ? undefined : (
              <ButtonLink to={paths.examCreate(classId)} variant="light">
                {t`Create an exam`}
              </ButtonLink>
            )
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
