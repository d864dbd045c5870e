import { type Static, Type } from '@sinclair/typebox';
import { endpoint, Id, Nullable, success, Timestamp } from '../endpoint.ts';

export const OwnData = Type.Object({
  id: Id,
  status: Type.Union(
    (['queued', 'running', 'completed', 'failed', 'cancelled'] as const).map((status) =>
      Type.Literal(status),
    ),
  ),
  percent: Type.Integer(),
  /** Size of the file; null until it is there. */
  bytes: Nullable(Type.Integer()),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** Until when the file can be fetched; null while there is none. */
  kept_until: Nullable(Timestamp),
});
export type OwnData = Static<typeof OwnData>;

const tags = ['Accounts'];

export const getOwnData = endpoint({
  method: 'GET',
  url: '/api/me/data',
  access: 'any',
  schema: {
    summary: 'The latest file of the own data, or how far it is; null without any',
    tags,
    response: { 200: success(Nullable(OwnData)) },
  },
});

export const requestOwnData = endpoint({
  method: 'POST',
  url: '/api/me/data',
  access: 'any',
  schema: {
    summary: 'Have everything that is kept of oneself put into a file',
    tags,
    response: { 202: success(OwnData) },
  },
});

export const cancelOwnData = endpoint({
  method: 'POST',
  url: '/api/me/data/cancel',
  access: 'any',
  schema: { summary: 'Stop putting the own data together', tags, response: { 200: success(OwnData) } },
});

export const exportOwnData = endpoint({
  method: 'GET',
  url: '/api/me/data/export',
  access: 'any',
  schema: { summary: 'The latest file of the own data, as JSON', tags, response: { 200: Type.Any() } },
});
