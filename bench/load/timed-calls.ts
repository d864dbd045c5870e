import { type BenchDatabase, stopProcess } from '../school/bench-database.ts';
import { tokenSigner } from './answer-requests.ts';
import { KeptConnections, percentile } from './kept-connections.ts';
import { startServer } from './server-process.ts';

const REQUESTS = 400;

/** Calls before those that count: they fill the caches. */
const WARM_UP = 20;

export interface AskedCall {
  path: string;
  body?: string;
}

/** Times calls to an API of its own, one after the other, each kind by its callers in turn, and prints what they took. */
export async function timeCalls(
  bench: BenchDatabase,
  kinds: readonly { name: string; callers: readonly number[]; call: (index: number) => AskedCall }[],
): Promise<void> {
  const api = await startServer(bench, 'api/server.ts');
  const connection = new KeptConnections(api.port, 1);
  const sign = await tokenSigner();
  for (const { name, callers, call } of kinds) {
    const times: number[] = [];
    let bytes = 0;
    for (let index = -Math.max(WARM_UP, callers.length); index < REQUESTS; index++) {
      const { path, body } = call(Math.abs(index));
      const authorization = `Bearer ${sign(callers.at(index % callers.length)!)}`;
      const answer = await connection.call(
        path,
        body === undefined
          ? { headers: { authorization } }
          : { headers: { authorization, 'content-type': 'application/json' }, body, method: 'POST' },
      );
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
      if (index < 0) continue;
      times.push(answer.ms);
      bytes += answer.body.length;
    }
    const [p50, p95] = [percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)];
    console.log(`${name}: p50 ${p50} ms, p95 ${p95} ms, ${Math.round(bytes / REQUESTS)} bytes`);
  }
  connection.close();
  await stopProcess(api.process);
}
