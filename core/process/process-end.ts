import { CitusError } from '../postgres/citus-version.ts';
import { NewerDatabaseError } from '../postgres/newer-database.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { ConfigError } from './config.ts';

/** As long as senders of SIGTERM usually wait. */
const ENDING_MS = 10_000;

/** Errors whose message is a sentence for people. */
export const SENTENCES: readonly (new (...args: never[]) => Error)[] = [
  ConfigError,
  NewerDatabaseError,
  CitusError,
];

/** Ends the process when it has not ended by itself in time: what it waits for may never come. */
export function exitAtLast(): void {
  setTimeout(() => {
    console.error(`Ended after ${ENDING_MS / 1_000} s although something was still under way.`);
    process.exit(1);
  }, ENDING_MS).unref();
}

/**
 * Writes why a program ends to standard error: a sentence for what people can mend, else a stack. Never writes the
 * whole error, which may carry an address that could not be read or a row.
 */
export function reportFailure(error: unknown): void {
  const { syscall, address, port, code } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === 'listen')
    console.error(
      `${address}:${port} cannot be listened on (${code}): stop what uses it, or set PORT or WORKER_PORT to another one.`,
    );
  else if (SENTENCES.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else if (isTransient(error)) console.error('The database cannot be reached:', String(error));
  else console.error((error instanceof Error && error.stack) || String(error));
}
