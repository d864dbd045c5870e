import { hash } from 'node:crypto';
import {
  CARD_SIDES,
  type CardSide,
  FILE_USES,
  type FileUse,
  fileFieldOf,
} from '../../contract/card-fields.ts';
import { FURTHER_FILES_MAX } from '../../contract/card-limits.ts';
import type { Connection } from '../../postgres/transaction.ts';
import { levelled } from '../../text/normal-form.ts';
import type { FileShelf, SentFile } from '../archive/file-shelf.ts';
import { PROBLEMS_MAX } from '../import-limits.ts';
import type { ImportProgress } from '../import-progress.ts';
import { type CardRow, type ReportProblem, readCardRow } from './card-row.ts';
import { type CardSource, firstWords, LISTENING_FRONT, PICTURE_SIDE, type SourceRow } from './card-source.ts';
import {
  type CheckedRow,
  forgetCheckedRows,
  keepCheckedRows,
  type Mend,
  mended,
  mendsOf,
  type RowProblem,
} from './checked-rows.ts';
import {
  ImportError,
  type ImportProblem,
  type ImportProblemCode,
  storableParams,
} from './import-problems.ts';
import { type NamedFile, namedOf, setNamed } from './named-files.ts';
import { clearStaging, stageRows } from './staging.ts';

/** Rows of one statement, and of one look whether the import was cancelled. */
const BATCH = 500;

export type RowsRead = Omit<RowReader, 'read'>;

interface Reading {
  importId: number;
  client: Connection;
  source: CardSource;
  shelf: FileShelf;
  problems: FoundProblems;
  progress: ImportProgress;
  cardsMax: number;
  /** Its rows are to be seen before they come. */
  isCheck: boolean;
}

/** Checks every row, as it was mended, and stages those that are right. Throws ImportError and RunCancelled. */
export async function readRows(reading: Reading): Promise<RowsRead> {
  const { importId, client, source, problems, progress, cardsMax, isCheck } = reading;
  await clearStaging(client, importId);
  await forgetCheckedRows(client, importId);
  const reader = new RowReader(reading);
  for await (const batch of source.rows()) {
    const mends = await mendsOf(client, importId, batch);
    const read = batch.map((row) => reader.read(row, mends.get(row.row)));
    if (isCheck) await keepCheckedRows(client, importId, read);
    const cards = read.map(({ card }) => card).filter((card) => card !== undefined);
    for (let start = 0; start < cards.length; start += BATCH)
      await stageRows(client, importId, cards.slice(start, start + BATCH));
    progress.cardsDone += batch.length;
    if (progress.cardsDone > cardsMax) throw new ImportError('too_many_cards', { max: cardsMax });
    // How many there will be is not known before the last; it grows towards the end of the phase.
    await progress.further(progress.cardsDone / (progress.cardsDone + 10_000));
  }
  for (const problem of source.found?.() ?? []) problems.add(problem);
  for (const params of source.missing ?? []) {
    if (!isCheck) throw new ImportError('column_missing', params);
    problems.add({
      severity: 'error',
      row: null,
      field: String(params.field),
      code: 'column_missing',
      params,
    });
  }
  if (progress.cardsDone === 0 && !source.missing?.length) throw new ImportError('no_cards');
  progress.cardsTotal = progress.cardsDone;
  return reader;
}

/** What came of a row. */
interface ReadRow extends CheckedRow {
  card: CardRow | undefined;
}

/** Two cards that look alike are the same. */
const levelledText = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? levelled(value) : value;

class RowReader {
  /** The file that each name of an audio means. */
  readonly audio = new Map<string, SentFile>();
  /** Names for which nothing was sent. */
  readonly audioMissing = new Set<string>();
  /** The file that each name of a picture means. */
  readonly pictures = new Map<string, SentFile>();
  readonly picturesMissing = new Set<string>();
  /** Pictures that are named by an address. */
  picturesElsewhere = 0;
  /** Some card has more than its own files. */
  hasFurther = false;
  cards = 0;
  duplicates = 0;
  /** Cards with an error. */
  leftOut = 0;
  leftOutByHand = 0;
  readonly #reading: Reading;
  readonly #ids = new Map<string, number>();
  /** Hashes of whole cards without id, and their rows. */
  readonly #contents = new Map<string, number>();
  readonly #unknown = new Set<string>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(source: SourceRow, mend: Mend | undefined): ReadRow {
    const row = mend ? mended(source, mend) : source;
    const problems: RowProblem[] = [];
    const reportProblem: ReportProblem = ({ params, ...problem }) =>
      problems.push({ ...problem, params: { ...wordsOf(row), ...params } });
    if (mend?.is_left_out) {
      this.leftOutByHand++;
      // What is wrong with it counts once it is taken in again.
      readCardRow(row, reportProblem, this.#isThere);
      return { source, problems, card: undefined };
    }
    const card = this.#read(row, reportProblem);
    for (const problem of problems) this.#reading.problems.add({ row: source.row, ...problem });
    return { source, problems, card };
  }

