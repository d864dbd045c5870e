import { type Limit, Meter, type MeteredCaller } from '../../core/process/meter.ts';
import type { CountsOfLimit, ProcessPlace, UsesOfLimit } from '../../core/process/process-line.ts';

/** Holds callers to a limit. */
export interface Limiter {
  /** Takes one for the caller: 0 when there was one, else the seconds until there is. */
  take(caller: MeteredCaller): number | Promise<number>;
}

/** Counts that are due go to the other processes so often, and at once when somebody waits for them. */
const INTERVAL_MS = 250;

/** A launcher that does not answer keeps nobody out. */
const PATIENCE_MS = 500;

/** The share of a limit that all processes together may let through before they know of each other's. */
const UNCERTAIN = 0.05;

/**
 * Makes the limits of a process. One that runs by itself counts alone. Several that one launcher has started count together,
 * by way of the launcher.
 */
export class Limits {
  readonly #place: ProcessPlace | undefined;
  readonly #now: (() => number) | undefined;
  readonly #shared: SharedLimiter[] = [];
  #sending: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `now` returns milliseconds that never go back. */
  constructor(place?: ProcessPlace, now?: () => number) {
    this.#now = now;
    this.#place = place && place.of > 1 ? place : undefined;
  }

  /** True when other processes count as well. */
  get areShared(): boolean {
    return this.#place !== undefined;
  }

  /** The limiter of this name, which is the same in all processes. */
  limiter(name: string, limit: Limit): Limiter {
    const meter = new Meter(limit, this.#now);
    if (!this.#place) return { take: (caller) => meter.take(caller, 1) };
    const share = UNCERTAIN / (this.#place.of - 1);
    const { most, perSecond } = limit;
    const free = { most: Math.floor(most * share), ...(perSecond && { perSecond: perSecond * share }) };
    const unreported = new Meter({ ...limit, ...free }, this.#now);
    const limiter = new SharedLimiter(
      name,
      { meter, unreported },
      {
        soon: () => {
          this.#timer ??= setTimeout(() => void this.#exchange(), INTERVAL_MS).unref();
        },
        now: () => this.#exchange(),
      },
    );
    this.#shared.push(limiter);
    return limiter;
  }

  /** Resolves when all that was counted before has been exchanged. What comes meanwhile goes together, after it. */
  #exchange(): Promise<void> {
    this.#next ??= (this.#sending ?? Promise.resolve()).then(() => {
      this.#next = undefined;
      this.#sending = this.#send();
      return this.#sending;
    });
    return this.#next;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const limiters = this.#shared.filter((one) => one.hasCounted);
    if (limiters.length === 0) return;
    const counted = limiters.map((one) => one.counted());
    try {
      const uses = await this.#place!.line.ask<UsesOfLimit[]>('count', counted, PATIENCE_MS);
      for (const [index, limiter] of limiters.entries()) limiter.learn(counted[index]!.counts, uses[index]!);
    } catch {
      // What this process has counted itself still holds.
    }
  }
}

/**
 * A limit that several processes count together. Each lets a few of a caller's requests through by what it knows. It
 * reports them when half of these few are used: callers who ask seldom matter to no other process. For more it waits
 * until the others' counts are known.
 */
class SharedLimiter implements Limiter {
  readonly #name: string;
  /** What all have used, as far as it is known here. */
  readonly #meter: Meter;
  /** What was used here and is not reported. */
  readonly #unreported: Meter;
  readonly #exchange: { soon(): void; now(): Promise<void> };
  #due = new Set<MeteredCaller>();
  /** What was reported and then refused. */
  #returned = new Map<MeteredCaller, number>();

  constructor(
    name: string,
    { meter, unreported }: { meter: Meter; unreported: Meter },
    exchange: { soon(): void; now(): Promise<void> },
  ) {
    this.#name = name;
    this.#meter = meter;
    this.#unreported = unreported;
    this.#exchange = exchange;
  }

  take(caller: MeteredCaller): number | Promise<number> {
    const seconds = this.#meter.take(caller, 1);
    if (seconds > 0) return seconds;
    const isFree = this.#unreported.take(caller, 1) === 0;
    if (isFree && this.#unreported.use(caller).used < this.#unreported.limit.most / 2) return 0;
    this.#due.add(caller);
    if (isFree) {
      this.#exchange.soon();
      return 0;
    }
    this.#unreported.add(caller, 1);
    return this.#exchange.now().then(() => {
      const wait = this.#meter.secondsOver(caller);
      if (wait > 0) this.#giveBack(caller);
      return wait;
    });
  }

  get hasCounted(): boolean {
    return this.#due.size > 0;
  }

  /** Returns what was counted since the last time. */
  counted(): CountsOfLimit {
    const counts = [...this.#due].map((caller): [MeteredCaller, number] => {
      const { used } = this.#unreported.use(caller);
      this.#unreported.set(caller, 0, 0);
      return [caller, used - (this.#returned.get(caller) ?? 0)];
    });
    this.#due = new Set();
    this.#returned = new Map();
    return { name: this.#name, limit: this.#meter.limit, counts };
  }

  /** Takes over what all have used. What was counted here meanwhile goes with the next exchange. */
  learn(counts: CountsOfLimit['counts'], uses: UsesOfLimit): void {
    for (const [index, [caller]] of counts.entries()) this.#meter.set(caller, ...uses[index]!);
  }

  #giveBack(caller: MeteredCaller): void {
    this.#meter.add(caller, -1);
    this.#returned.set(caller, (this.#returned.get(caller) ?? 0) + 1);
    this.#due.add(caller);
    // The others count it as used until they know.
    void this.#exchange.now();
  }
}
