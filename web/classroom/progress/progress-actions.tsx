import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { failureText } from '../../lib/call/notice-text.ts';
import { RefreshAndDownload } from '../../ui/feedback/refresh-and-download.tsx';
import { formatDuration } from '../../ui/figure/duration.ts';
import { useSaveCsv } from '../../ui/list/use-save-csv.ts';
import { progressTable } from './progress-csv.ts';

const HEAD = [msg`Name`, msg`Email or user name`, msg`Card days`, msg`Time`, msg`Time in seconds`] as const;

interface ProgressActionsProps {
  /** All that is listed, whatever page is open. */
  students: readonly StudentProgress[];
  fileName: string;
  onRefresh: () => Promise<unknown>;
}

/** What can be done with the figures of the students. */
export function ProgressActions({ students, fileName, onRefresh }: ProgressActionsProps) {
  const { i18n } = useLingui();
  const saveCsv = useSaveCsv();
  const download = () => {
    const [name, email, cards, time, seconds] = HEAD;
    const table = progressTable(students, {
      head: [i18n._(name), i18n._(email), i18n._(cards), i18n._(time), i18n._(seconds)],
      duration: (spent) => formatDuration(spent, i18n),
    });
    void saveCsv(fileName, table);
  };
  return (
    <RefreshAndDownload
      onRefresh={onRefresh}
      refreshFailed={failureText.fetchProgressFailed}
      onDownload={students.length === 0 ? null : download}
    />
  );
}
