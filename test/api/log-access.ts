import type { TestApi } from '../api-harness.ts';
import { ADMIN, type Call } from './access-cases.ts';

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
  'GET /api/admin/log': [{ path: '/api/admin/log', statuses: ADMIN }],
  'GET /api/admin/log/runs': [{ path: '/api/admin/log/runs', statuses: ADMIN }],
  'POST /api/admin/log/runs/:runId/cancel': [{ path: freshLogRun(api), statuses: ADMIN }],
  'POST /api/admin/log/runs': [
    {
      path: '/api/admin/log/runs',
      body: () => ({ kind: 'verify' }),
      statuses: [401, 403, 403, 403, 403, 202],
    },
  ],
  'GET /api/admin/log/parked': [{ path: '/api/admin/log/parked', statuses: ADMIN }],
  'POST /api/admin/log/parked/replay': [
    { path: '/api/admin/log/parked/replay', body: () => ({}), statuses: ADMIN },
  ],
  'GET /api/admin/log/export': [{ path: '/api/admin/log/export?format=csv', statuses: ADMIN, isFile: true }],
});
