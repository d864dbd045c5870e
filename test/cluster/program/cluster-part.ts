import type { Lifetime } from '../../harness/lifetime.ts';

/** The engine of a part is not on this machine, and may not be put there: its message says what is missing. */
export class EngineMissing extends Error {
  override name = 'EngineMissing';
}

export interface PartOptions {
  /** The steps to take, in the part's order. */
  steps: readonly string[];
  isQuick: boolean;
  seed: number;
  archive?: string;
  postgres?: string;
  signal: AbortSignal;
  log: (line: string) => void;
  /** Writes what there is so far: a run that is ended early has then said what it did. */
  onProgress: (outcome: PartOutcome) => void;
}

export interface PartOutcome {
  /** Nothing of these may be: what was lost, doubled or wrong, or did not pass. */
  violations: string[];
  /** What it ran on, in a sentence. */
  engine: string;
  /** Of the report, in Markdown, each with its heading. */
  sections: string[];
}

/** An engine of several servers, with all that is done to it. */
export interface ClusterPart {
  name: string;
  /** What it is, for the report. */
  about: string;
  /** Names of all that it does, in order. */
  steps: readonly string[];
  /** All that it starts ends with the lifetime. Throws EngineMissing before anything else. */
  run(t: Lifetime, options: PartOptions): Promise<PartOutcome>;
}
