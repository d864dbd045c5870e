import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mayMake } from '../access/directory.ts';
import { STUDENT_CARDS_MAX } from '../access/quota-limits.ts';
import { FileQuota, quotasOf, requireRoomForCards, requireRoomForDecks } from '../access/quotas.ts';
import { digestOf, forgetOldAdditions, noteAddition } from '../card/card-additions.ts';
import type { AppError } from '../contract/errors.ts';
import { administers, learns, type Role } from '../contract/roles.ts';
import { DEFAULT_DECK_SETTINGS } from '../deck/deck.schema.ts';
import type { Storage } from '../files/storage.ts';
import { CLOSED_FOLDER } from '../files/upload.ts';
import type { DeckSettings } from '../learning/choosing/deck-settings.entity.ts';
import { partitionOf } from '../log/position.ts';
import { type Connection, type Tx, transactionOn } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import type { Config } from '../process/config.ts';
import type { CurrentRun } from '../run/current-run.ts';
import type { RunPlace } from '../run/run-kind.ts';
import type { SentFile } from './archive/file-shelf.ts';
import { type OpenedFiles, openFiles } from './archive/opened-files.ts';
import { blameRows, type RowProblem } from './cards/checked-rows.ts';
import { type FilePass, type FileProblem, passFiles, placeFiles } from './cards/file-pass.ts';
import { ImportError } from './cards/import-problems.ts';
import { countChanges, deckToUpdate, type Published, publish } from './cards/publish.ts';
import { FoundProblems, type RowsRead, readRows, wordsOf } from './cards/read-rows.ts';
import {
  clearStaging,
  dropUnplayable,
  dropUnshown,
  type EmptySide,
  placeAudio,
  placeFurther,
  placePictures,
  rowsNaming,
  sampleCards,
} from './cards/staging.ts';
import type { DeckImport } from './deck-import.entity.ts';
import { type ImportFile, workFolderOf } from './import-files.ts';
import {
  type ArchiveLimits,
  CARDS_MAX,
  entryBytesMax,
  isPictureName,
  STUDENT_IMPORT_MAX,
  TEACHER_CARDS_MAX,
  TEACHER_ENTRIES_MAX,
  TEACHER_FILES_MAX,
  TEACHER_INFLATED_MAX,
} from './import-limits.ts';
import { finishImport, type ImportOutcome } from './import-outcome.ts';
import { ImportProgress } from './import-progress.ts';
import type { ImportReport, PictureReason } from './import-report.schema.ts';
import type { ImportRequest } from './import-request.ts';
import { countSchedule, requestSchedule, stageAnswers } from './schedule/staged-answers.ts';

/** What the owner of an import may bring. */
interface ImportOwner {
  /** A student, who has a schedule. */
  isLearner: boolean;
  /** A teacher or a student, whose decks are their own to change. */
  isAuthor: boolean;
  limits: ArchiveLimits;
  cardsMax: number;
  /** Locks the account, so that its imports see one another's decks. Throws when it may import no more. */
  lock(tx: Tx): Promise<void>;
  /** Throws when the account now has more than it may, seen from the transaction that publishes. */
  requireRoom(tx: Tx, published: { deckId: number; isNewDeck: boolean }): Promise<void>;
}

