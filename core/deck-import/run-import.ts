import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { CLOSED_FOLDER } from '../closed-folder.ts';
import type { Storage } from '../storage.ts';
import { passAudio, placeFiles } from './audio-pass.ts';
import type { ImportReport } from './deck-import.schema.ts';
import { FoundProblems } from './found-problems.ts';
import { type ImportFile, removeImportFiles } from './import-files.ts';
import type { ArchiveLimits } from './import-limits.ts';
import { finishImport } from './import-outcome.ts';
import { ImportError } from './import-problems.ts';
import { ImportCancelled, ImportProgress } from './import-progress.ts';
import type { ImportRequest } from './import-request.ts';
import { type OpenedFiles, openFiles } from './opened-files.ts';
import { countChanges, deckToUpdate, publish } from './publish.ts';
import { readRows } from './read-rows.ts';
import { clearStaging, placeAudio } from './staging.ts';
import { IMPORT_LOCK } from './waiting-imports.ts';

export interface ImportRunOptions {
  /** A connection of the import's own, on which its lock is held. */
  client: Client;
  importId: number;
  storage: Storage;
  limits: ArchiveLimits;
  /** A folder of the import's own, in the storage's file system; emptied at the start and removed at the end. */
  workFolder: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface ImportRow {
  user_id: number;
  check_only: boolean;
  request: ImportRequest;
  files: ImportFile[];
}

/**
 * Runs an import that waits, or one whose run has broken off: from its start, which does no harm, since nothing is
 * visible before the last step, and that is one transaction. Answers false when there is nothing to do: it has ended,
 * or another process is at it. Rejects only with what may pass, such as a database that is away.
 */
export async function runImport(options: ImportRunOptions): Promise<boolean> {
  const { client, importId, workFolder, storage } = options;
  const { rows: locks } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${IMPORT_LOCK}, $1) as locked`,
    [importId],
  );
  if (!locks[0]?.locked) return false;
  const { rows } = await client.query<ImportRow>(
    `update deck_imports set status = 'running', started_at = coalesce(started_at, now())
     where id = $1 and status in ('queued', 'running') returning user_id, check_only, request, files`,
    [importId],
  );
  const [row] = rows;
  if (!row) return false;
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, CLOSED_FOLDER);
  const run = new ImportRun(options, row);
  try {
    await run.everything();
  } catch (error) {
    const failure = isOfDisk(error) ? new ImportError('storage_failed', { detail: error.message }) : error;
    if (error instanceof ImportCancelled) await finishImport(client, importId, { status: 'cancelled' });
    else if (failure instanceof ImportError)
      await finishImport(client, importId, { status: 'failed', failure, problems: run.problems });
    else throw error;
  } finally {
    run.close();
    await rm(workFolder, { recursive: true, force: true });
  }
  await clearStaging(client, importId);
  const { rows: ended } = await client.query<{ has_files: boolean }>(
    'select has_files from deck_imports where id = $1',
    [importId],
  );
  if (!ended[0]?.has_files) await removeImportFiles(storage, row.files);
  return true;
}

/** A disk that is full, broken or not ours to write is not mended by trying again at once; its errors name a path. */
const isOfDisk = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';

class ImportRun {
  readonly problems = new FoundProblems();
  readonly #options: ImportRunOptions;
  readonly #row: ImportRow;
  readonly #progress: ImportProgress;
  #opened: OpenedFiles | undefined;

  constructor(options: ImportRunOptions, row: ImportRow) {
    this.#options = options;
    this.#row = row;
    this.#progress = new ImportProgress(options.client, options.importId, options.now);
  }

  close(): void {
    this.#opened?.close();
  }

  async everything(): Promise<void> {
    const { client, importId, storage, limits, workFolder } = this.#options;
    const { files, request, check_only, user_id } = this.#row;
    const { problems } = this;
    const progress = this.#progress;
    await progress.enter('reading');
    this.#opened = await openFiles({ storage, files, request, limits, workFolder });
    const { source, shelf } = this.#opened;
    const read = await readRows({ importId, client, source, shelf, problems, progress });

    await progress.enter('audio');
    // What is not going to be imported is not written either.
    const waitingFolder = check_only || problems.errors ? undefined : join(workFolder, 'audio');
    const pass = await passAudio({
      shelf,
      problems,
      progress,
      storage,
      waitingFolder,
      now: new Date(this.#options.now()),
    });
    for (const { name } of shelf.all.filter((audio) => !shelf.used.has(audio)))
      problems.add({
        severity: 'warning',
        row: null,
        field: 'audio',
        code: 'audio_unused',
        params: { name },
      });
    const addresses = [...read.audio].flatMap(([name, audio]) => {
      const address = pass.addresses.get(audio);
      return address ? [[name, address] as const] : [];
    });
    await placeAudio(client, importId, new Map(addresses));

    await progress.enter('publishing');
    const publication = { importId, ownerId: user_id, request };
    const audioReport = {
      duplicates: read.duplicates,
      audio_matched: pass.addresses.size,
      audio_missing: read.audioMissing.size,
      audio_unused: shelf.all.length - shelf.used.size,
    };
    if (check_only || problems.errors) {
      const target = await deckToUpdate(client, publication);
      const counts = await countChanges(client, importId, target?.id);
      const report: ImportReport = { updates_deck: target, ...counts, ...audioReport };
      if (check_only) return finishImport(client, importId, { status: 'checked', report, problems });
      const failure = new ImportError('rows_invalid', { count: problems.errors });
      return finishImport(client, importId, { status: 'failed', report, failure, problems });
    }
    if (waitingFolder) await placeFiles(storage, waitingFolder, pass.waiting, progress);
    await client.query('begin');
    try {
      const { deckId, updatesDeck, counts } = await publish(client, publication);
      const report: ImportReport = { updates_deck: updatesDeck, ...counts, ...audioReport };
      await finishImport(client, importId, { status: 'completed', report, problems, deckId });
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }
}
