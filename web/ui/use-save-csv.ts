import { useLingui } from '@lingui/react/macro';
import { noticeText } from '../lib/notice-text.ts';
import { type CsvRow, saveCsv } from '../lib/save-file.ts';
import { useNotices } from './notices.tsx';

/** Hands a table to the user as a file for spreadsheets, or says that it could not be made. */
export function useSaveCsv(): (name: string, rows: readonly CsvRow[]) => Promise<void> {
  const { i18n } = useLingui();
  const notices = useNotices();
  return (name, rows) =>
    saveCsv(name, rows).catch((error: unknown) => {
      console.error(error);
      notices.error(i18n._(noticeText.csvFailed));
    });
}
