import type { CurrentRun } from '../run/current-run.ts';
import type { DeckImport } from './deck-import.schema.ts';

type Phase = NonNullable<DeckImport['phase']>;

const INTERVAL_MS = 300;

/** Where each phase begins and ends, in percent: of a big import nearly all the time goes by with the audio. */
const SPANS: Record<Phase, [number, number]> = { reading: [0, 10], audio: [10, 92], publishing: [92, 99] };

/** Reports how far an import is, a few times a second at most, and hears whether it is to stop. */
export class ImportProgress {
  readonly #run: CurrentRun;
  readonly #now: () => number;
  readonly #begun: number;
  #phase: Phase = 'reading';
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** Part of the phase's work that is done, 0 to 1. */
  #share = 0;
  cardsTotal: number | null = null;
  cardsDone = 0;
  audioTotal: number | null = null;
  audioDone = 0;

  /** `now` in milliseconds. */
  constructor(run: CurrentRun, now: () => number) {
    this.#run = run;
    this.#now = now;
    this.#begun = now();
  }

  /** Enters a phase and reports it. Throws RunCancelled. Publishing is the last step. */
  async enter(phase: Phase): Promise<void> {
    this.#phase = phase;
    this.#share = 0;
    if (phase === 'publishing') await this.#run.beginLastStep(this.#columns());
    else await this.#run.report(this.#columns());
  }

  /** `share` of the phase's work is done. Throws RunCancelled, but not once publishing has begun. */
  async further(share: number): Promise<void> {
    this.#share = Math.min(1, share);
    if (this.#now() - this.#reportedAt >= INTERVAL_MS) await this.#run.report(this.#columns());
  }

  #columns() {
    this.#reportedAt = this.#now();
    return {
      phase: this.#phase,
      percent: Math.floor(this.#percent),
      seconds_left: this.#secondsLeft(this.#reportedAt),
      cards_total: this.cardsTotal,
      cards_done: this.cardsDone,
      audio_total: this.audioTotal,
      audio_done: this.audioDone,
    };
  }

  get #percent(): number {
    const [start, end] = SPANS[this.#phase];
    return start + (end - start) * this.#share;
  }

  /** Extrapolates from the pace so far; null while too little is done for that. */
  #secondsLeft(now: number): number | null {
    const percent = this.#percent;
    const seconds = (now - this.#begun) / 1_000;
    return percent < 12 || seconds < 2 ? null : Math.ceil((seconds * (100 - percent)) / percent);
  }
}
