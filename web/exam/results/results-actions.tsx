import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import type { Question } from '../../../core/exam/exam.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { RefreshAndDownload } from '../../ui/feedback/refresh-and-download.tsx';
import { useSaveCsv } from '../../ui/list/use-save-csv.ts';
import { statusText } from './result-text.ts';
import { resultsTable, spreadsheetDate } from './results-csv.ts';

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
] as const;

interface ResultsActionsProps {
  /** All that is listed, whatever page is open. */
  results: readonly ClassResult[];
  /** Of the chosen exam; none where all exams are shown; null while they are on the way. */
  questions: readonly Question[] | null;
  fileName: string;
  onRefresh: () => Promise<unknown>;
}

/** What can be done with the results. */
export function ResultsActions({ results, questions, fileName, onRefresh }: ResultsActionsProps) {
  const { t, i18n } = useLingui();
  const saveCsv = useSaveCsv();
  const canDownload = results.length > 0 && questions !== null;
  const download = () =>
    void saveCsv(
      fileName,
      resultsTable(results, questions ?? [], {
        head: HEAD.map((text) => i18n._(text)),
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
