import { type Static, Type } from '@sinclair/typebox';
import { contracts, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';

export const OwnData = Type.Object({
  id: Id,
  status: OneOf(['queued', 'running', 'completed', 'failed', 'cancelled']),
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

const { get, post } = contracts('Accounts', 'any');

export const getOwnData = get('/api/me/data', {
  summary: 'The latest file of the own data, or how far it is; null without any',
  returns: Nullable(OwnData),
});

export const requestOwnData = post('/api/me/data', {
  summary: 'Have everything that is kept of oneself put into a file',
  status: 202,
  returns: OwnData,
});

export const cancelOwnData = post('/api/me/data/cancel', {
  summary: 'Stop putting the own data together',
  returns: OwnData,
});

export const exportOwnData = get('/api/me/data/export', {
  summary: 'The latest file of the own data, as JSON',
  answers: Type.Any(),
});
