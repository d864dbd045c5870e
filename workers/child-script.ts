import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Exit codes. `over`: nothing is left to do. `again`: it broke off by no fault of its own, to be tried again. `broke`, like
 * every other code and like a signal: something is wrong with it.
 */
export const EXIT = { over: 0, broke: 1, again: 2 } as const;

export interface ChildScriptOptions {
  script: string;
  /** Megabytes of JavaScript objects. */
  heapMb: number;
  /** All that it finds in its environment. */
  env: Record<string, string | undefined>;
}

/** Runs a script in a process of its own, one at a time. So it can break nothing but that process. */
export class ChildScript {
  readonly #options: ChildScriptOptions;
  #child: ChildProcess | undefined;

  constructor(options: ChildScriptOptions) {
    this.#options = options;
  }

  /** Resolves with its exit code when it has ended, or with the signal or the error that ended it. */
  async run(...words: string[]): Promise<number | string> {
    const { script, heapMb, env } = this.#options;
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, script, ...words], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    const end = await new Promise<string | number>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? code ?? 0));
    });
    this.#child = undefined;
    return end;
  }

  /** Ends the process under way, if any. */
  kill(): void {
    this.#child?.kill('SIGKILL');
  }
}
