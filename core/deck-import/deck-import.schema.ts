import { type Static, Type } from '@sinclair/typebox';
import { CARD_TEXT_MAX, forCardTexts } from '../contract/card-fields.ts';
import { contracts, FORM, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';
import { ROW_ID_MAX } from '../contract/row-id.ts';
import { ChosenFields, ImportReport } from './import-report.schema.ts';

/** `checked`: checked only, and ready to be imported when nothing was found. */
export const ImportStatus = OneOf(['queued', 'running', 'checked', 'completed', 'failed', 'cancelled']);
export type ImportStatus = Static<typeof ImportStatus>;

/** Code units of a value of a row that a check keeps: more than any field may have, so that what is too long stays so. */
export const KEPT_TEXT_MAX = 2 * CARD_TEXT_MAX;

const Params = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

export const Problem = Type.Object({
  severity: OneOf(['error', 'warning']),
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
  phase: Nullable(OneOf(['reading', 'audio', 'publishing'])),
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
  /** Some of its lines were mended or left out by hand. */
  has_mends: Type.Boolean(),
  /** True when that was done since the check, whose figures are of before. */
  needs_check: Type.Boolean(),
  /** How far its schedule has come along, once the deck is there; null when none does. */
  schedule: Nullable(
    Type.Object({
      status: OneOf(['queued', 'running', 'completed', 'failed', 'cancelled']),
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
const Flag = Type.Optional(OneOf(['0', '1']));

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

/** A card that a check has read. */
export const CheckedCard = Type.Object({
  /** As problems count it. */
  row: Type.Integer(),
  /** As they were mended; of very long ones the first part. */
  texts: Type.Object(forCardTexts(() => Type.String())),
  /** The names of its files that come along. */
  audio: Nullable(Type.String()),
  front_picture: Nullable(Type.String()),
  back_picture: Nullable(Type.String()),
  problems: Type.Array(Problem),
  is_left_out: Type.Boolean(),
});
export type CheckedCard = Static<typeof CheckedCard>;

/** What a card that a check has read is to be; absent: as it is. */
export const MendBody = Type.Object({
  /** Those that are mended. */
  texts: Type.Optional(
    Type.Object(
      forCardTexts(() => Type.Optional(Type.String({ maxLength: KEPT_TEXT_MAX }))),
      { minProperties: 1 },
    ),
  ),
  is_left_out: Type.Optional(Type.Boolean()),
});
export type MendBody = Static<typeof MendBody>;

const { get, post, patch } = contracts('Imports', 'admin');

export const createImport = post('/api/admin/imports', {
  summary: 'Takes the files of a deck; a worker checks and imports them',
  consumes: FORM,
  body: NewImportBody,
  status: 202,
  returns: Type.Object({ id: Id }),
});

export const listImports = get('/api/admin/imports', {
  summary: 'The latest imports, newest first',
  returns: Type.Array(DeckImport),
});

export const getImport = get('/api/admin/imports/:importId', {
  summary: 'How far an import is, and what was found',
  returns: DeckImport,
});

export const getImportProblems = get('/api/admin/imports/:importId/problems', {
  summary: 'A part of all that was found, in the order of the rows',
  querystring: PageQuery,
  answers: page(Problem),
});

export const listImportCards = get('/api/admin/imports/:importId/cards', {
  summary: 'The cards that a check has read, as they would come, fifty at a time',
  querystring: Type.Object({
    /** `next` of the page before. */
    after: Type.Optional(Type.Integer({ minimum: 1, maximum: ROW_ID_MAX })),
    /** Only what is wrong, and not left out. */
    wrong: Flag,
  }),
  answers: Type.Object({
    success: Type.Literal(true),
    data: Type.Array(CheckedCard),
    /** Asks for the next page; null on the last one. */
    next: Nullable(Type.Integer()),
  }),
});

export const mendImportCard = patch('/api/admin/imports/:importId/cards/:row', {
  summary: 'Mends the texts of a card that a check has read, or leaves it out',
  body: MendBody,
  returns: CheckedCard,
});

export const watchImport = get('/api/admin/imports/:importId/live', {
  summary: 'Server-Sent Events: `changed` when the import is further; to be read anew then',
  answers: Type.Any(),
});

export const cancelImport = post('/api/admin/imports/:importId/cancel', {
  summary: 'Stops an import that waits or runs, or forgets the files of one that was checked',
  returns: DeckImport,
});

export const confirmImport = post('/api/admin/imports/:importId/confirm', {
  summary: 'Imports what was checked, without uploading it again',
  querystring: Type.Object({
    /** Leaves out what has errors. Without it, only what was checked without an error is imported. */
    leave_out: Flag,
  }),
  status: 202,
  returns: DeckImport,
});

export const checkImportAgain = post('/api/admin/imports/:importId/check', {
  summary: 'Checks what was uploaded once more, as it was mended, or with other fields',
  body: Type.Object({
    /** Forgets what was mended. */
    columns: Type.Optional(ChosenFields),
  }),
  status: 202,
  returns: DeckImport,
});

export const getDeckFileSchema = get('/api/deck-file-schema', {
  access: 'public',
  summary: 'The JSON Schema of a deck file, with an example',
  answers: Type.Any(),
});
