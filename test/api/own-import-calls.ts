import { type Call, type Statuses, TEACHERS } from './access-cases.ts';

const OWN: Statuses = [401, 403, 403, 404, 200, 403];

/** The calls of teachers' imports; `pathOf` begins another import of the owner's. */
export const ownImportCalls = (pathOf: (rest: string) => () => Promise<string>): Record<string, Call[]> => ({
  'POST /api/imports': [
    { path: '/api/imports', body: () => ({ title: 'x' }), statuses: [401, 403, 403, 422, 422, 403] },
  ],
  'GET /api/imports': [{ path: '/api/imports', statuses: TEACHERS }],
  'GET /api/imports/:importId': [{ path: pathOf(''), statuses: OWN }],
  'GET /api/imports/:importId/problems': [{ path: pathOf('/problems'), statuses: OWN }],
  'GET /api/imports/:importId/live': [{ path: pathOf('/live'), statuses: OWN, isStream: true }],
  'POST /api/imports/:importId/cancel': [{ path: pathOf('/cancel'), statuses: OWN }],
  'POST /api/imports/:importId/confirm': [
    { path: pathOf('/confirm'), statuses: [401, 403, 403, 404, 409, 403] },
  ],
});
