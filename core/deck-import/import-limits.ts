import { STUDENT_FILE_BYTES_MAX } from '../access/quota-limits.ts';
import { CARD_AUDIO_MAX } from '../contract/card-limits.ts';
import { isAudioName } from './archive/file-shelf.ts';

/** Bytes of a JSON, CSV or TSV file. */
export const CARDS_FILE_MAX = 64 * 1024 * 1024;

/** Bytes of all parts of a workbook together, inflated: it is held in memory. */
export const WORKBOOK_MAX = 32 * 1024 * 1024;

/** Cards of one deck. */
export const CARDS_MAX = 100_000;

/** Answers in the log of an Anki package whose schedule comes along. */
export const ANSWERS_MAX = 500_000;

/** Cards of one import of a teacher's. */
export const TEACHER_CARDS_MAX = 2_000;

/** Bytes of all files of one import of a teacher's. */
export const TEACHER_FILES_MAX = 200 * 1024 * 1024;

/** Bytes of all files of one import of a student's. */
export const STUDENT_IMPORT_MAX = STUDENT_FILE_BYTES_MAX;

/** What an archive of a teacher's may hold, where the settings allow more. */
export const TEACHER_ENTRIES_MAX = 20_000;
export const TEACHER_INFLATED_MAX = 1024 ** 3;

/** Imports of one teacher that may wait or run at a time. */
export const TEACHER_OPEN_MAX = 3;

/** Audio files that may be sent beside the archive, one by one. */
export const AUDIO_FILES_MAX = 2_000;

/** How deeply the values of a JSON file may be nested. */
export const JSON_DEPTH_MAX = 32;

/** Problems that are kept of one import; the rest are counted. */
export const PROBLEMS_MAX = 10_000;

/** What an archive may hold; the first three are settings (core/process/config.ts). */
export interface ArchiveLimits {
  /** Bytes of the file itself. */
  archiveBytes: number;
  entries: number;
  /** Bytes of everything in it, inflated. */
  inflatedBytes: number;
  /** Bytes of the entry of this name, inflated. */
  entryBytes(name: string): number;
}

/** Bytes of an Anki collection, and of a file that is left out when too large for a card. */
export const COLLECTION_MAX = 1024 ** 3;
const LEFT_OUT_MAX = 200 * 1024 * 1024;

/** True for a name that says that it is a picture; which it is, only its content says. */
export const isPictureName = (name: string): boolean =>
  /\.(jpe?g|png|gif|svg|webp|avif|bmp|tiff?|ico|hei[cf])$/i.test(name);

/**
 * Returns the bytes that an entry of this name may have, inflated: those of a card's audio, or more for the cards
 * themselves and for what may be left out: media of Anki's, sounds and pictures.
 */
export function entryBytesMax(name: string): number {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (base === 'deck.json' || base === 'media') return CARDS_FILE_MAX;
  if (/^collection\.anki2(1b?)?$/.test(base)) return COLLECTION_MAX;
  if (/\.xml$/i.test(base)) return WORKBOOK_MAX;
  return isCopied(base) ? LEFT_OUT_MAX : CARD_AUDIO_MAX;
}

/**
 * Returns whether an entry of this name is a picture or a sound, or media of Anki's: it is copied and never read into.
 * One colour or silence shrinks to almost nothing, so its size alone bounds it.
 */
export const isCopied = (name: string): boolean => {
  const base = name.slice(name.lastIndexOf('/') + 1);
  return /^\d+$/.test(base) || isPictureName(base) || isAudioName(base);
};

/** How many times its stored size another entry may inflate to, when it is larger than `INFLATION_FREE_BYTES`. */
export const INFLATION_MAX = 100;
/** A short text of one letter is no bomb. */
export const INFLATION_FREE_BYTES = 64 * 1024;
