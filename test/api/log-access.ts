import type { TestApi } from '../harness/api-harness.ts';
import { ADMIN, at, type Call } from './access-cases.ts';

/** A run that waits, the only one. */
const freshLogRun = (api: TestApi) => async () => {
  await api.pool.query('delete from log_runs');
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into log_runs (kind, projections) values ('verify', '{}') returning id`,
  );
  return `/api/admin/log/runs/${rows[0]!.id}/cancel`;
};

/** The calls on the log, which are the administrator's alone. */
export const logAccess = (api: TestApi): Record<string, Call[]> => ({
  'GET /api/admin/log': [at(ADMIN, '/api/admin/log')],
  'GET /api/admin/log/runs': [at(ADMIN, '/api/admin/log/runs')],
  'POST /api/admin/log/runs/:runId/cancel': [at(ADMIN, freshLogRun(api))],
  'POST /api/admin/log/runs': [
    at([401, 403, 403, 403, 403, 202], '/api/admin/log/runs', () => ({ kind: 'verify' })),
  ],
  'GET /api/admin/log/parked': [at(ADMIN, '/api/admin/log/parked')],
  'POST /api/admin/log/parked/replay': [at(ADMIN, '/api/admin/log/parked/replay', () => ({}))],
  'GET /api/admin/log/export': [at(ADMIN, '/api/admin/log/export?format=csv', undefined, { isFile: true })],
});
