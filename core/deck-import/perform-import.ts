import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CLOSED_FOLDER } from '../closed-folder.ts';
import type { CurrentRun } from '../run/current-run.ts';
import type { RunPlace } from '../run/run-kind.ts';
import type { Storage } from '../storage.ts';
import { type FilePass, passFiles, placeFiles } from './file-pass.ts';
import type { FileShelf } from './file-shelf.ts';
import { FoundProblems } from './found-problems.ts';
import { type ImportFile, workFolderOf } from './import-files.ts';
import { isPictureName } from './import-limits.ts';
import { finishImport, type ImportOutcome } from './import-outcome.ts';
import { type ImportOwner, importOwner } from './import-owner.ts';
import { ImportError } from './import-problems.ts';
import { ImportProgress } from './import-progress.ts';
import type { ImportedPictures, ImportReport, PictureReason } from './import-report.schema.ts';
import type { ImportRequest } from './import-request.ts';
import { type OpenedFiles, openFiles } from './opened-files.ts';
import { countChanges, deckToUpdate, type Publication, publish } from './publish.ts';
import { type RowsRead, readRows, wordsOf } from './read-rows.ts';
import { countSchedule, requestSchedule, stageAnswers } from './schedule/staged-answers.ts';
import { dropUnplayable, dropUnshown, placeAudio, placePictures, sampleCards } from './staging.ts';

/** What performing an import needs of its row. */
export interface ImportRow {
  user_id: number;
  check_only: boolean;
  request: ImportRequest;
  files: ImportFile[];
}

/**
 * Imports a deck. Nothing of it is visible before the last step: one transaction, which ends the run as well. Rejects
 * only with what is no fault of the files.
 */
export async function performImport(
  run: CurrentRun<ImportRow>,
  place: RunPlace,
): Promise<ImportOutcome | undefined> {
  const workFolder = workFolderOf(place.config.DATA_DIR, run.id);
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, CLOSED_FOLDER);
  const deckImport = new PerformedImport(run, place, { workFolder, storage: await place.storage() });
  try {
    return await deckImport.perform();
  } catch (error) {
    const failure = isOfDisk(error) ? new ImportError('storage_failed', { detail: error.message }) : error;
    if (!(failure instanceof ImportError)) throw error;
    return { status: 'failed', failure, problems: deckImport.problems };
  } finally {
    deckImport.close();
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Trying again at once does not mend a disk that is full, broken or write-protected. Its errors name a path. */
const isOfDisk = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';

interface ImportFolders {
  /** A folder of the import's own, in the storage's file system. */
  workFolder: string;
  storage: Storage;
}

function importedPictures(pass: FilePass, rows: RowsRead): ImportedPictures {
  const counts: [PictureReason, number][] = [
    ...pass.picturesLeftOut,
    ['missing', rows.picturesMissing.size],
    ['elsewhere', rows.picturesElsewhere],
  ];
  return {
    matched: pass.pictures.size,
    left_out: counts.flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : [])),
  };
}

type ReadReport = Pick<
  ImportReport,
  | 'duplicates'
  | 'left_out'
  | 'anki'
  | 'fields'
  | 'audio_matched'
  | 'audio_missing'
  | 'audio_unused'
  | 'pictures'
>;

class PerformedImport {
  readonly problems = new FoundProblems();
  readonly #run: CurrentRun<ImportRow>;
  readonly #place: RunPlace;
  readonly #folders: ImportFolders;
  readonly #progress: ImportProgress;
  readonly #publication: Publication;
  #opened: OpenedFiles | undefined;
  #owner: ImportOwner | undefined;

  constructor(run: CurrentRun<ImportRow>, place: RunPlace, folders: ImportFolders) {
    this.#run = run;
    this.#place = place;
    this.#folders = folders;
    this.#progress = new ImportProgress(run, place.now);
    const { user_id: ownerId, request } = run.row;
    this.#publication = { importId: run.id, ownerId, request };
  }

  close(): void {
    this.#opened?.close();
  }

