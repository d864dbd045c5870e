import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** A request of which each sending needs an Idempotency-Key of its own. */
export interface PreparedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  requests: PreparedRequest[];
  /** So many a second, evenly. Default: as many as are taken. */
  perSecond?: number | undefined;
}

export interface LoadResult {
  perSecond: number;
  /** Answers with status 200. */
  succeeded: number;
  /** Anything else: other statuses, lost connections, time-outs. */
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Posts over kept connections, one request at a time each, as browsers do. */
export async function generateLoad(options: LoadOptions): Promise<LoadResult> {
  const { connections, requests, seconds, perSecond } = options;
  let next = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${options.port}`,
    connections,
    duration: seconds,
    ...(perSecond && { overallRate: perSecond }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const { path, headers, body } = requests[next++ % requests.length]!;
          return { ...request, path, headers: { ...headers, 'idempotency-key': randomUUID() }, body };
        },
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    succeeded: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
