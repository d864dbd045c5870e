import { setPriority } from 'node:os';
import { systemClock } from '../core/contract/clock.ts';
import { openStorage } from '../core/files/storage.ts';
import { readLogLayout } from '../core/log/read.ts';
import { PostgresClient } from '../core/postgres/postgres-client.ts';
import { isTransient } from '../core/postgres/postgres-error.ts';
import { loadConfig, required } from '../core/process/config.ts';
import { programLog } from '../core/process/program-log.ts';
import { performRun } from '../core/run/perform-run.ts';
import type { RunKind } from '../core/run/run-kind.ts';
import { EXIT } from './child-script.ts';

/** Studying comes first: a run takes what the others leave. */
const NICE = 10;

/** Performs the run of the arguments, which are the name of its kind and its number, and ends the process. */
export async function performRunChild(
  kinds: readonly RunKind[],
  env: Record<string, string | undefined>,
  [name, id]: readonly string[],
): Promise<never> {
  setPriority(NICE);
  // Asked to end, or left alone: the next process starts again.
  process.on('SIGTERM', () => process.exit(EXIT.again));
  process.on('disconnect', () => process.exit(EXIT.again));

  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of run "${name}": there are ${kinds.map((one) => one.name)}`);
  const config = loadConfig(env);
  const log = programLog(config.LOG_LEVEL);
  const runId = Number(id);

  function brokeOff(error: unknown): never {
    log.error({ err: error, run: runId }, `${kind!.title} broke off`);
    process.exit(isTransient(error) || kind!.judge(error) === 'unavailable' ? EXIT.again : EXIT.broke);
  }
  // Connections that are idle may be lost as well.
  process.on('uncaughtException', brokeOff);
  try {
    const client = new PostgresClient({
      connectionString: required('DATABASE_URL', config.DATABASE_URL),
      application_name: kind.process.connection,
    });
    client.on('error', () => process.exit(EXIT.again));
    await client.connect();
    await readLogLayout(client);
    const outcome = await performRun(kind, {
      client,
      config,
      log,
      runId,
      now: systemClock(config.TEST_CLOCK_OFFSET).now,
      storage: () => openStorage({ storageUrl: config.STORAGE_URL, dataDir: config.DATA_DIR }),
    });
    await client.end();
    process.exit(outcome === 'again' ? EXIT.again : EXIT.over);
  } catch (error) {
    brokeOff(error);
  }
}
