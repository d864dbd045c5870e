import { browserClock } from '../live/timing.ts';
import type { CsvRow } from '../text/csv.ts';

/** Long enough for every browser to have begun with the download. */
const KEPT_MS = 60_000;

/** Hands content to the user as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  browserClock.after(KEPT_MS, () => URL.revokeObjectURL(url));
}

/** Hands a table to the user. Rejects when the writer, which is loaded with the first one, cannot be had. */
export async function saveCsv(name: string, rows: readonly CsvRow[]): Promise<void> {
  const { csvText } = await import('../text/csv.ts');
  saveFile(name, new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }));
}
