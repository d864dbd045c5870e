import pg from 'pg';
import { pino } from 'pino';
import { performRun } from '../../core/run/perform-run.ts';
import type { RunKind } from '../../core/run/run-kind.ts';
import { waitingRuns } from '../../core/run/run-rows.ts';
import type { TestApi } from '../harness/api-harness.ts';

/** Performs every run of the kind that waits, in this process, as workers do in one of its own. */
export async function performWaiting(api: TestApi, kind: RunKind): Promise<void> {
  const { config, storage } = api.services;
  for (const runId of await waitingRuns(api.pool, kind)) {
    const client = new pg.Client(api.databaseUrl);
    await client.connect();
    await performRun(kind, {
      client,
      runId,
      config,
      storage: async () => storage,
      log: pino({ level: 'silent' }),
      now: () => Date.now(),
    }).finally(() => client.end());
  }
}
