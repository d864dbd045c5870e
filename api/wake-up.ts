import { type Producer, QueueClient, type Queues, WAKE_UP_QUEUE } from '../core/queue.ts';
import type { RunKind } from '../core/run/run-kind.ts';

/** Wake-ups are this far apart at least: under load a job then finds more than one batch. */
const INTERVAL_MS = 200;

/** A backend that has not answered by then is away; the workers find their work by themselves. */
const GIVE_UP_MS = 1_000;

/**
 * Tells the workers which partitions have grown, when exams end and that a run waits. Never waited for and allowed to
 * fail: workers look by themselves. While a partition's job is running, one more is kept for when it ends
 * (`keepLastIfActive`; plain deduplication would drop the last wake-up).
 */
export class WakeUp {
  readonly #queue: QueueClient<Producer>;
  readonly #grown = new Set<number>();
  #pause: NodeJS.Timeout | undefined;
  #sending = false;

  constructor(open: () => Queues) {
    this.#queue = new QueueClient(open, (queues) => queues.producer(WAKE_UP_QUEUE));
  }

  partitions(grown: Iterable<number>): void {
    for (const partition of grown) this.#grown.add(partition);
    // The first goes at once, so that a lone answer is projected without delay.
    if (!this.#pause && !this.#sending) void this.#send();
  }

  /** Has the workers look, so many milliseconds from now, for exams that are over; one job for all of a second. */
  examsEndIn(delay: number): void {
    const second = Math.ceil((Date.now() + delay) / 1_000);
    const job = {
      name: 'exams-end',
      data: { examsEnd: true as const },
      opts: { delay: second * 1_000 - Date.now(), jobId: `exams-end-${second}` },
    };
    void this.#queue.current?.addBulk([job]).catch(() => {});
  }

  /** Has the workers look for runs of this kind that wait. */
  runWaits({ name }: Pick<RunKind, 'name'>): void {
    const job = { name: 'run-waits', data: { runWaits: name }, opts: {} };
    void this.#queue.current?.addBulk([job]).catch(() => {});
  }

  async close(): Promise<void> {
    clearTimeout(this.#pause);
    await this.#queue.close();
  }

  async #send(): Promise<void> {
    this.#pause = undefined;
    this.#sending = true;
    const jobs = [...this.#grown].map((partition) => ({
      name: WAKE_UP_QUEUE,
      data: { partition },
      opts: { deduplication: { id: `partition-${partition}`, keepLastIfActive: true } },
    }));
    this.#grown.clear();
    await Promise.race([
      this.#queue.current?.addBulk(jobs).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, GIVE_UP_MS).unref()),
    ]);
    this.#sending = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#grown.size) void this.#send();
    }, INTERVAL_MS).unref();
  }
}
