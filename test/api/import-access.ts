import { ADMIN, at, type Call, type Statuses } from './access-cases.ts';

const REFUSED: Statuses = [401, 403, 403, 403, 403, 409];
const OWN: Statuses = [401, 404, 404, 404, 200, 403];
const AUTHORS: Statuses = [401, 200, 200, 200, 200, 403];

/** The calls of people's own imports; `pathOf` begins another import of the owner's. */
export const ownImportCalls = (pathOf: (rest: string) => () => Promise<string>): Record<string, Call[]> => ({
  'POST /api/imports': [at([401, 422, 422, 422, 422, 403], '/api/imports', () => ({ title: 'x' }))],
  'GET /api/imports': [at(AUTHORS, '/api/imports')],
  'GET /api/imports/:importId': [at(OWN, pathOf(''))],
  'GET /api/imports/:importId/problems': [at(OWN, pathOf('/problems'))],
  'GET /api/imports/:importId/cards': [at([401, 404, 404, 404, 200, 403], pathOf('/cards'))],
  'PATCH /api/imports/:importId/cards/:row': [
    at([401, 404, 404, 404, 409, 403], pathOf('/cards/1'), () => ({ is_left_out: true })),
  ],
  'GET /api/imports/:importId/live': [at(OWN, pathOf('/live'), undefined, { isStream: true })],
  'POST /api/imports/:importId/cancel': [at(OWN, pathOf('/cancel'))],
  'POST /api/imports/:importId/check': [
    at([401, 404, 404, 404, 409, 403], pathOf('/check'), () => ({ columns: { front: 'a', back: 'b' } })),
  ],
  'POST /api/imports/:importId/confirm': [at([401, 404, 404, 404, 409, 403], pathOf('/confirm'))],
});

/** The calls of the administrator's imports; `pathOf` begins another one. */
export const adminImportCalls = (
  pathOf: (rest: string) => () => Promise<string>,
): Record<string, Call[]> => ({
  'POST /api/admin/imports': [
    at([401, 403, 403, 403, 403, 422], '/api/admin/imports', () => ({ title: 'x' })),
  ],
  'GET /api/admin/imports': [at(ADMIN, '/api/admin/imports')],
  'GET /api/admin/imports/:importId': [at(ADMIN, pathOf(''))],
  'GET /api/admin/imports/:importId/problems': [at(ADMIN, pathOf('/problems'))],
  'GET /api/admin/imports/:importId/cards': [at(ADMIN, pathOf('/cards'))],
  'PATCH /api/admin/imports/:importId/cards/:row': [
    at(REFUSED, pathOf('/cards/1'), () => ({ is_left_out: true })),
  ],
  'GET /api/admin/imports/:importId/live': [at(ADMIN, pathOf('/live'), undefined, { isStream: true })],
  'POST /api/admin/imports/:importId/cancel': [at(ADMIN, pathOf('/cancel'))],
  'POST /api/admin/imports/:importId/check': [
    at(REFUSED, pathOf('/check'), () => ({ columns: { front: 'a', back: 'b' } })),
  ],
  'POST /api/admin/imports/:importId/confirm': [at(REFUSED, pathOf('/confirm'))],
});
