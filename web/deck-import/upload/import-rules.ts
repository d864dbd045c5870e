import { CARD_AUDIO_MAX } from '../../../core/contract/card-limits.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import type { ColumnMap } from '../../../core/deck-import/cards/card-source.ts';
import { AUDIO_FILES_MAX, CARDS_FILE_MAX } from '../../../core/deck-import/import-limits.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';

export interface ImportFieldsProps {
  values: ImportValues;
  change: (changed: Partial<ImportValues>) => void;
  problemOf: (field: ImportField) => string | undefined;
}

export const controlId = (field: ImportField): string => `import-${field}`;

/** What a file with cards is by its name. The server looks into it; here it only decides what the form asks for. */
type CardFileKind = 'json' | 'table' | 'workbook' | 'anki' | 'zip';

const KINDS: Record<string, CardFileKind> = {
  json: 'json',
  csv: 'table',
  tsv: 'table',
  txt: 'table',
  xlsx: 'workbook',
  apkg: 'anki',
  colpkg: 'anki',
  zip: 'zip',
};

/** What the browser offers to choose from. */
export const CARD_FILE_ACCEPT = Object.keys(KINDS)
  .map((extension) => `.${extension}`)
  .join(',');

/** Undefined for a name that says nothing. */
export const cardFileKind = (name: string): CardFileKind | undefined =>
  KINDS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];

/** Bytes of an archive, as the server has it unless it is set otherwise. */
export const ARCHIVE_MAX = 2 * 1024 ** 3;

/** As typed and chosen. */
export interface ImportValues {
  title: string;
  description: string;
  cardFile: File | null;
  audioFiles: File[];
  archive: File | null;
  audioSourcePath: string;
  isOfficial: boolean;
  label: string;
  /** Makes another deck though there is one of this title. */
  asNew: boolean;
  /** A colleague's deck into which the cards come, whatever the title. */
  intoDeck: number | null;
  removeMissing: boolean;
  /** Of the table or the Anki package that is chosen; null leaves the server to find out. */
  columns: ColumnMap | null;
  /** Brings what was answered in Anki along, for students. */
  withSchedule: boolean;
}

export const NO_IMPORT: ImportValues = {
  title: '',
  description: '',
  cardFile: null,
  audioFiles: [],
  archive: null,
  audioSourcePath: '',
  isOfficial: false,
  label: '',
  asNew: false,
  intoDeck: null,
  removeMissing: false,
  columns: null,
  withSchedule: false,
};

export type ImportField =
  | 'title'
  | 'description'
  | 'cardFile'
  | 'front'
  | 'back'
  | 'audioFiles'
  | 'archive'
  | 'audioSourcePath'
  | 'label';

export type ImportProblem =
  | 'required'
  | 'long'
  | 'file-missing'
  | 'file-empty'
  | 'file-large'
  | 'archive-large'
  | 'audio-large'
  | 'audio-many'
  | 'path-refused'
  | 'column-missing';

/** In the order of the form. */
export type ImportProblems = Partial<Record<ImportField, ImportProblem>>;

/** Out of the archive, by going up or from the root of whatever system; archives know no backslash. */
const isRefusedPath = (path: string): boolean =>
  /^\/|^[a-z]:|\\|\p{Cc}/iu.test(path) || path.split('/').includes('..');

function checkCardFile(file: File | null, archiveMax: number): ImportProblem | undefined {
  if (file === null) return 'file-missing';
  if (file.size === 0) return 'file-empty';
  const kind = cardFileKind(file.name);
  if (kind === 'json' || kind === 'table') return file.size > CARDS_FILE_MAX ? 'file-large' : undefined;
  return file.size > archiveMax ? 'archive-large' : undefined;
}

function checkAudioFiles(files: readonly File[]): ImportProblem | undefined {
  if (files.length > AUDIO_FILES_MAX) return 'audio-many';
  return files.some(({ size }) => size > CARD_AUDIO_MAX) ? 'audio-large' : undefined;
}

const tooLong = (text: string, most: number): ImportProblem | undefined =>
  graphemeCount(text.trim()) > most ? 'long' : undefined;

const textProblem = (text: string, most: number): ImportProblem | undefined =>
  text.trim() === '' ? 'required' : tooLong(text, most);

/** Returns what the server would refuse, reported before gigabytes have been uploaded for nothing. */
export function checkImport(values: ImportValues, archiveMax = ARCHIVE_MAX): ImportProblems {
  const { cardFile, columns, archive } = values;
  const chosen = cardFile !== null && cardFileKind(cardFile.name) === 'table' ? columns : null;
  const found: ImportProblems = {
    title: textProblem(values.title, DECK_TITLE_MAX),
    description: tooLong(values.description, DECK_DESCRIPTION_MAX),
    cardFile: checkCardFile(cardFile, archiveMax),
    front: chosen && !chosen.front ? 'column-missing' : undefined,
    back: chosen && !chosen.back ? 'column-missing' : undefined,
    audioFiles: checkAudioFiles(values.audioFiles),
    archive: archive && archive.size > archiveMax ? 'archive-large' : undefined,
    audioSourcePath: isRefusedPath(values.audioSourcePath.trim()) ? 'path-refused' : undefined,
    label: values.isOfficial ? textProblem(values.label, OFFICIAL_LABEL_MAX) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

export const filesOf = ({ cardFile, audioFiles, archive }: ImportValues): File[] =>
  [cardFile, ...audioFiles, archive].filter((file) => file !== null);

export const bytesOf = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);
