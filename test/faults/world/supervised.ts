import { setTimeout as pause } from 'node:timers/promises';
import type { Lifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { type Program, startProgram } from './product-processes.ts';

const AGAIN_MS = 100;

/** A process of the product that another takes the place of whenever it ends. */
export interface ProductProcess {
  readonly name: string;
  readonly pid: number | undefined;
  start(): void;
  isUp(): Promise<boolean>;
  /** Resolves when it serves, with after how many milliseconds. */
  up(): Promise<number>;
  /** Ends this process; another takes its place by itself. Resolves with how it ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; ms: number }>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it for good, with those that were started together with it. Resolves with the exit code. */
  close(): Promise<number | null>;
}

/** A program of the product by itself, as operators without a launcher have it. */
export class Supervised implements ProductProcess {
  readonly name: string;
  readonly #t: Lifetime;
  readonly #script: string;
  readonly #env: Record<string, string>;
  readonly #healthUrl: string;
  #program: Program | undefined;
  #isClosing = false;
  /** How often it has been started. */
  starts = 0;

  constructor(
    t: Lifetime,
    {
      name,
      script,
      env,
      healthUrl,
    }: { name: string; script: string; env: Record<string, string>; healthUrl: string },
  ) {
    this.#t = t;
    this.name = name;
    this.#script = script;
    this.#env = env;
    this.#healthUrl = healthUrl;
    // Else another would take its place when it is killed in the end.
    t.teardown(() => {
      this.#isClosing = true;
    });
  }

  start(): void {
    const program = startProgram(this.#t, this.#script, this.#env);
    this.#program = program;
    this.starts++;
    program.child.once('exit', async () => {
      this.#program = undefined;
      await pause(AGAIN_MS);
      if (!this.#isClosing) this.start();
    });
  }

  get pid(): number | undefined {
    return this.#program?.child.pid;
  }

  async isUp(): Promise<boolean> {
    try {
      const answer = await fetch(this.#healthUrl, { signal: AbortSignal.timeout(3_000) });
      await answer.text();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async up(): Promise<number> {
    const begun = performance.now();
    await until(async () => (await this.isUp()) || pause(50, false), `${this.name} serves`);
    return performance.now() - begun;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; ms: number }> {
    const program = this.#program;
    if (!program) return { code: null, ms: 0 };
    return program.end(signal);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#program?.child.kill(signal);
  }

  async close(): Promise<number | null> {
    this.#isClosing = true;
    const program = this.#program;
    if (!program) return 0;
    return (await within(program.end('SIGTERM'), `${this.name} ends`)).code;
  }
}
