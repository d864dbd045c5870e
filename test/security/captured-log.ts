import pino from 'pino';
import type { TestApi } from '../harness/api-harness.ts';

/** From now on the server logs all that it can, into the list. */
export function captureLog({ app }: TestApi): string[] {
  const lines: string[] = [];
  const log = app.log as unknown as Record<symbol, unknown> & { level: string };
  log[pino.symbols.streamSym] = { write: (line: string) => lines.push(line) };
  log.level = 'trace';
  return lines;
}
