/** A prediction at one review of a card that had been learnt, and what happened. */
export interface RecallPrediction {
  /** The chance of recall that was predicted, 0 to 1. */
  predicted: number;
  /** Whether its first answer was 2, whatever a scheduler makes of the answers. */
  recalled: boolean;
  /** Days since the review before, at least 1. */
  elapsed: number;
  /** Reviews of the card before this one, at least 1, and how many of them found it forgotten. */
  reviews: number;
  lapses: number;
}

export interface RecallScores {
  /** How many reviews were evaluated. */
  reviews: number;
  /** The share that was recalled, and the mean of the predictions. */
  observed: number;
  predicted: number;
  /** Mean of −ln of the chance that was given to what happened; smaller is better. */
  log_loss: number;
  /**
   * Root of the mean squared difference of observed and predicted share; smaller is better. Over groups of reviews
   * that are alike in elapsed days, reviews and lapses.
   */
  rmse_bins: number;
  /** The chance that of one recalled and one forgotten review the former had the higher prediction; null for one kind. */
  auc: number | null;
}

/** Nothing is predicted with certainty: one such miss would make the whole log loss infinite. */
const CERTAINTY = 1e-6;

/** Predictions with the same first four or five decimals count as equal in the AUC: it needs no sorting then. */
const RANKS = 1 << 16;

interface Bin {
  count: number;
  recalled: number;
  predicted: number;
}

/**
 * How well recall was predicted. Memory is constant, however many reviews. The measures and the bins are those of
 * the FSRS benchmark (github.com/open-spaced-repetition/srs-benchmark).
 */
export class RecallEvaluation {
  readonly #bins = new Map<number, Bin>();
  readonly #recalledAt = new Float64Array(RANKS + 1);
  readonly #forgottenAt = new Float64Array(RANKS + 1);
  #reviews = 0;
  #recalled = 0;
  #predicted = 0;
  #loss = 0;

  add({ predicted, recalled, elapsed, reviews, lapses }: RecallPrediction): void {
    const chance = Math.min(1 - CERTAINTY, Math.max(CERTAINTY, predicted));
    const key = binOf(elapsed, reviews, lapses);
    const bin = this.#bins.getOrInsertComputed(key, () => ({ count: 0, recalled: 0, predicted: 0 }));
    bin.count++;
    bin.predicted += predicted;
    this.#reviews++;
    this.#predicted += predicted;
    this.#loss -= Math.log(recalled ? chance : 1 - chance);
    const rank = Math.round(predicted * RANKS);
    if (recalled) {
      bin.recalled++;
      this.#recalled++;
      this.#recalledAt[rank]!++;
    } else this.#forgottenAt[rank]!++;
  }

  /** Null when there was nothing to evaluate. */
  scores(): RecallScores | null {
    const reviews = this.#reviews;
    if (reviews === 0) return null;
    let squares = 0;
    for (const { count, recalled, predicted } of this.#bins.values())
      squares += (recalled - predicted) ** 2 / count;
    return {
      reviews,
      observed: this.#recalled / reviews,
      predicted: this.#predicted / reviews,
      log_loss: this.#loss / reviews,
      rmse_bins: Math.sqrt(squares / reviews),
      auc: this.#auc(),
    };
  }

  #auc(): number | null {
    const pairs = this.#recalled * (this.#reviews - this.#recalled);
    if (pairs === 0) return null;
    let forgottenBelow = 0;
    let right = 0;
    for (let rank = 0; rank <= RANKS; rank++) {
      const forgotten = this.#forgottenAt[rank]!;
      right += this.#recalledAt[rank]! * (forgottenBelow + forgotten / 2);
      forgottenBelow += forgotten;
    }
    return right / pairs;
  }
}

/** The benchmark's steps, each some times as wide as the one before; none of them reaches 64. */
const step = (value: number, base: number): number => Math.floor(Math.log(value) / Math.log(base));

const binOf = (elapsed: number, reviews: number, lapses: number): number =>
  (step(elapsed, 3.62) * 64 + step(reviews + 1, 1.89)) * 64 + (lapses === 0 ? 0 : 1 + step(lapses, 1.73));
