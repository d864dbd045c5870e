import { Agent, request } from 'node:http';

export interface TimedAnswer {
  status: number;
  body: string;
  /** Milliseconds from the call to the last byte of the answer. */
  ms: number;
}

/** Calls over connections that are kept, of one account or of many. */
export class KeptConnections {
  readonly #port: number;
  readonly #agent: Agent;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  call(
    path: string,
    { headers, body, method = 'GET' }: { headers: Record<string, string>; body?: string; method?: string },
  ): Promise<TimedAnswer> {
    const start = performance.now();
    const options = { agent: this.#agent, host: '127.0.0.1', port: this.#port, path, method, headers };
    return new Promise((resolve, reject) => {
      request(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const ms = performance.now() - start;
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), ms });
        });
      })
        .on('error', reject)
        .end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds that each of so many runs takes, one after the other. */
export async function timesOf(runs: number, run: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const start = performance.now();
    await run(index);
    times.push(performance.now() - start);
  }
  return times;
}

/** The value below which `share` of the values lie. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