/** Returns what the role that the account has now allows. Throws ImportError for one that may not import. */
async function importOwner(
  client: Connection,
  ownerId: number,
  { config, storage }: { config: Config; storage: Storage },
): Promise<ImportOwner> {
  const role = await roleOf(client, ownerId);
  const capped = (setting: number, teachers: number, students = teachers) =>
    administers(role) ? setting : Math.min(setting, learns(role) ? students : teachers);
  return {
    isLearner: learns(role),
    isAuthor: !administers(role),
    limits: {
      archiveBytes: capped(config.IMPORT_ARCHIVE_MAX, TEACHER_FILES_MAX, STUDENT_IMPORT_MAX),
      entries: capped(config.IMPORT_ENTRIES_MAX, TEACHER_ENTRIES_MAX),
      inflatedBytes: capped(config.IMPORT_INFLATED_MAX, TEACHER_INFLATED_MAX),
      entryBytes: entryBytesMax,
    },
    cardsMax: capped(CARDS_MAX, TEACHER_CARDS_MAX, STUDENT_CARDS_MAX),
    async lock(tx) {
      // One who was an administrator when the files were read must not publish by that.
      if ((await roleOf(tx, ownerId, 'for no key update')) !== role) throw new ImportError('wrong_role');
      if (!(await mayMake(tx, role))) throw new ImportError('own_decks_off');
    },
    async requireRoom(tx, { deckId, isNewDeck }) {
      if (administers(role)) return;
      const { decks, files, bytes } = quotasOf(config, role);
      const quota = new FileQuota(tx, storage, { files, bytes });
      const keeper = await keeperOf(tx, deckId);
      if (keeper.id !== ownerId) {
        // What the administrator's decks take has no bound.
        if (!administers(keeper.role)) await quota.requireWithin(keeper.id, tx).catch(noRoomAtOwner);
        return;
      }
      const isWithin = isNewDeck ? requireRoomForDecks(tx, ownerId, { max: decks }) : Promise.resolve();
      await isWithin
        .then(() => requireRoomForCards(tx, deckId))
        .then(() => quota.requireWithin(ownerId, tx))
        .catch((error: unknown) => {
          const { code } = error as AppError;
          if (code === 'too_many_decks') throw new ImportError(code, { max: decks });
          if (code === 'too_many_cards') throw new ImportError('deck_full', { max: STUDENT_CARDS_MAX });
          if (code === 'too_many_files') throw new ImportError(code, { max: files });
          if (code === 'files_too_large')
            throw new ImportError(code, { megabytes: Math.floor(bytes / 1024 ** 2) });
          throw error;
        });
    },
  };
}

/** Returns whose room the files of a deck take. */
async function keeperOf(client: Connection, deckId: number): Promise<{ id: number; role: Role }> {
  const { rows } = await client.query<{ id: number; role: Role }>(
    '/* keeperOf */ select u.id, u.role from decks d join users u on u.id = d.user_id where d.id = $1',
    [deckId],
  );
  return rows[0]!;
}

function noRoomAtOwner(error: unknown): never {
  const { code } = error as AppError;
  if (code === 'too_many_files' || code === 'files_too_large') throw new ImportError('owner_has_no_room');
  throw error;
}

async function roleOf(client: Connection, ownerId: number, lock = ''): Promise<Role> {
  const { rows } = await client.query<{ role: Role }>(
    `/* roleOf */ select role from users where id = $1 ${lock}`,
    [ownerId],
  );
  const role = rows[0]?.role;
  if (role === undefined) throw new ImportError('wrong_role');
  return role;
}

/** What performing an import needs of its row. */
export interface ImportRow {
  user_id: number;
  check_only: boolean;
  request: ImportRequest;
  files: ImportFile[];
}

/** What the steps of an import work with. */
interface Work {
  run: CurrentRun<ImportRow>;
  place: RunPlace;
  storage: Storage;
  /** A folder of the import's own, in the storage's file system. */
  workFolder: string;
  progress: ImportProgress;
  problems: FoundProblems;
  owner: ImportOwner;
  opened: OpenedFiles;
  /** A student has asked for it; nobody else learns here. */
  bringsSchedule: boolean;
}

/** What can be mended, or left out, where the lines of a check are seen. */
const MENDABLE: ReadonlySet<string> = new Set(['rows_invalid', 'column_missing']);

/**
 * Imports a deck. Nothing of it is visible before the last step: one transaction, which ends the run as well. What could
 * be mended or left out becomes a check, whose files stay. Rejects only with what is no fault of the files.
 */
