import { CARD_AUDIO_MAX } from '../card/card-limits.ts';

/** Bytes of a JSON, CSV or TSV file. */
export const CARDS_FILE_MAX = 64 * 1024 * 1024;

/** Cards of one deck. */
export const CARDS_MAX = 100_000;

/** Cards of one import of a teacher's. */
export const TEACHER_CARDS_MAX = 2_000;

/** Bytes of all files of one import of a teacher's. */
export const TEACHER_FILES_MAX = 200 * 1024 * 1024;

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

/** What an archive may hold; the first three are settings (core/config.ts). */
export interface ArchiveLimits {
  /** Bytes of the file itself. */
  archiveBytes: number;
  entries: number;
  /** Bytes of everything in it, inflated. */
  inflatedBytes: number;
  /** Bytes of the entry of this name, inflated. */
  entryBytes(name: string): number;
}

/** Bytes of an Anki collection, and of one of its media files: these include pictures and films, which are not read. */
const COLLECTION_MAX = 1024 ** 3;
const ANKI_MEDIA_MAX = 200 * 1024 * 1024;

/**
 * Returns the bytes that an entry of this name may have, inflated: a card's audio, or more for the cards themselves.
 */
export function entryBytesMax(name: string): number {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (base === 'deck.json' || base === 'media') return CARDS_FILE_MAX;
  if (/^collection\.anki2(1b?)?$/.test(base)) return COLLECTION_MAX;
  return /^\d+$/.test(base) ? ANKI_MEDIA_MAX : CARD_AUDIO_MAX;
}

/** How many times its stored size an entry may inflate to, when it is larger than `INFLATION_FREE_BYTES`. */
export const INFLATION_MAX = 100;
/** Silence in a short WAV shrinks to almost nothing. */
export const INFLATION_FREE_BYTES = 64 * 1024;
