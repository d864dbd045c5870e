/** Bytes of a JSON, CSV or TSV file. */
export const CARDS_FILE_MAX = 64 * 1024 * 1024;

/** Cards of one deck. */
export const CARDS_MAX = 100_000;

/** Audio files that may be sent beside the archive, one by one. */
export const AUDIO_FILES_MAX = 2_000;

/** How deeply the values of a JSON file may be nested. */
export const JSON_DEPTH_MAX = 32;

/** Problems that are kept of one import; the rest are counted. */
export const PROBLEMS_MAX = 10_000;

/** What an archive may hold; the first three are settings. */
export interface ArchiveLimits {
  /** Bytes of the file itself. */
  archiveBytes: number;
  entries: number;
  /** Bytes of everything in it, inflated. */
  inflatedBytes: number;
  /** Bytes of the entry of this name, inflated. */
  entryBytes(name: string): number;
}

/** How many times its stored size an entry may inflate to, when it is larger than `INFLATION_FREE_BYTES`. */
export const INFLATION_MAX = 100;
/** Silence in a short WAV shrinks to almost nothing. */
export const INFLATION_FREE_BYTES = 64 * 1024;
