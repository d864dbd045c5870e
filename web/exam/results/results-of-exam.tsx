import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPresentation, IconUsers } from '@tabler/icons-react';
import { lazy, useMemo, useState } from 'react';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { analyseExam } from '../../../core/exam/results/item-analysis.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { isForGood } from '../../lib/text/is-for-good.ts';
import { readMinimum } from '../../lib/text/minimum.ts';
import { LazyDialog } from '../../ui/control/lazy-dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { FiguresSkeleton } from '../../ui/feedback/figures-skeleton.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Unread } from '../../ui/feedback/unread.tsx';
import { useAnnouncedChanges } from '../../ui/feedback/use-announced-changes.ts';
import { useFailedRead } from '../../ui/feedback/use-failed-read.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import { useExam } from '../exam.queries.ts';
import { useClassResults } from './exam-result.queries.ts';
import { ItemList } from './item-list.tsx';
import { resultSortText } from './result-text.ts';
import { ResultsActions } from './results-actions.tsx';
import type { ResultControls, ResultControlsChange } from './results-controls.ts';
import { resultsFileName } from './results-csv.ts';
import { changedResults, listedResults, RESULT_SORTS, type ResultSort } from './results-list.ts';
import { ResultsSummary } from './results-summary.tsx';
import { ResultsTable } from './results-table.tsx';

const ExamWallModal = lazy(() => import('./exam-wall.modal.tsx'));

interface ResultsFiltersProps {
  controls: ResultControls;
  onChange: (change: ResultControlsChange) => void;
}

/** Which results are shown, and in what order. */
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
        <Trans>Show on the board</Trans>
      </Button>
      <LazyDialog opened={opened}>
        <ExamWallModal title={title} rows={rows} opened={opened} onClose={() => setOpened(false)} />
      </LazyDialog>
    </>
  );
}

/** A class is seen at once. */
const PAGE_SIZE = 60;

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
        <Empty
          icon={<IconUsers size={28} aria-hidden />}
          text={<Trans>The class has no students yet.</Trans>}
        />
      )}
      {!details.data && <Unread of={details} loading={null} />}
      {rows.length > 0 && analysis && <ResultsSummary rows={rows} analysis={analysis} />}
      {rows.length > 0 && (
        <>
          <ResultsFilters controls={controls} onChange={onChange} />
          <FilteredList
            items={listed}
            count={count}
            nothing={<Trans>Nobody has that many right.</Trans>}
            page={controls.page}
            onPage={(page) => onChange({ page })}
            onReset={() => onChange('reset')}
            pageSize={PAGE_SIZE}
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
