import pino, { type Logger } from 'pino';

/**
 * What no line of a log may hold: tokens, and the row that a statement failed on. Postgres sends that row with its
 * error, and a password's hash may stand in it. `busboyOptions` is what the reader of forms logs at the level `trace`.
 */
export const UNLOGGED = [
  'req.headers.authorization',
  'busboyOptions.headers.authorization',
  'err.detail',
  'err.cause.detail',
];

/** The log of a process: lines of JSON to standard output. */
export const programLog = (level: string): Logger => pino({ level, redact: UNLOGGED });
