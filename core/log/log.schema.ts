import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';
import { PageQuery, page } from '../page-query.ts';

export const LogRunKind = Type.Union([Type.Literal('verify'), Type.Literal('rebuild')]);
export type LogRunKind = Static<typeof LogRunKind>;

export const LogRunStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('completed'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);

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
      side: Type.Union([Type.Literal('live'), Type.Literal('rebuilt')]),
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
  /** Events in the log. */
  events: Type.Integer(),
  /** Over the last minute. */
  events_per_second: Type.Number(),
  /** Events recorded in each of the last 30 minutes, the latest, which is not over, last. */
  minutes: Type.Array(Type.Integer()),
  partitions: Type.Array(Type.Object({ partition: Type.Integer(), head: Type.Integer() })),
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

export const LogExportFormat = Type.Union([
  Type.Literal('ndjson'),
  Type.Literal('csv'),
  Type.Literal('parquet'),
]);
export type LogExportFormat = Static<typeof LogExportFormat>;

const tags = ['Log'];
const RunParams = Type.Object({ runId: Id });

export const getLogOverview = endpoint({
  method: 'GET',
  url: '/api/admin/log',
  access: 'admin',
  schema: { summary: 'How the log and its projections are', tags, response: { 200: success(LogOverview) } },
});

export const listLogRuns = endpoint({
  method: 'GET',
  url: '/api/admin/log/runs',
  access: 'admin',
  schema: {
    summary: 'The latest verifications and rebuilds, newest first',
    tags,
    response: { 200: success(Type.Array(LogRun)) },
  },
});

export const startLogRun = endpoint({
  method: 'POST',
  url: '/api/admin/log/runs',
  access: 'admin',
  schema: {
    summary: 'Has projections verified or rebuilt by a worker',
    tags,
    body: Type.Object({
      kind: LogRunKind,
      /** By name; default all. What they follow is done with them. */
      projections: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 20 })),
    }),
    response: { 202: success(LogRun) },
  },
});

export const cancelLogRun = endpoint({
  method: 'POST',
  url: '/api/admin/log/runs/:runId/cancel',
  access: 'admin',
  schema: {
    summary: 'Ends a run that waits or runs; live tables stay as they are',
    tags,
    params: RunParams,
    response: { 200: success(LogRun) },
  },
});

export const listParkedEvents = endpoint({
  method: 'GET',
  url: '/api/admin/log/parked',
  access: 'admin',
  schema: {
    summary: 'What projections could not apply, by projection and student',
    tags,
    querystring: PageQuery,
    response: { 200: page(ParkedStudent) },
  },
});

export const replayParkedEvents = endpoint({
  method: 'POST',
  url: '/api/admin/log/parked/replay',
  access: 'admin',
  schema: {
    summary: 'Applies parked events again, in order',
    tags,
    body: Type.Object({ projection: Type.Optional(Type.String()), student_id: Type.Optional(Id) }),
    response: { 200: success(Type.Object({ applied: Type.Integer(), remaining: Type.Integer() })) },
  },
});

export const exportLog = endpoint({
  method: 'GET',
  url: '/api/admin/log/export',
  access: 'admin',
  schema: {
    summary: 'The events of the log, as a file',
    tags,
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
    response: { 200: Type.Any({ description: 'The file' }) },
  },
});