export async function performImport(
  run: CurrentRun<ImportRow>,
  place: RunPlace,
): Promise<ImportOutcome | undefined> {
  const outcome = await performOnce(run, place);
  if (run.row.check_only || !outcome?.failure || !MENDABLE.has(outcome.failure.code)) return outcome;
  await clearStaging(run.client, run.id);
  await tables<typeof DeckImport>(run.client)
    .updateTable('deck_imports')
    .set({ check_only: true })
    .where('id', '=', run.id)
    .execute();
  run.row.check_only = true;
  const check = await performOnce(run, place);
  return check?.status === 'checked' ? { ...check, failure: outcome.failure } : check;
}

async function performOnce(run: CurrentRun<ImportRow>, place: RunPlace): Promise<ImportOutcome | undefined> {
  const { user_id: ownerId, files, request } = run.row;
  const workFolder = workFolderOf(place.config.DATA_DIR, run.id);
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, CLOSED_FOLDER);
  const storage = await place.storage();
  const problems = new FoundProblems();
  const progress = new ImportProgress(run, place.now);
  let opened: OpenedFiles | undefined;
  try {
    await progress.enter('reading');
    const owner = await importOwner(run.client, ownerId, { config: place.config, storage });
    opened = await openFiles({ workFolder, storage, files, request, limits: owner.limits });
    const bringsSchedule = owner.isLearner && request.with_schedule === true;
    const work = { run, place, storage, workFolder, progress, problems, owner, opened, bringsSchedule };
    return await importOpened(work);
  } catch (error) {
    const failure = isOfDisk(error) ? new ImportError('storage_failed', { detail: error.message }) : error;
    if (!(failure instanceof ImportError)) throw error;
    return { status: 'failed', failure, problems };
  } finally {
    opened?.close();
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Trying again at once does not mend a disk that is full, broken or write-protected. Its errors name a path. */
const isOfDisk = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';

async function importOpened(work: Work): Promise<ImportOutcome | undefined> {
  const { run, problems, progress, storage, workFolder } = work;
  const { check_only: isCheck, request } = run.row;
  const rows = await readCards(work);

  await progress.enter('audio');
  const isRefused = (cards: number): boolean => cards === 0 || (problems.errors > 0 && !request.leave_out);
  // What is not going to be imported is not written either.
  const waitingFolder = isCheck || isRefused(rows.cards) ? undefined : join(workFolder, 'audio');
  const { shelf } = work.opened;
  const now = new Date(work.place.now());
  const pass = await passFiles({ shelf, progress, storage, waitingFolder, now });
  const removed = await settleStaging(work, rows, pass);

  await progress.enter('publishing');
  const report = reportOf(work, rows, { pass, removed });
  if (isCheck || isRefused(rows.cards - removed)) return checked(work, report);
  if (waitingFolder) await placeFiles(storage, waitingFolder, pass.waiting, progress);
  await publishDeck(work, report);
  return undefined;
}

async function readCards({ run, place, opened, owner, bringsSchedule, ...work }: Work): Promise<RowsRead> {
  const { id: importId, client, row } = run;
  const { source, shelf, answers } = opened;
  const { problems, progress } = work;
  const { cardsMax } = owner;
  const isCheck = row.check_only;
  const rows = await readRows({ importId, client, source, shelf, problems, progress, cardsMax, isCheck });
  if (bringsSchedule && answers) await stageAnswers(client, importId, answers(place.now()));
  return rows;
}

/** Notes where each file will lie. Returns how many rows it removed, since nothing is left of them without their file. */
async function settleStaging(work: Work, rows: RowsRead, pass: FilePass): Promise<number> {
  const { run, problems, opened } = work;
  const { client, id } = run;
  // What no card of a package takes is counted, and no mistake.
  for (const { name } of opened.anki ? [] : opened.shelf.unused)
    problems.add({
      severity: 'warning',
      row: null,
      field: isPictureName(name) ? null : 'audio',
      code: 'audio_unused',
      params: { name },
    });
  await tellRefused(work, rows, pass);
  const addresses = placed(rows.audio, pass.addresses);
  await placeAudio(client, id, addresses);
  const pictures = placed(rows.pictures, pass.pictures);
  if (rows.pictures.size > 0) await placePictures(client, id, pictures);
  if (rows.hasFurther) await placeFurther(client, id, { audio: addresses, pictures });
  const unplayable = addresses.size < rows.audio.size ? await dropUnplayable(client, id) : [];
  const unshown = pictures.size < rows.pictures.size ? await dropUnshown(client, id) : [];
  const problemsOf = (empty: readonly EmptySide[], code: 'only_picture' | 'only_sound') =>
    empty.map(({ row, side, ...values }): FoundProblem => {
      const params = wordsOf({ row, values });
      return { row, problem: { severity: 'error', field: side, code, params } };
    });
  const found = [...problemsOf(unplayable, 'only_sound'), ...problemsOf(unshown, 'only_picture')];
  for (const { row, problem } of found) problems.add({ row, ...problem });
  if (run.row.check_only && found.length > 0) await blameRows(client, id, found);
  return found.length;
}

interface FoundProblem {
  row: number;
  problem: RowProblem;
}

/** Reports what is wrong with each file that cannot stand on a card, and the first card that names it. */
async function tellRefused({ run, problems }: Work, rows: RowsRead, pass: FilePass): Promise<void> {
  const { client, id } = run;
  const refused = {
    audio: placed(rows.audio, pass.audioRefused),
    picture: placed(rows.pictures, pass.picturesRefused),
  };
  const files = (['audio', 'picture'] as const).flatMap((field) =>
    [...refused[field].keys()].map((name) => ({ field, name })),
  );
  const found: FoundProblem[] = [];
  const told = new Set<FileProblem>();
  for (const { row, field, name, ...values } of await rowsNaming(client, id, files)) {
    const fault = refused[field === 'audio' ? 'audio' : 'picture'].get(name)!;
    const params = { ...fault.params, ...wordsOf({ row, values }) };
    const problem: RowProblem = { severity: 'warning', field, code: fault.code, params };
    // Of several files of a row the one that it calls so.
    found.push({ row, problem: { ...problem, params: { ...params, name } } });
    if (!told.has(fault)) problems.add({ row, ...problem });
    told.add(fault);
  }
  if (run.row.check_only && found.length > 0) await blameRows(client, id, found);
}

/** Returns by the name that rows have what was kept of its file. */
const placed = <T>(files: ReadonlyMap<string, SentFile>, kept: ReadonlyMap<SentFile, T>): Map<string, T> =>
  new Map([...files].flatMap(([name, file]) => (kept.has(file) ? [[name, kept.get(file)!] as const] : [])));

type ReadReport = Omit<ImportReport, 'updates_deck' | keyof Published['counts'] | 'samples' | 'schedule'>;

function reportOf(
  { run, opened: { anki, source, shelf } }: Work,
  rows: RowsRead,
  { pass, removed }: { pass: FilePass; removed: number },
): ReadReport {
  const picturesLeftOut: [PictureReason, number][] = [
    ...pass.picturesLeftOut,
    ['missing', rows.picturesMissing.size],
    ['elsewhere', rows.picturesElsewhere],
  ];
  return {
    duplicates: rows.duplicates,
    left_out: rows.leftOut + removed,
    ...(rows.leftOutByHand > 0 && { left_out_by_hand: rows.leftOutByHand }),
    ...(anki && { anki: anki() }),
    ...(run.row.check_only && source.fields && { fields: source.fields }),
    audio_matched: pass.addresses.size,
    audio_missing: rows.audioMissing.size,
    audio_unused: shelf.unused.filter(({ name }) => !isPictureName(name)).length,
    pictures: {
      matched: pass.pictures.size,
      left_out: picturesLeftOut.flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : [])),
    },
  };
}