  async perform(): Promise<ImportOutcome | undefined> {
    const { check_only: isCheck, request } = this.#run.row;
    await this.#progress.enter('reading');
    const { opened, rows } = await this.#readCards();
    const { shelf, anki } = opened;

    await this.#progress.enter('audio');
    // What is not going to be imported is not written either.
    const isRefused = (): boolean => this.problems.errors > 0 && (!request.leave_out || rows.cards === 0);
    const waitingFolder = isCheck || isRefused() ? undefined : join(this.#folders.workFolder, 'audio');
    const files = await this.#passFiles(shelf, rows, waitingFolder);

    await this.#progress.enter('publishing');
    const report: ReadReport = {
      duplicates: rows.duplicates,
      left_out: rows.leftOut,
      ...(anki && { anki: anki() }),
      ...(isCheck && opened.source.fields && { fields: opened.source.fields }),
      audio_matched: files.addresses.size,
      audio_missing: rows.audioMissing.size,
      audio_unused: shelf.unused.filter(({ name }) => !isPictureName(name)).length,
      pictures: importedPictures(files, rows),
    };
    if (isCheck || isRefused()) return this.#checked(report);
    if (waitingFolder) await placeFiles(this.#folders.storage, waitingFolder, files.waiting, this.#progress);
    await this.#publish(report);
    return undefined;
  }

  async #readCards(): Promise<{ opened: OpenedFiles; rows: RowsRead }> {
    const { user_id: ownerId, files, request } = this.#run.row;
    const { config } = this.#place;
    this.#owner = await importOwner(this.#run.client, ownerId, { config, storage: this.#folders.storage });
    const { limits, cardsMax } = this.#owner;
    this.#opened = await openFiles({ ...this.#folders, files, request, limits });
    const { source, shelf } = this.#opened;
    const { id: importId, client } = this.#run;
    const { problems } = this;
    const rows = await readRows({
      importId,
      client,
      source,
      shelf,
      problems,
      progress: this.#progress,
      cardsMax,
    });
    const { answers } = this.#opened;
    if (this.#bringsSchedule && answers) await stageAnswers(client, importId, answers(this.#place.now()));
    return { opened: this.#opened, rows };
  }

  /** Checks the files, puts the new ones into `waitingFolder` if there is one, and notes where each will lie. */
  async #passFiles(shelf: FileShelf, rows: RowsRead, waitingFolder: string | undefined): Promise<FilePass> {
    const { problems } = this;
    const pass = await passFiles({
      shelf,
      problems,
      progress: this.#progress,
      storage: this.#folders.storage,
      waitingFolder,
      now: new Date(this.#place.now()),
    });
    // Of Anki's notes only the first sound is heard; that others are there is counted, and no mistake.
    const unused = this.#opened?.anki ? [] : shelf.unused;
    for (const { name } of unused)
      problems.add({
        severity: 'warning',
        row: null,
        field: isPictureName(name) ? null : 'audio',
        code: 'audio_unused',
        params: { name },
      });
    const addresses = [...rows.audio].flatMap(([name, audio]) => {
      const address = pass.addresses.get(audio);
      return address ? [[name, address] as const] : [];
    });
    await placeAudio(this.#run.client, this.#run.id, new Map(addresses));
    if (addresses.length < rows.audio.size) {
      const removed = await dropUnplayable(this.#run.client, this.#run.id);
      rows.cards -= removed;
      rows.leftOut += removed;
    }
    await this.#placePictures(pass, rows);
    return pass;
  }

  async #placePictures(pass: FilePass, rows: RowsRead): Promise<void> {
    if (rows.pictures.size === 0) return;
    const { client, id } = this.#run;
    const stored = [...rows.pictures].flatMap(([name, file]) => {
      const picture = pass.pictures.get(file);
      return picture ? [[name, picture] as const] : [];
    });
    await placePictures(client, id, new Map(stored));
    if (stored.length === rows.pictures.size) return;
    const empty = await dropUnshown(client, id);
    rows.cards -= empty.length;
    rows.leftOut += empty.length;
    for (const { row, side, ...values } of empty)
      this.problems.add({
        severity: 'error',
        row,
        field: side,
        code: 'only_picture',
        params: wordsOf({ row, values }),
      });
  }

  /** What the import would do, or why it cannot be done. */
  async #checked(readReport: ReadReport): Promise<ImportOutcome> {
    const { id, client, row } = this.#run;
    const { problems } = this;
    const target = await deckToUpdate(client, this.#publication);
    const counts = await countChanges(client, id, target?.id);
    const schedule = this.#bringsSchedule ? await countSchedule(client, this.#scheduling) : undefined;
    const report: ImportReport = {
      updates_deck: target,
      ...counts,
      ...readReport,
      ...(schedule && { schedule }),
    };
    if (row.check_only) {
      const samples = await sampleCards(client, id);
      return { status: 'checked', report: { ...report, samples }, problems };
    }
    const failure = new ImportError('rows_invalid', { count: problems.errors });
    return { status: 'failed', report, failure, problems };
  }

  /** A student has asked for it; nobody else learns here. */
  get #bringsSchedule(): boolean {
    return this.#owner?.isLearner === true && this.#run.row.request.with_schedule === true;
  }

  get #scheduling() {
    return { importId: this.#run.id, studentId: this.#run.row.user_id };
  }

  async #publish(readReport: ReadReport): Promise<void> {
    const { id, client, row } = this.#run;
    const { problems } = this;
    await client.query('begin');
    try {
      // What was left out may be a card of the deck, which is not missing in the file.
      const removesMissing = row.request.remove_missing && problems.errors === 0;
      const request = { ...row.request, remove_missing: removesMissing };
      await this.#owner?.lock(client);
      const { deckId, updatesDeck, counts } = await publish(client, { ...this.#publication, request });
      await this.#owner?.requireRoom(client, { deckId, isNewDeck: updatesDeck === null });
      const schedule = this.#bringsSchedule
        ? await requestSchedule(client, { ...this.#scheduling, deckId })
        : undefined;
      const report: ImportReport = {
        updates_deck: updatesDeck,
        ...counts,
        ...readReport,
        ...(schedule && { schedule }),
      };
      await finishImport(client, id, { status: 'completed', report, problems, deckId });
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }
}
