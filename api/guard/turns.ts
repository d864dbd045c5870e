import { AppError } from '../../core/contract/errors.ts';

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Lets each caller do a few things at a time; a few more wait, in order. */
export class Turns {
  readonly #queues = new Map<number | string, Queue>();
  readonly #atOnce: number;
  readonly #waiting: number;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * Resolves when it is the caller's turn, with a function that ends it. Throws `too_many_requests` when too many
   * wait.
   */
  async take(caller: number | string): Promise<() => void> {
    const queue = this.#queues.get(caller) ?? { running: 0, waiting: [] };
    this.#queues.set(caller, queue);
    if (queue.running < this.#atOnce) queue.running += 1;
    else {
      if (queue.waiting.length >= this.#waiting) throw new AppError('too_many_requests', { retryAfter: 1 });
      // The turn of one that has ended: it is handed on.
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    }
    return () => {
      const next = queue.waiting.shift();
      if (next) return next();
      queue.running -= 1;
      if (queue.running === 0) this.#queues.delete(caller);
    };
  }
}
