import { ADMIN, type Call, type Statuses } from './access-cases.ts';

const REFUSED: Statuses = [401, 403, 403, 403, 403, 409];
const OWN: Statuses = [401, 404, 404, 404, 200, 403];
const AUTHORS: Statuses = [401, 200, 200, 200, 200, 403];

/** The calls of people's own imports; `pathOf` begins another import of the owner's. */
export const ownImportCalls = (pathOf: (rest: string) => () => Promise<string>): Record<string, Call[]> => ({
  'POST /api/imports': [
    { path: '/api/imports', body: () => ({ title: 'x' }), statuses: [401, 422, 422, 422, 422, 403] },
  ],
  'GET /api/imports': [{ path: '/api/imports', statuses: AUTHORS }],
  'GET /api/imports/:importId': [{ path: pathOf(''), statuses: OWN }],
  'GET /api/imports/:importId/problems': [{ path: pathOf('/problems'), statuses: OWN }],
  'GET /api/imports/:importId/live': [{ path: pathOf('/live'), statuses: OWN, isStream: true }],
  'POST /api/imports/:importId/cancel': [{ path: pathOf('/cancel'), statuses: OWN }],
  'POST /api/imports/:importId/check': [
    {
      path: pathOf('/check'),
      body: () => ({ columns: { front: 'a', back: 'b' } }),
      statuses: [401, 404, 404, 404, 409, 403],
    },
  ],
  'POST /api/imports/:importId/confirm': [
    { path: pathOf('/confirm'), statuses: [401, 404, 404, 404, 409, 403] },
  ],
});

/** The calls of the administrator's imports; `pathOf` begins another one. */
export const adminImportCalls = (
  pathOf: (rest: string) => () => Promise<string>,
): Record<string, Call[]> => ({
  'POST /api/admin/imports': [
    {
      path: '/api/admin/imports',
      body: () => ({ title: 'x' }),
      statuses: [401, 403, 403, 403, 403, 422],
    },
  ],
  'GET /api/admin/imports': [{ path: '/api/admin/imports', statuses: ADMIN }],
  'GET /api/admin/imports/:importId': [{ path: pathOf(''), statuses: ADMIN }],
  'GET /api/admin/imports/:importId/problems': [{ path: pathOf('/problems'), statuses: ADMIN }],
  'GET /api/admin/imports/:importId/live': [{ path: pathOf('/live'), statuses: ADMIN, isStream: true }],
  'POST /api/admin/imports/:importId/cancel': [{ path: pathOf('/cancel'), statuses: ADMIN }],
  'POST /api/admin/imports/:importId/check': [
    { path: pathOf('/check'), body: () => ({ columns: { front: 'a', back: 'b' } }), statuses: REFUSED },
  ],
  'POST /api/admin/imports/:importId/confirm': [{ path: pathOf('/confirm'), statuses: REFUSED }],
});
