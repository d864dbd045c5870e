import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadOptions, LoadResult, PreparedRequest } from './load-generator.ts';
import { sum } from './measured-product.ts';

/** One load. `requests` come with the first. */
export type LoadOrder = Omit<LoadOptions, 'requests'> & { requests?: PreparedRequest[] };

/** Posts from several processes at once, since one of them could not keep several API processes busy. */
export class LoadProcesses {
  readonly #processes: ChildProcess[];
  /** What each of them posts: nobody is a student of two. Undefined when they have it. */
  #requests: PreparedRequest[] | undefined;

  constructor(count: number, requests: PreparedRequest[]) {
    const script = join(import.meta.dirname, 'load-process.ts');
    this.#processes = Array.from({ length: count }, () => fork(script));
    this.#requests = requests;
  }

  get pids(): number[] {
    return this.#processes.map(({ pid }) => pid!);
  }

  /** Spreads connections and pace over processes, evenly. Times are those of the process that waited longest. */
  async load({ port, connections, seconds, perSecond }: Omit<LoadOptions, 'requests'>): Promise<LoadResult> {
    const requests = this.#requests;
    this.#requests = undefined;
    const count = this.#processes.length;
    const results = await Promise.all(
      this.#processes.map(async (child, part) => {
        const order: LoadOrder = {
          port,
          connections: Math.ceil(connections / count),
          seconds,
          perSecond: perSecond && perSecond / count,
          ...(requests && { requests: requests.filter((_, index) => index % count === part) }),
        };
        child.send(order);
        const [result] = (await once(child, 'message')) as [LoadResult];
        return result;
      }),
    );
    return {
      perSecond: sum(results.map(({ perSecond }) => perSecond)),
      succeeded: sum(results.map(({ succeeded }) => succeeded)),
      failed: sum(results.map(({ failed }) => failed)),
      p50: Math.max(...results.map(({ p50 }) => p50)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
    };
  }

  close(): void {
    for (const child of this.#processes) child.disconnect();
  }
}
