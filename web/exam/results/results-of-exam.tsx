import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconPresentation, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { ClassExam, Question } from '../../../core/exam/exam.schema.ts';
import { QUESTIONS_SCORED } from '../../../core/exam/exam-limits.ts';
import { kindNameOf } from '../../../core/exam/question/question-kind.ts';
import { kindOf } from '../../../core/exam/question/question-kinds.ts';
import { analyseExam, type ExamAnalysis, type Item } from '../../../core/exam/results/item-analysis.ts';
import type { KeyedQuestion } from '../../../core/exam/results/scoring.ts';
import { isVeryFast } from '../../../core/exam/results/very-fast.ts';
import { ChartFigure } from '../../chart/chart-figure.tsx';
import { isForGood } from '../../lib/call/api-client.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import type { CsvRow } from '../../lib/text/csv.ts';
import { readMinimum } from '../../lib/text/minimum.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { FiguresSkeleton } from '../../ui/feedback/figures-skeleton.tsx';
import { LoadError, Unread } from '../../ui/feedback/load-error.tsx';
import { RefreshAndDownload } from '../../ui/feedback/refresh-and-download.tsx';
import { useAnnouncedChanges } from '../../ui/feedback/use-announced-changes.ts';
import { useFailedRead } from '../../ui/feedback/use-failure.ts';
import { pointsText } from '../../ui/figure/points-text.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import { Pages, usePages } from '../../ui/list/pagination.tsx';
import { useSaveCsv } from '../../ui/list/use-save-csv.ts';
import { useExam } from '../exam.queries.ts';
import { REVIEW_PARTS } from '../question/review-parts.ts';
import { useClassResults } from './exam-result.queries.ts';
import { resultSortText, statusText, veryFastText } from './result-marks.tsx';
import type { ResultControls, ResultControlsChange } from './results-controls.ts';
import { changedResults, listedResults, RESULT_SORTS, type ResultSort } from './results-list.ts';
import { ResultsTable } from './results-table.tsx';

/** How many reached how many whole points out of ten. */
function PointsChart({ distribution }: { distribution: readonly number[] }) {
  const { t, i18n } = useLingui();
  /** What the bar over a whole number holds. */
  const range = (points: number) =>
    points === 10 ? pointsText(10, i18n) : `${pointsText(points, i18n)}–${pointsText(points + 0.9, i18n)}`;
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const summary = t`How many students reached how many points out of 10`;
  return (
    <ChartFigure
      data={{
        labels: distribution.map((_, points) => String(points)),
        series: [
          {
            name: t`Students`,
            values: [...distribution],
            text: (points) => students(distribution[points] ?? 0),
          },
        ],
        title: (points) => {
          const span = range(points);
          return t`${span} points`;
        },
      }}
      summary={summary}
      table={{
        head: [t`Points out of 10`, t`Students`],
        rows: distribution.map((reached, points) => ({
          key: points,
          label: range(points),
          cells: [reached],
        })),
      }}
    />
  );
}

function KeyNumber({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={700} className="tabular">
        {children}
      </Text>
    </Stack>
  );
}

function ResultsSummary({ rows, analysis }: { rows: readonly ClassResult[]; analysis: ExamAnalysis }) {
  const { t, i18n } = useLingui();
  const { submissions, average, distribution } = analysis;
  const points = average === null ? '–' : pointsText(average, i18n);
  const students = rows.length;
  const working = rows.filter(({ status }) => status === 'in_progress').length;
  return (
    <TitledSection isCard order={2} size="h5" p={{ base: 'sm', sm: 'lg' }} title={t`Summary`}>
      <Group component="dl" gap="xl" m={0}>
        <KeyNumber label={t`Handed in`}>{t`${submissions} of ${students}`}</KeyNumber>
        {working > 0 && (
          <KeyNumber label={t`Taking it now`}>
            {t`${plural(working, { one: '# student', other: '# students' })}`}
          </KeyNumber>
        )}
        <KeyNumber label={t`Average points`}>{points}</KeyNumber>
      </Group>
      {submissions === 0 ? (
        <Text c="dimmed">{t`Nobody has handed it in yet.`}</Text>
      ) : (
        <PointsChart distribution={distribution} />
      )}
    </TitledSection>
  );
}

