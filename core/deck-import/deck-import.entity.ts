import { p } from '@mikro-orm/core';
import { defineTable } from '../postgres/define-table.ts';
import { runColumns } from '../run/run-columns.ts';
import type { ImportFile } from './import-files.ts';
import type { ImportReport } from './import-report.schema.ts';
import type { ImportRequest } from './import-request.ts';

/** An import of a deck, which is also what people see of it. */
export const DeckImport = defineTable('deck_imports', {
  ...runColumns(),
  userId: p.integer(),
  phase: p.text().$type<'reading' | 'audio' | 'publishing'>().nullable(),
  checkOnly: p.boolean(),
  request: p.json<ImportRequest>(),
  files: p.json<ImportFile[]>(),
  cardsTotal: p.integer().nullable(),
  cardsDone: p.integer().default(0),
  audioTotal: p.integer().nullable(),
  audioDone: p.integer().default(0),
  secondsLeft: p.integer().nullable(),
  /** The files that were sent are still in the storage. */
  hasFiles: p.boolean().default(true),
  /** Something was mended since the check: its figures are of before. */
  needsCheck: p.boolean().default(false),
  attempts: p.integer().default(0),
  /** The deck that it has made or filled. */
  deckId: p.integer().nullable(),
  errorCount: p.integer().default(0),
  warningCount: p.integer().default(0),
  report: p.json<ImportReport>().nullable(),
  failure: p.json<{ code: string; params: object }>().nullable(),
});
