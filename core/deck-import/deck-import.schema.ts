import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { PageQuery, page } from '../page-query.ts';
import { ChosenFields, ImportReport } from './import-report.schema.ts';

export const ImportStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  /** Checked only, and ready to be imported when nothing was found. */
  Type.Literal('checked'),
  Type.Literal('completed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);
export type ImportStatus = Static<typeof ImportStatus>;

const Params = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

export const Problem = Type.Object({
  severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  /** The row of a table as spreadsheets count, else the number of the card, from 1; null for what concerns neither. */
  row: Nullable(Type.Integer()),
  field: Nullable(Type.String()),
  code: Type.String(),
  params: Params,
  /** English; the client has its own text for each code. */
  message: Type.String(),
});
export type Problem = Static<typeof Problem>;

export const DeckImport = Type.Object({
  id: Id,
  /** The account that uploaded it: the owner of a deck sees what colleagues import into it. */
  started_by: Type.Object({ id: Id, name: Type.String() }),
  status: ImportStatus,
  /** What is being done while it runs. */
  phase: Nullable(Type.Union([Type.Literal('reading'), Type.Literal('audio'), Type.Literal('publishing')])),
  check_only: Type.Boolean(),
  title: Type.String(),
  description: Nullable(Type.String()),
  is_official: Type.Boolean(),
  official_button_label: Nullable(Type.String()),
  remove_missing: Type.Boolean(),
  /** What was uploaded; of many audio files the first ones. */
  files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
  file_count: Type.Integer(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Seconds that it will still take, as far as can be estimated. */
  seconds_left: Nullable(Type.Integer()),
  cards_total: Nullable(Type.Integer()),
  cards_done: Type.Integer(),
  audio_total: Nullable(Type.Integer()),
  audio_done: Type.Integer(),
  deck_id: Nullable(Id),
  report: Nullable(ImportReport),
  /** Why it failed, when it has. */
  failure: Nullable(Type.Object({ code: Type.String(), params: Params, message: Type.String() })),
  error_count: Type.Integer(),
  warning_count: Type.Integer(),
  /** The first problems, errors before warnings. */
  errors: Type.Array(Problem),
  /** True while its files are there, so that what was checked can be imported. */
  has_files: Type.Boolean(),
  /** How far its schedule has come along, once the deck is there; null when none does. */
  schedule: Nullable(
    Type.Object({
      status: Type.Union(
        (['queued', 'running', 'completed', 'failed', 'cancelled'] as const).map((one) => Type.Literal(one)),
      ),
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
      cards_done: Type.Integer(),
      answers_done: Type.Integer(),
    }),
  ),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});
export type DeckImport = Static<typeof DeckImport>;

/** A flag of a form. */
const Flag = Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')]));

/** The texts of the form; its files are `json_file`, `audio_files` (many) and `audio_archive`. */
export const NewImportBody = Type.Object({
  title: Type.String({ maxLength: 1_000 }),
  description: Type.Optional(Type.String({ maxLength: 2_000 })),
  is_official: Flag,
  official_button_label: Type.Optional(Type.String({ maxLength: 1_000 })),
  /** Folder inside the archive in which the cards' audio lies. */
  audio_source_path: Type.Optional(Type.String({ maxLength: 500 })),
  check_only: Flag,
  /** Makes another deck though the caller has one of this title, which would else be updated. */
  as_new: Flag,
  /** The number of a deck that the caller may edit: the cards come into it, whatever the title. Not for the administrator. */
  into_deck: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,9}$' })),
  /** Removes cards of the updated deck that are no longer in the file. */
  remove_missing: Flag,
  /** JSON object: the column of a table, or the field of Anki's notes, for each of our fields. */
  columns: Type.Optional(Type.String({ maxLength: 5_000 })),
  /** Imports the rest when some cards have errors; else all or nothing. */
  leave_out: Flag,
  /** Brings the answers that an Anki package has logged along into the student's own schedule. For students alone. */
  with_schedule: Flag,
});
export type NewImportBody = Static<typeof NewImportBody>;

const ImportParams = Type.Object({ importId: Id });
const tags = ['Imports'];

export const createImport = endpoint({
  method: 'POST',
  url: '/api/admin/imports',
  access: 'admin',
  schema: {
    summary: 'Takes the files of a deck; a worker checks and imports them',
    tags,
    consumes: ['multipart/form-data', 'application/json'],
    body: NewImportBody,
    response: { 202: success(Type.Object({ id: Id })) },
  },
});

export const listImports = endpoint({
  method: 'GET',
  url: '/api/admin/imports',
  access: 'admin',
  schema: {
    summary: 'The latest imports, newest first',
    tags,
    response: { 200: success(Type.Array(DeckImport)) },
  },
});

export const getImport = endpoint({
  method: 'GET',
  url: '/api/admin/imports/:importId',
  access: 'admin',
  schema: {
    summary: 'How far an import is, and what was found',
    tags,
    params: ImportParams,
    response: { 200: success(DeckImport) },
  },
});

export const getImportProblems = endpoint({
  method: 'GET',
  url: '/api/admin/imports/:importId/problems',
  access: 'admin',
  schema: {
    summary: 'A part of all that was found, in the order of the rows',
    tags,
    params: ImportParams,
    querystring: PageQuery,
    response: { 200: page(Problem) },
  },
});

export const watchImport = endpoint({
  method: 'GET',
  url: '/api/admin/imports/:importId/live',
  access: 'admin',
  schema: {
    summary: 'Server-Sent Events: `changed` when the import is further; to be read anew then',
    tags,
    params: ImportParams,
    response: { 200: Type.Any() },
  },
});

export const cancelImport = endpoint({
  method: 'POST',
  url: '/api/admin/imports/:importId/cancel',
  access: 'admin',
  schema: {
    summary: 'Stops an import that waits or runs, or forgets the files of one that was checked',
    tags,
    params: ImportParams,
    response: { 200: success(DeckImport) },
  },
});

export const confirmImport = endpoint({
  method: 'POST',
  url: '/api/admin/imports/:importId/confirm',
  access: 'admin',
  schema: {
    summary: 'Imports what was checked, without uploading it again',
    tags,
    params: ImportParams,
    querystring: Type.Object({
      /** Leaves out what has errors. Without it, only what was checked without an error is imported. */
      leave_out: Flag,
    }),
    response: { 202: success(DeckImport) },
  },
});

export const checkImportAgain = endpoint({
  method: 'POST',
  url: '/api/admin/imports/:importId/check',
  access: 'admin',
  schema: {
    summary: 'Checks what was uploaded once more, with other fields',
    tags,
    params: ImportParams,
    body: Type.Object({ columns: ChosenFields }),
    response: { 202: success(DeckImport) },
  },
});

export const getDeckFileSchema = endpoint({
  method: 'GET',
  url: '/api/deck-file-schema',
  access: 'public',
  schema: {
    summary: 'The JSON Schema of a deck file, with an example',
    tags,
    response: { 200: Type.Any() },
  },
});