/** One question: how many had it right, and how often each answer was given. */
function ItemRow({ item, question, submissions }: { item: Item; question: Question; submissions: number }) {
  const { t } = useLingui();
  const { number, unanswered } = item;
  const { Counts } = REVIEW_PARTS[kindNameOf(question)];
  const facility = Math.round(item.facility * 100);
  const students = (count: number) => t`${plural(count, { one: '# student', other: '# students' })}`;
  const missing = students(unanswered);
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <Text fw={600} lineClamp={3} miw={0} className="breakable">
            {number}. <bdi>{question.question_text}</bdi>
          </Text>
          <Text size="sm" fw={600} flex="none" className="tabular">
            {t`${facility}% right`}
          </Text>
        </Group>
        <Counts question={question} counts={item.counts} submissions={submissions} />
        {unanswered > 0 && (
          <Text size="sm" c="dimmed">
            {t`Without an answer: ${missing}`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const ITEMS_SHOWN = 5;

interface ItemListProps {
  /** The hardest first. */
  items: readonly Item[];
  questions: readonly Question[];
  submissions: number;
}

function ItemList({ items, questions, submissions }: ItemListProps) {
  const { t } = useLingui();
  const { items: shown, ...pages } = usePages(items, ITEMS_SHOWN);
  const byId = new Map(questions.map((question) => [question.id, question]));
  return (
    <TitledSection
      order={2}
      size="h5"
      gap="sm"
      title={t`Questions, the hardest first`}
      text={t`How many of those who handed in chose which option.`}
    >
      <Stack component="ul" gap="sm" className="plain-list" aria-label={t`Questions, the hardest first`}>
        {shown.map((item) => (
          <ItemRow
            key={item.questionId}
            item={item}
            question={byId.get(item.questionId)!}
            submissions={submissions}
          />
        ))}
      </Stack>
      <Pages {...pages} label={t`Pages of questions`} />
    </TitledSection>
  );
}

interface ResultsCsvTexts {
  /** Of name, email, exam, status, score, total, time of handing in, seconds taken, seconds late, remark. */
  head: string[];
  veryFast: string;
  question: (number: number, key: string) => string;
  status: (row: ClassResult) => string;
  date: (timestamp: string) => string;
}

/**
 * The rows as a table for spreadsheets, with a column for each scored question: the answer, empty without
 * one. The name stands first: only there is a quoted cell safe in every country.
 */
export function resultsTable(
  rows: readonly ClassResult[],
  questions: readonly KeyedQuestion[],
  { head, veryFast, question, status, date }: ResultsCsvTexts,
): CsvRow[] {
  const scored = questions.slice(0, QUESTIONS_SCORED);
  const cells = rows.map((row) => [
    row.name,
    row.email,
    row.exam_name,
    status(row),
    row.score ?? '',
    row.total,
    row.completed_at === null ? '' : date(row.completed_at),
    row.time_spent_seconds ?? '',
    row.completed ? row.late_seconds : '',
    isVeryFast(row) ? veryFast : '',
    ...scored.map((question) => {
      const answer = row.answers[question.id];
      return answer === undefined ? '' : kindOf(question).answerText(answer);
    }),
  ]);
  return [[...head, ...scored.map((one, index) => question(index + 1, kindOf(one).keyText(one)))], ...cells];
}

const part = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21 09:05`, local, which every spreadsheet takes for a date. */
export function spreadsheetDate(timestamp: string): string {
  const date = new Date(timestamp);
  const day = `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
  return `${day} ${part(date.getHours())}:${part(date.getMinutes())}`;
}

export const resultsFileName = (classId: number, examId: number | null): string =>
  examId === null ? `class-${classId}-exam-results.csv` : `class-${classId}-exam-${examId}-results.csv`;

const HEAD = [
  msg`Name`,
  msg`Email or user name`,
  msg`Exam`,
  msg`Status`,
  msg`Score`,
  msg`Of`,
  msg`Handed in at`,
  msg`Time in seconds`,
  msg`Seconds late`,
  msg`Remark`,
] as const;

interface ResultsActionsProps {
  /** All that is listed, whatever page is open. */
  results: readonly ClassResult[];
  /** Of the chosen exam; none where all exams are shown; null while they are on the way. */
  questions: readonly Question[] | null;
  fileName: string;
  onRefresh: () => Promise<unknown>;
}

function ResultsActions({ results, questions, fileName, onRefresh }: ResultsActionsProps) {
  const { t, i18n } = useLingui();
  const saveCsv = useSaveCsv();
  const canDownload = results.length > 0 && questions !== null;
  const download = () =>
    void saveCsv(
      fileName,
      resultsTable(results, questions ?? [], {
        head: HEAD.map((text) => i18n._(text)),
        veryFast: i18n._(veryFastText),
        question: (number, letter) => t`Question ${number} (${letter})`,
        status: ({ status }) => i18n._(statusText[status]),
        date: spreadsheetDate,
      }),
    );
  return (
    <RefreshAndDownload
      onRefresh={onRefresh}
      refreshFailed={failureText.fetchExamResultsFailed}
      onDownload={canDownload ? download : null}
    />
  );
}

const ExamWallModal = lazy(() => import('./exam-wall.modal.tsx'));

interface ResultsFiltersProps {
  controls: ResultControls;
  onChange: (change: ResultControlsChange) => void;
}

function ResultsFilters({ controls, onChange }: ResultsFiltersProps) {
  const { t, i18n } = useLingui();
  return (
    <SimpleGrid role="search" aria-label={t`Sort and filter`} cols={{ base: 2, sm: 4 }} spacing="sm">
      <NativeSelect
        label={t`Sort by`}
        value={controls.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as ResultSort })}
        data={RESULT_SORTS.map((sort) => ({ value: sort, label: i18n._(resultSortText[sort]) }))}
      />
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        label={t`At least so many right`}
        placeholder="0"
        error={readMinimum(controls.minimum) === null && t`Please enter 0 or more`}
        value={controls.minimum}
        onChange={(event) => onChange({ minimum: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

/** The way to the wall, which is kept up to date by these rows. */
function ExamWall({ title, rows }: { title: string; rows: readonly ClassResult[] }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="light"
        className="not-printed"
        leftSection={<IconPresentation size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t`Show on the board`}
      </Button>
      <LazyDialog opened={opened}>
        <ExamWallModal title={title} rows={rows} opened={opened} onClose={() => setOpened(false)} />
      </LazyDialog>
    </>
  );
}

interface ResultsOfExamProps {
  classId: number;
  /** Null for all exams of the class. */
  exam: ClassExam | null;
  controls: ResultControls;
  onChange: (change: ResultControlsChange) => void;
  onOpen: (row: ClassResult) => void;
  onRefresh: () => Promise<unknown>;
}

const NOTHING: ClassResult[] = [];

/** Every student's result in one exam with its summary, or in all exams. */
export function ResultsOfExam({ classId, exam, controls, onChange, onOpen, onRefresh }: ResultsOfExamProps) {
  const { t } = useLingui();
  const results = useClassResults(classId, exam?.id);
  const details = useExam(exam?.id ?? null);
  useFailedRead(results.error, failureText.fetchExamResultsFailed);
  useFailedRead(details.error, failureText.examFetchFailed);
  const { data, error } = results;
  const announcement = useAnnouncedChanges(data, {
    changed: changedResults,
    text: (students) =>
      t`${plural(students, { one: '# student has a new result', other: '# students have new results' })}`,
  });

  const rows = data ?? NOTHING;
  const { sort } = controls;
  const minimum = readMinimum(controls.minimum) ?? 0;
  const listed = useMemo(() => listedResults(rows, { sort, minimum }), [rows, sort, minimum]);
  const questions = details.data?.questions;
  const analysis = useMemo(
    () =>
      questions &&
      analyseExam(
        questions,
        rows.flatMap((row) => (row.score === null ? [] : [{ ...row, score: row.score }])),
      ),
    [questions, rows],
  );

  const refresh = () => Promise.all([onRefresh(), results.refresh(), details.mutate()]);
  const isGone = error !== undefined && (!data || isForGood(error));
  if (isGone) return <LoadError error={error} onRetry={() => void results.mutate()} />;
  if (!data) return <FiguresSkeleton />;
  const shown = listed.length;
  const count =
    shown === rows.length
      ? t`${plural(shown, { one: '# result', other: '# results' })}`
      : t`${shown} of ${plural(rows.length, { one: '# result', other: '# results' })}`;
  return (
    <Stack gap="lg">
      <VisuallyHidden role="status">
        <span key={announcement.id}>{announcement.text}</span>
      </VisuallyHidden>
      <Group gap="xs">
        {exam && rows.length > 0 && <ExamWall title={exam.title} rows={rows} />}
        <ResultsActions
          results={listed}
          questions={exam ? (questions ?? null) : []}
          fileName={resultsFileName(classId, exam?.id ?? null)}
          onRefresh={refresh}
        />
      </Group>
      {rows.length === 0 && (
        <Empty icon={<IconUsers size={28} aria-hidden />} text={t`The class has no students yet.`} />
      )}
      {!details.data && <Unread of={details} loading={null} />}
      {rows.length > 0 && analysis && <ResultsSummary rows={rows} analysis={analysis} />}
      {rows.length > 0 && (
        <>
          <ResultsFilters controls={controls} onChange={onChange} />
          <FilteredList
            items={listed}
            count={count}
            nothing={t`Nobody has that many right.`}
            page={controls.page}
            onPage={(page) => onChange({ page })}
            onReset={() => onChange('reset')}
            pagesLabel={t`Pages of results`}
          >
            {(shown) => <ResultsTable rows={shown} withExam={exam === null} onOpen={onOpen} />}
          </FilteredList>
        </>
      )}
      {questions && analysis && analysis.submissions > 0 && (
        <ItemList items={analysis.items} questions={questions} submissions={analysis.submissions} />
      )}
    </Stack>
  );
}