/** What the import would do, or why it cannot be done. */
async function checked(work: Work, found: ReadReport): Promise<ImportOutcome> {
  const { run, problems, bringsSchedule } = work;
  const { id: importId, client, row } = run;
  const target = await deckToUpdate(client, { importId, ownerId: row.user_id, request: row.request });
  const read = withWay(work, found, target === null);
  const counts = await countChanges(client, importId, target?.id);
  const schedule = bringsSchedule && (await countSchedule(client, { importId, studentId: row.user_id }));
  const report: ImportReport = { updates_deck: target, ...counts, ...read, ...(schedule && { schedule }) };
  if (row.check_only) {
    const samples = await sampleCards(client, importId);
    return { status: 'checked', report: { ...report, samples }, problems };
  }
  const failure =
    problems.errors > 0
      ? new ImportError('rows_invalid', { count: problems.errors })
      : new ImportError('no_cards');
  return { status: 'failed', report, failure, problems };
}

/**
 * Says whether a student's new deck is practised by typing: where most of its cards are typed in Anki. A deck that is
 * updated keeps its way, which somebody may have chosen.
 */
function withWay({ owner }: Work, read: ReadReport, isNewDeck: boolean): ReadReport {
  const { anki } = read;
  const setsWay = isNewDeck && owner.isLearner && anki && 2 * (anki.typed ?? 0) > anki.cards;
  return setsWay ? { ...read, anki: { ...anki, sets_way: true } } : read;
}

