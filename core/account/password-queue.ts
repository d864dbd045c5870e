import { AppError } from '../contract/errors.ts';

/** Hashes at once in one process: libuv computes on four threads, and more would only wait there, in the way of files. */
const WIDTH = 4;

/** Returns how many hashes one of several processes makes at once: together they leave half of the cores for all else. */
export const hashesAtOnce = (cores: number, processes = 1): number =>
  Math.min(WIDTH, Math.max(1, Math.round(Math.max(WIDTH, cores / 2) / processes)));

/** Checks that may wait, of either kind: at 60 hashes a second, the last of them waits about two seconds. */
const WAITING_MAX = 128;

/** Seconds after which a refused caller may come again. */
const RETRY_AFTER = 2;

/** Turns of known callers before an unknown one has its turn. */
const KNOWN_IN_A_ROW = 3;

/** Whose work it is: lines take turns, so that a long one makes only its own wait. */
export interface Line {
  /** True for an account at a place it has logged in from; those come first. */
  isKnown: boolean;
  /** The account of a known caller; the address of others. */
  name: string;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/**
 * Bounds the passwords that are hashed at once, and the line for it. Lines take turns. When too many wait, the latest
 * of the longest line gets `overloaded`.
 */
export class PasswordQueue {
  readonly #width: number;
  #running = 0;
  #turn = 0;
  #refused = 0;
  readonly #known = new Map<string, Waiting[]>();
  readonly #others = new Map<string, Waiting[]>();

  /** `width`: hashes at once. */
  constructor(width = WIDTH) {
    this.#width = width;
  }

  /** Hashes under way. */
  get running(): number {
    return this.#running;
  }

  /** How many wait. */
  get waiting(): number {
    return lengthOf(this.#known) + lengthOf(this.#others);
  }

  /** How many were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Does `work` when its turn has come. Throws `overloaded` when too many wait. */
  async run<T>(line: Line, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await this.#wait(line);
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#next();
      // Its place is handed on, so that nobody comes in between.
      if (next) next.start();
      else this.#running--;
    }
  }

  #wait({ isKnown, name }: Line): Promise<void> {
    const lines = isKnown ? this.#known : this.#others;
    return new Promise((start, reject) => {
      const waiting = lines.get(name) ?? [];
      lines.set(name, waiting);
      waiting.push({ start, refuse: () => reject(new AppError('overloaded', { retryAfter: RETRY_AFTER })) });
      if (lengthOf(lines) > WAITING_MAX) this.#refuseOne(lines);
    });
  }

  #refuseOne(lines: Map<string, Waiting[]>): void {
    const [name, longest] = [...lines].reduce((a, b) => (b[1].length >= a[1].length ? b : a));
    longest.pop()!.refuse();
    if (longest.length === 0) lines.delete(name);
    this.#refused++;
  }

  #next(): Waiting | undefined {
    this.#turn = (this.#turn + 1) % (KNOWN_IN_A_ROW + 1);
    return this.#turn === 0
      ? (take(this.#others) ?? take(this.#known))
      : (take(this.#known) ?? take(this.#others));
  }
}

const lengthOf = (lines: Map<string, Waiting[]>): number =>
  lines.values().reduce((sum, { length }) => sum + length, 0);

/** The first of the line whose turn it is; that line then comes last. */
function take(lines: Map<string, Waiting[]>): Waiting | undefined {
  const turn = lines.entries().next().value;
  if (!turn) return undefined;
  const [name, line] = turn;
  const first = line.shift();
  lines.delete(name);
  if (line.length > 0) lines.set(name, line);
  return first;
}
