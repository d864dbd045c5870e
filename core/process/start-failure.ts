import { NewerDatabaseError } from '../postgres/newer-database.ts';
import { isTransient } from '../postgres/postgres-error.ts';
import { ConfigError } from './config.ts';

/**
 * Writes why a program ends to standard error: a sentence for what people can mend, else a stack. Never writes the
 * whole error, which may carry an address that could not be read or a row.
 */
export function reportFailure(error: unknown): void {
  const { syscall, address, port, code } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall === 'listen') console.error(`${address}:${port} cannot be listened on: ${code}`);
  else if (error instanceof ConfigError || error instanceof NewerDatabaseError) console.error(error.message);
  else if (isTransient(error)) console.error('The database cannot be reached:', String(error));
  else console.error((error instanceof Error && error.stack) || String(error));
}