  #read(source: SourceRow, reportProblem: ReportProblem): CardRow | undefined {
    this.#reportUnknown(source, reportProblem);
    for (const { field, name } of source.doubts ?? [])
      reportProblem({ severity: 'warning', field, code: 'field_guessed', params: { field, name } });
    const card = readCardRow(source, reportProblem, this.#isThere);
    if (!card) {
      this.leftOut++;
      return undefined;
    }
    if (this.#isRepeated(card, reportProblem)) return undefined;
    const heard = card.audio;
    for (const use of FILE_USES) this.#findFiles(card, use, reportProblem);
    for (const side of CARD_SIDES) {
      if (card[side] !== PICTURE_SIDE || card[`${side}_picture`] !== null || source.values?.[side]) continue;
      return this.#leaveOut(reportProblem, side, 'only_picture');
    }
    // Another sound would ask something else.
    if (card.front === LISTENING_FRONT && (card.audio === null || card.audio !== heard))
      return this.#leaveOut(reportProblem, 'front', 'front_required');
    this.cards++;
    return card;
  }

  #leaveOut(reportProblem: ReportProblem, field: CardSide, code: ImportProblemCode): undefined {
    this.leftOut++;
    reportProblem({ severity: 'error', field, code });
  }

  /** Reports an unknown field, such as a misspelt one, once: where it is first seen. */
  #reportUnknown({ values }: SourceRow, reportProblem: ReportProblem): void {
    for (const name in values) {
      if (this.#reading.source.known.has(name) || this.#unknown.has(name) || this.#unknown.size > 100)
        continue;
      // Programs write a column without a name as an empty key; with nothing in it, nothing is lost.
      if (name.trim() === '' && (values[name] === null || values[name] === '')) continue;
      this.#unknown.add(name);
      reportProblem({
        severity: 'warning',
        field: null,
        code: 'unknown_field',
        params: { name: name.slice(0, 100) },
      });
    }
  }

  #isRepeated(card: CardRow, reportProblem: ReportProblem): boolean {
    const { row, source_id, audio: _, tags: __, further, ...content } = card;
    const pictures = further.filter(({ use }) => use !== 'audio');
    const key = source_id ?? hash('sha1', JSON.stringify([content, pictures], levelledText), 'base64');
    const seen = source_id === null ? this.#contents : this.#ids;
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, row);
      return false;
    }
    const params = { row: earlier };
    if (source_id === null || this.#reading.source.hasCopies) {
      this.duplicates++;
      const code = source_id === null ? 'duplicate_card' : 'duplicate_note';
      reportProblem({ severity: 'warning', field: null, code, params });
    } else {
      this.leftOut++;
      reportProblem({ severity: 'error', field: 'id', code: 'duplicate_id', params });
    }
    return true;
  }

  readonly #isThere = (name: string): boolean => this.#reading.shelf.has(name);

  /** What was not sent is left out: a card that has files of this use already keeps them. */
  #findFiles(card: CardRow, use: FileUse, reportProblem: ReportProblem): void {
    const named = namedOf(card, use);
    if (named.length === 0) return;
    const found: NamedFile[] = [];
    let leftOut = 0;
    for (const file of named) {
      if (found.length > FURTHER_FILES_MAX) leftOut++;
      else if (this.#find(file, reportProblem)) found.push(file);
      else if (!card.incomplete.includes(use)) card.incomplete.push(use);
    }
    setNamed(card, use, found);
    this.hasFurther ||= found.length > 1;
    if (leftOut > 0)
      reportProblem({
        severity: 'warning',
        field: fileFieldOf(use),
        code: 'files_left_out',
        params: { max: FURTHER_FILES_MAX + 1, count: leftOut },
      });
  }

  #find({ use, name }: NamedFile, reportProblem: ReportProblem): boolean {
    return use === 'audio'
      ? this.#findAudio(name, reportProblem)
      : this.#findPicture(name, use, reportProblem);
  }

  #findAudio(name: string, reportProblem: ReportProblem): boolean {
    const found = this.#reading.shelf.findAudio(name);
    if (typeof found === 'object') {
      this.audio.set(name, found);
      return true;
    }
    if (found === 'audio_missing') this.audioMissing.add(name);
    reportProblem({
      severity: found === 'audio_missing' ? 'warning' : 'error',
      field: 'audio',
      code: found,
      params: { name },
    });
    return false;
  }

  /** A picture that is not there refuses no card. */
  #findPicture(name: string, side: CardSide, reportProblem: ReportProblem): boolean {
    const found = ADDRESS.test(name) ? 'picture_elsewhere' : this.#reading.shelf.findPicture(name);
    if (typeof found === 'object') {
      this.pictures.set(name, found);
      return true;
    }
    if (found === 'picture_elsewhere') this.picturesElsewhere++;
    else this.picturesMissing.add(name);
    reportProblem({ severity: 'warning', field: fileFieldOf(side), code: found, params: { name } });
    return false;
  }
}

/** Of another host, or of a picture that stands in the text itself. */
const ADDRESS = /^(https?:|data:|\/\/)/i;

/** The first words of a row, by which people find it where it comes from; numbers are not shown everywhere. */
export function wordsOf({ values = {} }: SourceRow): { words?: string } {
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && /[\p{L}\p{N}]/u.test(value);
  const text = [values.front, values.back, ...Object.values(values)].find(isText);
  return text === undefined ? {} : { words: firstWords(text) };
}

/** What an import has found wrong; of very many, the first of each severity are kept and all are counted. */
export class FoundProblems {
  readonly kept: ImportProblem[] = [];
  errors = 0;
  warnings = 0;

  add(problem: Omit<ImportProblem, 'params'> & Partial<Pick<ImportProblem, 'params'>>): void {
    const count = problem.severity === 'error' ? ++this.errors : ++this.warnings;
    if (count > PROBLEMS_MAX / 2) return;
    this.kept.push({ ...problem, params: storableParams(problem.params ?? {}) });
  }
}
