import type { Connection } from '../postgres/transaction.ts';
import type { RunEnd, RunFailure } from '../run/run-kind.ts';
import { ImportError } from './cards/import-problems.ts';
import type { FoundProblems } from './cards/read-rows.ts';
import type { ImportReport } from './import-report.schema.ts';

/** How an import has ended. */
export interface ImportOutcome {
  status: 'checked' | 'completed' | 'failed' | 'cancelled';
  report?: ImportReport;
  failure?: ImportError;
  problems?: FoundProblems;
  deckId?: number;
}

/** How an import has ended, of the end of its run. */
export function outcomeOf(end: RunEnd<ImportOutcome>): ImportOutcome {
  if (end.status === 'done') return end.result;
  return end.status === 'cancelled' ? end : { status: 'failed', failure: importErrorOf(end.failure) };
}

function importErrorOf(failure: RunFailure): ImportError {
  if (failure.reason === 'too_long') return new ImportError('import_too_long', { seconds: failure.seconds });
  const { attempts, detail } =
    failure.reason === 'broke' ? failure : { attempts: 1, detail: String(failure.error) };
  return new ImportError('import_broke', { attempts, detail });
}

/** Ends an import. The files of what was only checked stay, so that it can be imported without another upload. */
export async function finishImport(
  client: Connection,
  importId: number,
  { status, report, failure, problems, deckId }: ImportOutcome,
): Promise<void> {
  await client.query('/* finishImport */ delete from deck_import_problems where import_id = $1', [importId]);
  if (problems?.kept.length)
    await client.query(
      `/* finishImport */ insert into deck_import_problems (import_id, ordinal, severity, "row", field, code, params)
       select $1, ord, p.severity, p."row", p.field, p.code, p.params
       from rows from (json_to_recordset($2) as (severity text, "row" integer, field text, code text, params jsonb))
         with ordinality p (severity, "row", field, code, params, ord)`,
      [importId, JSON.stringify(problems.kept)],
    );
  const { rowCount } = await client.query(
    `/* finishImport */ update deck_imports set status = $2, phase = null, seconds_left = null, finished_at = now(), deck_id = $3,
       percent = case when $2 in ('checked', 'completed') then 100 else percent end, report = $4, failure = $5,
       error_count = $6, warning_count = $7, has_files = $2 = 'checked', needs_check = false
     where id = $1 and status in ('queued', 'running')`,
    [
      importId,
      status,
      deckId ?? null,
      report ? JSON.stringify(report) : null,
      failure ? JSON.stringify({ code: failure.code, params: failure.params }) : null,
      problems?.errors ?? 0,
      problems?.warnings ?? 0,
    ],
  );
  // Given up meanwhile: what it was about to publish is undone with its transaction.
  if (!rowCount) throw new Error(`import ${importId} has been ended by somebody else`);
}
