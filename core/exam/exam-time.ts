/**
 * The moment by which exams are timed, in SQL: the database's, the only clock that all processes share. A host with a
 * wrong clock can neither end an exam early nor give more time. To the millisecond, as callers see it. One statement has
 * one moment, the one at which it began.
 */
export const EXAM_TIME = `date_trunc('milliseconds', statement_timestamp())`;

/** A moment of SQL as milliseconds since 1970. Immutable, unlike the epoch of a time with a zone. */
export const millisecondsOf = (moment: string): string =>
  `extract(epoch from ${moment} at time zone 'UTC')::float8 * 1000`;
