import type { FSRSBindingItem } from '@open-spaced-repetition/binding';
import type { CardHistory, LabelledReview } from './labelled-reviews.ts';
import { gradesOf, WEIGHT_LIMITS } from './memory.ts';

/** Thrown when the native code that fits weights does not run on this machine. */
export class FittingUnavailableError extends Error {
  override name = 'FittingUnavailableError';
}

export interface TrainingOptions {
  /** Called with the share of the work that is done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Milliseconds; each call takes at least as long. */
const POLLING_MS = 10;

/** FSRS's own code for fitting takes initial stabilities down to 0.001, ts-fsrs none below this. */
const INITIAL_STABILITY_MIN = 0.1;

/**
 * Fits weights by fsrs-rs, as native code in this process. It may bring the process down, so servers have to leave it
 * alone. The same reviews always give the same weights.
 */
export class WeightsTraining {
  readonly #computeParameters: typeof import('@open-spaced-repetition/binding').computeParameters;
  readonly #items: FSRSBindingItem[];

  private constructor(binding: typeof import('@open-spaced-repetition/binding'), reviews: LabelledReview[]) {
    this.#computeParameters = binding.computeParameters;
    this.#items = trainingItems(binding, reviews);
  }

  /** For these reviews, in the order in which they were given. Rejects with a FittingUnavailableError. */
  static async begin(reviews: LabelledReview[]): Promise<WeightsTraining> {
    const binding = await import('@open-spaced-repetition/binding').catch((cause: unknown) => {
      throw new FittingUnavailableError((cause as Error).message, { cause });
    });
    return new WeightsTraining(binding, reviews);
  }

  /** The 21 weights that fit the first `count` reviews. Rejects with the signal's reason when it is aborted. */
  async weights(count: number, { onProgress, signal }: TrainingOptions = {}): Promise<number[]> {
    signal?.throwIfAborted();
    // At once: the native code may be done before it reports for the first time.
    onProgress?.(0);
    try {
      const found = await this.#computeParameters(this.#items.slice(0, count), {
        enableShortTerm: true,
        numRelearningSteps: 1,
        timeout: POLLING_MS,
        progress: (current, total) => {
          if (total > 0) onProgress?.(current / total);
          return !signal?.aborted;
        },
      });
      return withinLimits(found);
    } finally {
      signal?.throwIfAborted();
    }
  }
}

/** The grades of each review's card up to that review. */
function trainingItems(
  { FSRSBindingItem, FSRSBindingReview }: typeof import('@open-spaced-repetition/binding'),
  reviews: LabelledReview[],
): FSRSBindingItem[] {
  const steps = new Map<CardHistory, { all: InstanceType<typeof FSRSBindingReview>[]; upTo: number[] }>();
  const stepsOf = (history: CardHistory) => {
    const all: InstanceType<typeof FSRSBindingReview>[] = [];
    const upTo: number[] = [];
    let anchorDay: number | undefined;
    for (const answer of history.answers) {
      const grades = gradesOf(anchorDay, answer);
      // What counts as relearnt after a review is not known before it.
      upTo.push(all.length + 1);
      for (const { grade, elapsed } of grades) all.push(new FSRSBindingReview(grade, elapsed));
      anchorDay = Math.max(anchorDay ?? answer.day, answer.day);
    }
    return { all, upTo };
  };
  return reviews.map(({ history, index }) => {
    const known = steps.getOrInsertComputed(history, stepsOf);
    return new FSRSBindingItem(known.all.slice(0, known.upTo[index]));
  });
}

/** Throws when they are not 21 numbers: then the fitting has failed, and no limit would mend it. */
function withinLimits(found: number[]): number[] {
  if (found.length !== WEIGHT_LIMITS.length || !found.every(Number.isFinite))
    throw new Error(`the fitting gave no weights: ${found.join()}`);
  return WEIGHT_LIMITS.map(([low, high], index) => {
    const floor = index < 4 ? Math.max(low, INITIAL_STABILITY_MIN) : low;
    // Fitted in single precision, of seven digits: more decimals would say nothing.
    return Number(Math.min(high, Math.max(floor, found[index]!)).toFixed(6));
  });
}
