import type { Pool } from 'pg';
import { AppError } from '../contract/errors.ts';
import type { PageQuery } from '../contract/page-query.ts';
import { mapPage, type Page, readPage } from '../postgres/page.ts';
import { ADMINISTRATORS, LEARNERS } from '../postgres/person-sql.ts';
import { RunHistory } from '../run/run-history.ts';
import {
  type ImportProblem,
  type ImportProblemCode,
  type ProblemParams,
  problemText,
} from './cards/import-problems.ts';
import type { DeckImport, Problem } from './deck-import.schema.ts';
import type { ImportFile } from './import-files.ts';
import type { ImportRequest } from './import-request.ts';

/** Imports that a list has, and problems and files that each of them shows. */
const LISTED = 50;
const PROBLEMS_SHOWN = 100;
const FILES_SHOWN = 20;

type Failure = { code: ImportProblemCode; params: ProblemParams };

interface Row extends Omit<DeckImport, keyof ImportRequest | 'files' | 'failure' | 'errors' | 'started_by'> {
  starter_id: number;
  starter_name: string;
  request: ImportRequest;
  files: ImportFile[];
  failure: Failure | null;
  errors: ImportProblem[];
}

const SELECT = `
  select i.id, i.user_id as starter_id, (select u.name from users u where u.id = i.user_id) as starter_name, i.status, i.phase, i.check_only, i.request, i.percent,
    jsonb_path_query_array(i.files, '$[0 to ${FILES_SHOWN - 1}]') as files, jsonb_array_length(i.files) as file_count,
    i.seconds_left, i.cards_total, i.cards_done, i.audio_total, i.audio_done, i.deck_id, i.report, i.failure, i.error_count, i.warning_count,
    i.has_files, i.needs_check, exists (select 1 from deck_import_mends m where m.import_id = i.id) as has_mends, (select json_build_object('status', s.status, 'percent', s.percent, 'cards_done', s.cards_done,
      'answers_done', s.answers_done) from schedule_imports s where s.import_id = i.id) as schedule, i.created_at, i.started_at, i.finished_at,
    coalesce((select json_agg(p order by p.severity, p.ordinal) from (
      select severity, "row", field, code, params, ordinal from deck_import_problems
      where import_id = i.id order by severity, ordinal limit ${PROBLEMS_SHOWN}) p), '[]') as errors
  from deck_imports i`;

/** A problem as people see it. */
export const toProblem = ({ severity, row, field, code, params }: ImportProblem): Problem => ({
  severity,
  row,
  field,
  code,
  params,
  message: problemText(code, params),
});

function toImport({ request, files, failure, errors, starter_id, starter_name, ...row }: Row): DeckImport {
  const { title, description, is_official, official_button_label, remove_missing } = request;
  return {
    ...row,
    started_by: { id: starter_id, name: starter_name },
    title,
    description,
    is_official,
    official_button_label,
    remove_missing,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    failure: failure && { ...failure, message: problemText(failure.code, failure.params) },
    errors: errors.map(toProblem),
  };
}

const history = new RunHistory<Row, DeckImport>({
  select: SELECT,
  show: toImport,
  listed: LISTED,
  notFound: 'import_not_found',
});

/** The administrators' latest imports, newest first. */
export const latestImports = (pool: Pool): Promise<DeckImport[]> =>
  history.latest(
    pool,
    `exists (select 1 from users u where u.id = i.user_id and u.role in ${ADMINISTRATORS})`,
  );

/**
 * SQL: the import is the account's, or one of a colleague's into a deck of the account's. A mere check is its starter's
 * alone.
 */
const concerns = (account: string): string =>
  `(i.user_id = ${account} or not i.check_only
    and (i.request ->> 'into_deck')::integer in (select d.id from decks d where d.user_id = ${account}))`;

/** The latest imports of one account, and of colleagues into its decks, newest first. */
export const ownImports = (pool: Pool, accountId: number): Promise<DeckImport[]> =>
  history.latest(pool, concerns(String(Number(accountId))));

async function requireImport(pool: Pool, condition: string, values: number[]): Promise<void> {
  const { rowCount } = await pool.query(
    `/* requireImport */ select 1 from deck_imports i where i.id = $1 and ${condition}`,
    values,
  );
  if (!rowCount) throw new AppError('import_not_found');
}

/** Throws `import_not_found` for an import that the account may not even see, as for none. */
export const requireSeenImport = (pool: Pool, importId: number, accountId: number): Promise<void> =>
  requireImport(pool, concerns('$2'), [importId, accountId]);

/** Throws `import_not_found` for another's import as for none. */
export const requireOwnImport = (pool: Pool, importId: number, accountId: number): Promise<void> =>
  requireImport(pool, 'i.user_id = $2', [importId, accountId]);

/** Throws `import_not_found` for an import into a student's own deck as for none: that is nobody else's. */
export const requireImportOfStaff = (pool: Pool, importId: number): Promise<void> =>
  requireImport(pool, `not exists (select 1 from users u where u.id = i.user_id and u.role in ${LEARNERS})`, [
    importId,
  ]);

/** One import as it stands. Throws `import_not_found`. */
export const importById = (pool: Pool, importId: number): Promise<DeckImport> => history.byId(pool, importId);

/** A part of everything that an import found, in the order in which it was found. Throws `import_not_found`. */
export async function importProblems(pool: Pool, importId: number, page?: PageQuery): Promise<Page<Problem>> {
  await importById(pool, importId);
  const query = {
    name: 'import_problems',
    text: `select severity, "row", field, code, params from deck_import_problems where import_id = $1 order by ordinal`,
    values: [importId],
  };
  return mapPage(await readPage<ImportProblem>(pool, query, page), toProblem);
}
