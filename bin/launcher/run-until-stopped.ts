import { ConfigError } from '../../core/process/config.ts';
import { StartError } from '../command/start-error.ts';

/** Something that was started. */
export interface Started {
  stop(): Promise<void>;
  /** At once and without waiting. */
  kill(): void;
  /** Stops and starts it again, where that makes sense. */
  restart?(): Promise<void>;
}

export interface Surroundings {
  /** Aborted when the person no longer wants it to run. */
  signal: AbortSignal;
  /** Call for each thing started, in order, so that a failure half-way leaves nothing running. */
  started: (thing: Started) => void;
}

/**
 * Runs `start`, then waits for SIGINT, SIGTERM, SIGHUP or the end of our parent process. Stops what was started, the
 * last first, and exits with 0. A second signal kills it all at once. A failure exits with 1, and with a sentence
 * only when people can mend it.
 */
export async function runUntilStopped(start: (around: Surroundings) => Promise<void>): Promise<void> {
  const started: Started[] = [];
  const unwanted = new AbortController();
  let stopping: Promise<void> | undefined;
  let ready = false;

  async function stopAll(): Promise<void> {
    for (let last = started.at(-1); last; last = started.at(-1)) {
      await last.stop();
      started.splice(started.indexOf(last), 1);
    }
  }
  async function end(exitCode: number): Promise<never> {
    unwanted.abort();
    stopping ??= stopAll();
    await stopping;
    process.exit(exitCode);
  }
  function fail(error: unknown): Promise<never> {
    const forPeople = error instanceof StartError || error instanceof ConfigError;
    // Not all that an error carries: an address with its password, perhaps.
    if (error instanceof Error) console.error(forPeople ? error.message : error.stack);
    else console.error(String(error));
    return end(1);
  }

  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => {
      asked += 1;
      if (asked === 1) {
        unwanted.abort();
        console.log('Stopping …');
        if (ready) void end(0);
      } else if (signal !== 'disconnect') {
        for (const one of started.reverse()) one.kill();
        process.exit(130);
      }
    });
  process.channel?.unref();
  process.on('uncaughtException', fail);

  try {
    await start({ signal: unwanted.signal, started: (thing) => started.push(thing) });
    ready = true;
  } catch (error) {
    await (unwanted.signal.aborted ? end(0) : fail(error));
  }
  if (unwanted.signal.aborted) await end(0);
}
