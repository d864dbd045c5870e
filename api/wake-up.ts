import { byShard, isDistributed } from '../core/postgres/several-servers.ts';
import { type Producer, QueueClient, type Queues, WAKE_UP_QUEUE } from '../core/process/queue.ts';
import type { RunKind } from '../core/run/run-kind.ts';

/** Wake-ups are this far apart at least: at a school's pace each then finds many answers, and costs little for each. */
const INTERVAL_MS = 250;

/** The same where each shard takes a step of its own, which costs several servers three times as much. */
const INTERVAL_OF_SHARDS_MS = 500;

/** Those for partitions that somebody waits for. */
const URGENT_INTERVAL_MS = 20;

/** So many events since the last wake-up are one worker's work; more are shared among all workers. */
const FOR_ONE_WORKER = 4_000;

/** A backend that has not answered by then is away; the workers find their work by themselves. */
const GIVE_UP_MS = 1_000;

/**
 * Notifies the workers which partitions have grown, when exams end and that a run waits. Callers do not wait for it,
 * and it may fail: workers look by themselves. While a job is running, one more of its kind is kept for its end
 * (`keepLastIfActive`). Plain deduplication would drop the last wake-up.
 */
export class WakeUp {
  readonly #queue: QueueClient<Producer>;
  readonly #grown = new Set<number>();
  #events = 0;
  #pause: NodeJS.Timeout | undefined;
  #sending = false;
  readonly #awaited = new Set<number>();
  /** Seconds since 1970 at whose end a job makes the workers look for exams that are over. */
  readonly #examEnds = new Set<number>();
  #urgent: NodeJS.Timeout | undefined;

  constructor(open: () => Queues) {
    this.#queue = new QueueClient(open, (queues) => queues.producer(WAKE_UP_QUEUE));
  }

  /** Says that so many events have come to these partitions. */
  partitions(grown: Iterable<number>, events = 1): void {
    for (const partition of grown) this.#grown.add(partition);
    this.#events += events;
    // The first goes at once, so that a lone answer is projected without delay.
    if (!this.#pause && !this.#sending) void this.#send();
  }

  /** Says that somebody waits for what has come to these partitions. */
  awaited(partitions: Iterable<number>): void {
    for (const partition of partitions) this.#awaited.add(partition);
    if (!this.#urgent) this.#sendAwaited();
  }

  /**
   * Makes the workers look for exams that are over, so many milliseconds from now. A school that begins at once needs one
   * job for each second: adding one takes the database as long as all else of a beginning.
   */
  examsEndIn(delay: number): void {
    const now = Date.now();
    const second = Math.ceil((now + delay) / 1_000);
    const queue = this.#queue.current;
    if (!queue || this.#examEnds.has(second)) return;
    for (const one of this.#examEnds) if (one * 1_000 < now) this.#examEnds.delete(one);
    this.#examEnds.add(second);
    const job = {
      name: 'exams-end',
      data: { examsEnd: true as const },
      opts: { delay: second * 1_000 - now, jobId: `exams-end-${second}` },
    };
    void queue.addBulk([job]).catch(() => this.#examEnds.delete(second));
  }

  /** Has the workers look for runs of this kind that wait. */
  runWaits({ name }: Pick<RunKind, 'name'>): void {
    const job = { name: 'run-waits', data: { runWaits: name }, opts: {} };
    void this.#queue.current?.addBulk([job]).catch(() => {});
  }

  /** Has the workers send the emails that wait. */
  lettersWait(): void {
    const job = { name: 'letters-wait', data: { lettersWait: true as const }, opts: {} };
    void this.#queue.current?.addBulk([job]).catch(() => {});
  }

  async close(): Promise<void> {
    clearTimeout(this.#pause);
    clearTimeout(this.#urgent);
    await this.#queue.close();
  }

  async #send(): Promise<void> {
    this.#pause = undefined;
    this.#sending = true;
    const jobs = this.#events > FOR_ONE_WORKER ? shares([...this.#grown]).map(ofPartitions) : [OF_THE_LOG];
    this.#grown.clear();
    this.#events = 0;
    await Promise.race([
      this.#queue.current?.addBulk(jobs).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, GIVE_UP_MS).unref()),
    ]);
    this.#sending = false;
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined;
        if (this.#grown.size) void this.#send();
      },
      isDistributed() ? INTERVAL_OF_SHARDS_MS : INTERVAL_MS,
    ).unref();
  }

  #sendAwaited(): void {
    const jobs = [...this.#awaited].map((partition) => ofPartitions([partition]));
    this.#awaited.clear();
    void this.#queue.current?.addBulk(jobs).catch(() => {});
    this.#urgent = setTimeout(() => {
      this.#urgent = undefined;
      if (this.#awaited.size) this.#sendAwaited();
    }, URGENT_INTERVAL_MS).unref();
  }
}

const OF_THE_LOG = {
  name: WAKE_UP_QUEUE,
  data: { grown: true as const },
  opts: { deduplication: { id: 'grown', keepLastIfActive: true } },
};

/** What workers share among them: partitions, or shards where one transaction takes a whole one. */
const shares = (partitions: number[]): number[][] =>
  isDistributed() ? byShard(partitions) : partitions.map((partition) => [partition]);

const ofPartitions = (partitions: number[]) => ({
  name: WAKE_UP_QUEUE,
  data: { partitions },
  opts: { deduplication: { id: `partitions-${partitions.join()}`, keepLastIfActive: true } },
});
