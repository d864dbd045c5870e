import pino, { type Logger } from 'pino';

/**
 * What no line of a log may hold: tokens, and the row that a statement failed on, which Postgres tells with its error
 * and in which a password's hash may stand. `busboyOptions` are what the reader of forms tells at the level `trace`.
 */
export const UNLOGGED = [
  'req.headers.authorization',
  'busboyOptions.headers.authorization',
  'err.detail',
  'err.cause.detail',
];

/** The log of a process: lines of JSON to standard output. */
export const programLog = (level: string): Logger => pino({ level, redact: UNLOGGED });
