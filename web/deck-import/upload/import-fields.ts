import type { ImportField, ImportValues } from './import-rules.ts';

/** What each part of the import's form is given. */
export interface ImportFieldsProps {
  values: ImportValues;
  change: (changed: Partial<ImportValues>) => void;
  /** What is wrong with a field, in the user's language. */
  problemOf: (field: ImportField) => string | undefined;
}

/** By which the form finds the control of a field. */
export const controlId = (field: ImportField | 'columns'): string => `import-${field}`;
