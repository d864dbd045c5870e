import type { Query } from '../../../core/api.ts';
import type { LogExportFormat } from '../../../core/log/log.schema.ts';
import { parseClassNumber } from '../../classroom/class-number.ts';

/** What is chosen and typed. The times are as the browser's fields give them, in its own time zone; empty is none. */
export interface ExportValues {
  format: LogExportFormat;
  since: string;
  until: string;
  classNumber: string;
  deckId: number | null;
  pseudonymous: boolean;
}

export const NO_EXPORT: ExportValues = {
  format: 'ndjson',
  since: '',
  until: '',
  classNumber: '',
  deckId: null,
  pseudonymous: false,
};

export interface ExportProblems {
  until?: 'reversed';
  classNumber?: 'not-a-number';
}

export function checkExport({ since, until, classNumber }: ExportValues): ExportProblems {
  return {
    ...(since !== '' && until !== '' && until <= since && { until: 'reversed' as const }),
    ...(classNumber.trim() !== '' &&
      parseClassNumber(classNumber) === null && { classNumber: 'not-a-number' as const }),
  };
}

const moment = (typed: string) => (typed === '' ? undefined : new Date(typed).toISOString());

/** Returns what is asked for; only of values without problems. */
export function exportQuery(values: ExportValues): Query<'GET /api/admin/log/export'> {
  return {
    format: values.format,
    since: moment(values.since),
    until: moment(values.until),
    class_id: parseClassNumber(values.classNumber) ?? undefined,
    deck_id: values.deckId ?? undefined,
    pseudonymous: values.pseudonymous || undefined,
  };
}

/** The file's name, with the day on which it is taken. */
export const exportFileName = (format: LogExportFormat, now: Date): string =>
  `nho-log-${now.toISOString().slice(0, 10)}.${format}`;
