/**
 * Every migration, in order. Add at the end; never change one that has been released. A process that finds others in the
 * database is of an earlier version, and leaves the projections alone.
 */
export const MIGRATION_NAMES = [
  '0001-accounts-and-decks',
  '0002-log',
  '0003-learning',
  '0004-classes',
  '0005-exams',
  '0006-deck-imports',
  '0007-log-runs',
  '0008-log-keys',
  '0009-logins',
  '0010-study-time',
  '0011-operations',
  '0013-recall-days',
  '0014-people',
  '0015-deleted-cards',
  '0016-people-list',
  '0017-class-codes',
  '0019-rosters',
  '0020-letters',
  '0021-colleagues',
  '0022-shared-decks',
  '0023-entry',
  '0024-own-account',
  '0025-own-data',
  '0026-school-logins',
  '0028-card-additions',
  '0030-letters-that-end',
  '0032-card-marks',
  '0034-deck-languages',
] as const;