async function practiseByTyping(tx: Tx, studentId: number, deckId: number): Promise<void> {
  const { new_cards_per_day: fresh, max_cards_per_day: most } = DEFAULT_DECK_SETTINGS;
  await tables<typeof DeckSettings>(tx)
    .insertInto('deck_settings')
    .values({
      partition: partitionOf(studentId),
      student_id: studentId,
      deck_id: deckId,
      new_cards_per_day: fresh,
      max_cards_per_day: most,
      way: 'typing',
    })
    .execute();
}

async function publishDeck(work: Work, found: ReadReport): Promise<void> {
  const { run, problems, owner, bringsSchedule } = work;
  const { id: importId, client, row } = run;
  const { user_id: ownerId } = row;
  await transactionOn(client, async (tx) => {
    // What was left out may be a card of the deck, which is not missing in the file.
    const leavesOut = problems.errors > 0 || found.left_out_by_hand !== undefined;
    const removesMissing = row.request.remove_missing && !leavesOut;
    const request = { ...row.request, remove_missing: removesMissing };
    await owner.lock(tx);
    const published = await publish(tx, { importId, ownerId, request });
    const { deckId, updatesDeck, counts } = published;
    await owner.requireRoom(tx, { deckId, isNewDeck: updatesDeck === null });
    if (owner.isAuthor) await noteImport(tx, work, published);
    const read = withWay(work, found, updatesDeck === null);
    if (read.anki?.sets_way) await practiseByTyping(tx, ownerId, deckId);
    const schedule = bringsSchedule && (await requestSchedule(tx, { importId, studentId: ownerId, deckId }));
    const report = { updates_deck: updatesDeck, ...counts, ...read, ...(schedule && { schedule }) };
    await finishImport(tx, importId, { status: 'completed', report, problems, deckId });
  });
}

/** What an author imports is taken back as what they paste is. */
async function noteImport(tx: Tx, { run, place }: Work, { deckId, added, trace }: Published): Promise<void> {
  const { id: importId, row } = run;
  if (added.length === 0 && !trace?.changed.length && !trace?.removed.length) return;
  const now = new Date(place.now());
  await forgetOldAdditions(tx, row.user_id, now);
  const content = digestOf({ importId });
  const addition = { key: randomUUID(), content, cardIds: added, madeDeck: !trace, trace };
  await noteAddition(tx, { deckId, adderId: row.user_id, now }, addition);
}
