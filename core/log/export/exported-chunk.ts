import type { Position } from '../position.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** A piece of an exported file. */
export interface ExportedChunk {
  /** What comes next in the file; empty at times. */
  chunk: string | Buffer;
  /** How many events are in it. */
  events: number;
  /** Positions read since the chunk before; the plan's total in all. */
  read: number;
  /** How far the export has come with it, in the partitions where it has gone on. */
  reached: Position[];
}

export interface ExportOptions {
  /** Names in place of the students' numbers, and no hashes. */
  pseudonyms?: Pseudonyms | undefined;
  /** Ends the file early when it is aborted; what has been written until then is a whole file. */
  signal?: AbortSignal | undefined;
}
