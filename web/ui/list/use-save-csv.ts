import { useLingui } from '@lingui/react/macro';
import { saveCsv } from '../../lib/call/save-file.ts';
import type { CsvRow } from '../../lib/text/csv.ts';
import { useNotices } from '../feedback/notices.tsx';

/** Hands a table to the user as a file for spreadsheets, or says that it could not be made. */
export function useSaveCsv(): (name: string, rows: readonly CsvRow[]) => Promise<void> {
  const { t } = useLingui();
  const notices = useNotices();
  return (name, rows) =>
    saveCsv(name, rows).catch((error: unknown) => {
      console.error(error);
      notices.error(t`The file could not be made. Please check your connection.`);
    });
}
