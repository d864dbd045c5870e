import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Stack, VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ClassExam } from '../../../core/exam/exam.schema.ts';
import { analyseExam } from '../../../core/exam/item-analysis.ts';
import type { ClassResult } from '../../../core/exam/submission.schema.ts';
import { isForGood } from '../../lib/is-for-good.ts';
import { readMinimum } from '../../lib/minimum.ts';
import { failureText } from '../../lib/notice-text.ts';
import { Empty } from '../../ui/empty.tsx';
import { FiguresSkeleton } from '../../ui/figures-skeleton.tsx';
import { FilteredList } from '../../ui/filtered-list.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { useAnnouncedChanges } from '../../ui/use-announced-changes.ts';
import { useFailedRead } from '../../ui/use-failed-read.ts';
import { useExam } from '../exam.queries.ts';
import { useClassResults } from './exam-result.queries.ts';
import { ItemList } from './item-list.tsx';
import { ResultRow } from './result-row.tsx';
import { ResultsActions } from './results-actions.tsx';
import type { ResultControls, ResultControlsChange } from './results-controls.ts';
import { resultsFileName } from './results-csv.ts';
import { ResultsFilters } from './results-filters.tsx';
import { changedResults, listedResults, rowKey } from './results-list.ts';
import { ResultsSummary } from './results-summary.tsx';

const PAGE_SIZE = 12;

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
      <ResultsActions
        results={listed}
        questions={exam ? (questions ?? null) : []}
        fileName={resultsFileName(classId, exam?.id ?? null)}
        onRefresh={refresh}
      />
      {rows.length === 0 && (
        <Empty
          icon={<IconUsers size={28} aria-hidden />}
          text={<Trans>The class has no students yet.</Trans>}
        />
      )}
      {!details.data && details.error && (
        <LoadError error={details.error} onRetry={() => void details.mutate()} />
      )}
      {rows.length > 0 && analysis && <ResultsSummary rows={rows} analysis={analysis} />}
      {rows.length > 0 && (
        <>
          <ResultsFilters controls={controls} onChange={onChange} />
          <FilteredList
            items={listed}
            count={count}
            nothing={<Trans>Nobody has reached that score.</Trans>}
            page={controls.page}
            onPage={(page) => onChange({ page })}
            onReset={() => onChange('reset')}
            pageSize={PAGE_SIZE}
            pagesLabel={t`Pages of results`}
          >
            {(shown) => (
              <SimpleGrid
                component="ul"
                aria-label={t`Results`}
                cols={{ base: 1, xs: 2, md: 3 }}
                spacing="sm"
                className="plain-list"
              >
                {shown.map((row) => (
                  <ResultRow key={rowKey(row)} row={row} withExam={exam === null} onOpen={onOpen} />
                ))}
              </SimpleGrid>
            )}
          </FilteredList>
        </>
      )}
      {questions && analysis && analysis.submissions > 0 && (
        <ItemList items={analysis.items} questions={questions} submissions={analysis.submissions} />
      )}
    </Stack>
  );
}
