import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { within } from '../harness/within.ts';

const AT_ONCE = 8;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Milliseconds until it was whole, or until the first part of a stream. */
  took: number;
}

export interface RawCall {
  method: string;
  /** Sent as it is: nothing tidies it. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** One call over a real connection. Of a stream without end the first part is the answer. */
export function rawCall(port: number, { method, path, headers, body }: RawCall): Promise<RawAnswer> {
  const begun = performance.now();
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        const end = () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks),
            took: performance.now() - begun,
          });
        const isStream = response.headers['content-type']?.startsWith('text/event-stream');
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isStream) return;
          end();
          call.destroy();
        });
        response.on('end', end);
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
  return within(answer, `${method} ${path.slice(0, 200)} answers`);
}

/** Does it for each of the list, a few at a time. */
export async function severalAtOnce<T>(list: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}

export const endCalls = (): void => agent.destroy();
