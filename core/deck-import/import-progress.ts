import type { ClientBase } from 'pg';
import type { DeckImport } from './deck-import.schema.ts';

type Phase = NonNullable<DeckImport['phase']>;

/** Thrown where an import is when somebody has asked to stop it. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled';
}

const INTERVAL_MS = 300;

/** Where each phase begins and ends, in percent: of a big import nearly all the time goes by with the audio. */
const SPANS: Record<Phase, [number, number]> = { reading: [0, 10], audio: [10, 92], publishing: [92, 99] };

/** Tells how far an import is, a few times a second at most, and hears whether it is to stop. */
export class ImportProgress {
  readonly #client: ClientBase;
  readonly #importId: number;
  readonly #now: () => number;
  readonly #begun: number;
  #phase: Phase = 'reading';
  #told = Number.NEGATIVE_INFINITY;
  /** Part of the phase's work that is done, 0 to 1. */
  #share = 0;
  cardsTotal: number | null = null;
  cardsDone = 0;
  audioTotal: number | null = null;
  audioDone = 0;

  /** `now` in milliseconds. */
  constructor(client: ClientBase, importId: number, now: () => number) {
    this.#client = client;
    this.#importId = importId;
    this.#now = now;
    this.#begun = now();
  }

  /** Enters a phase and tells so. Throws ImportCancelled. */
  async enter(phase: Phase): Promise<void> {
    this.#phase = phase;
    this.#share = 0;
    if (await this.#tell()) throw new ImportCancelled();
  }

  /** `share` of the phase's work is done. Throws ImportCancelled, but not once publishing has begun. */
  async further(share: number): Promise<void> {
    this.#share = Math.min(1, share);
    if (this.#now() - this.#told < INTERVAL_MS) return;
    const isToStop = await this.#tell();
    if (isToStop && this.#phase !== 'publishing') throw new ImportCancelled();
  }

  /** Answers whether the import is to stop. */
  async #tell(): Promise<boolean> {
    const now = this.#now();
    this.#told = now;
    const { rows } = await this.#client.query<{ cancel_requested: boolean }>({
      name: 'import_progress',
      text: `update deck_imports set phase = $2, percent = $3, seconds_left = $4, cards_total = $5, cards_done = $6,
               audio_total = $7, audio_done = $8
             where id = $1 returning cancel_requested`,
      values: [
        this.#importId,
        this.#phase,
        Math.floor(this.#percent),
        this.#secondsLeft(now),
        this.cardsTotal,
        this.cardsDone,
        this.audioTotal,
        this.audioDone,
      ],
    });
    return rows[0]?.cancel_requested !== false;
  }

  get #percent(): number {
    const [start, end] = SPANS[this.#phase];
    return start + (end - start) * this.#share;
  }

  /** As long as it went, it will go on; unknown while too little is done to tell. */
  #secondsLeft(now: number): number | null {
    const percent = this.#percent;
    const seconds = (now - this.#begun) / 1_000;
    return percent < 12 || seconds < 2 ? null : Math.ceil((seconds * (100 - percent)) / percent);
  }
}
