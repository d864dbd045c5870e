import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page } from '../contract/page-query.ts';

export const LogRunKind = OneOf(['verify', 'rebuild']);
export type LogRunKind = Static<typeof LogRunKind>;

export const LogRunStatus = OneOf(['queued', 'running', 'completed', 'failed', 'cancelled']);

/** One verification or rebuild of projections. */
export const LogRun = Type.Object({
  id: Id,
  kind: LogRunKind,
  status: LogRunStatus,
  /** By name, in their order. */
  projections: Type.Array(Type.String()),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Rows that differed between live and rebuilt tables; null until they have been compared. */
  differences: Nullable(Type.Integer()),
  /** The first of these rows. */
  rows: Type.Array(
    Type.Object({
      projection: Type.String(),
      table: Type.String(),
      /** Where the row is; one that was changed is in both. */
      side: OneOf(['live', 'rebuilt']),
      row: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
  /** True when nobody asked for it: it is done every night. */
  is_nightly: Type.Boolean(),
  /** Why it failed, in English. */
  failure: Nullable(Type.String()),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
});
export type LogRun = Static<typeof LogRun>;

/** How the log and its projections are. */
export const LogOverview = Type.Object({
  /** How many processes are connected to the database, of all machines. */
  processes: Type.Object({ api: Type.Integer(), worker: Type.Integer() }),
  /** Events in the log. */
  events: Type.Integer(),
  /** Over the last minute. */
  events_per_second: Type.Number(),
  /** Events recorded in each of the last 30 minutes, the latest, which is not over, last. */
  minutes: Type.Array(Type.Integer()),
  partitions: Type.Array(Type.Object({ partition: Type.Integer(), head: Type.Integer() })),
  /** When the log got another epoch, since the database goes on from an earlier state; null when it never did. */
  epoch_changed_at: Nullable(Timestamp),
  projections: Type.Array(
    Type.Object({
      name: Type.String(),
      /** Events that it has not taken in. */
      lag: Type.Integer(),
      /** Seconds since the oldest of them was recorded; 0 when there is none. */
      lag_seconds: Type.Number(),
      /** The lag of each partition, from 0. */
      partitions: Type.Array(Type.Integer()),
      parked: Type.Integer(),
    }),
  ),
  /** The last that was completed or has failed. */
  last_verification: Nullable(LogRun),
  /** The one that waits or runs. */
  current_run: Nullable(LogRun),
});
export type LogOverview = Static<typeof LogOverview>;

/** What is parked of one student in one projection. */
export const ParkedStudent = Type.Object({
  projection: Type.String(),
  partition: Type.Integer(),
  student_id: Id,
  events: Type.Integer(),
  /** The position of the first, which all others wait for. */
  first_position: Type.Integer(),
  /** Why the first could not be applied, in English. */
  reason: Type.String(),
});
export type ParkedStudent = Static<typeof ParkedStudent>;

export const LogExportFormat = OneOf(['ndjson', 'csv', 'parquet']);
export type LogExportFormat = Static<typeof LogExportFormat>;

const { get, post } = contracts('Log', 'admin');

export const getLogOverview = get('/api/admin/log', {
  summary: 'How the log and its projections are',
  returns: LogOverview,
});

export const listLogRuns = get('/api/admin/log/runs', {
  summary: 'The latest verifications and rebuilds, newest first',
  returns: Type.Array(LogRun),
});

export const startLogRun = post('/api/admin/log/runs', {
  summary: 'Has projections verified or rebuilt by a worker',
  body: Type.Object({
    kind: LogRunKind,
    /** By name; default all. What they follow is done with them. */
    projections: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 20 })),
  }),
  status: 202,
  returns: LogRun,
});

export const cancelLogRun = post('/api/admin/log/runs/:runId/cancel', {
  summary: 'Ends a run that waits or runs; live tables stay as they are',
  returns: LogRun,
});

export const listParkedEvents = get('/api/admin/log/parked', {
  summary: 'What projections could not apply, by projection and student',
  querystring: PageQuery,
  answers: page(ParkedStudent),
});

export const replayParkedEvents = post('/api/admin/log/parked/replay', {
  summary: 'Applies parked events again, in order',
  body: Type.Object({ projection: Type.Optional(Type.String()), student_id: Type.Optional(Id) }),
  returns: Type.Object({ applied: Type.Integer(), remaining: Type.Integer() }),
});

export const exportLog = get('/api/admin/log/export', {
  summary: 'The events of the log, as a file',
  querystring: Type.Object({
    format: LogExportFormat,
    /** Recorded at this moment or later, and before that one. */
    since: Type.Optional(Timestamp),
    until: Type.Optional(Timestamp),
    /** Of students who are approved in this class now. */
    class_id: Type.Optional(Id),
    deck_id: Type.Optional(Id),
    /** With keyed pseudonyms in the place of students' numbers. */
    pseudonymous: Type.Optional(Type.Boolean()),
  }),
  answers: Type.Any({ description: 'The file' }),
});
