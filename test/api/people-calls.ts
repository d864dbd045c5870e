import { ADMIN, type Call, LOGGED_IN, NOBODY, OWNER } from './access-cases.ts';

/** The calls on people, on who may come in and on the book of acts, which are the administrator's alone. */
export const peopleCalls = (personId: number): Record<string, Call[]> => ({
  'GET /api/admin/people': [{ path: '/api/admin/people', statuses: ADMIN }],
  'GET /api/admin/people/export': [{ path: '/api/admin/people/export', statuses: ADMIN, isFile: true }],
  'GET /api/admin/people/:personId': [{ path: `/api/admin/people/${personId}`, statuses: ADMIN }],
  'POST /api/admin/people/changes': [
    {
      path: '/api/admin/people/changes',
      body: () => ({ change: 'enable', person_ids: [999_999] }),
      statuses: ADMIN,
    },
  ],
  'POST /api/admin/people/:personId/role': [
    {
      path: `/api/admin/people/${personId}/role`,
      body: () => ({ role: 'student' }),
      statuses: ADMIN,
    },
  ],
  'POST /api/admin/own-decks': [
    { path: '/api/admin/own-decks', body: () => ({ students_make_decks: true }), statuses: ADMIN },
  ],
  'GET /api/admin/entry': [{ path: '/api/admin/entry', statuses: ADMIN }],
  'POST /api/admin/entry': [{ path: '/api/admin/entry', body: () => ({ entry: 'open' }), statuses: ADMIN }],
  'GET /api/admin/acts': [{ path: '/api/admin/acts', statuses: ADMIN }],
  'GET /api/admin/acts/export': [{ path: '/api/admin/acts/export', statuses: ADMIN, isFile: true }],
});

const neverDeleted = () => ({ delete_unseen_years: null, delete_disabled_months: null });

/** The calls of people on their own data, and of the administrator on how long accounts are kept. */
export const ownDataCalls: Record<string, Call[]> = {
  'GET /api/me/data': [{ path: '/api/me/data', statuses: LOGGED_IN }],
  'POST /api/me/data': [{ path: '/api/me/data', statuses: [401, 202, 202, 202, 202, 202] }],
  'POST /api/me/data/cancel': [{ path: '/api/me/data/cancel', statuses: LOGGED_IN }],
  // None was made.
  'GET /api/me/data/export': [
    { path: '/api/me/data/export', statuses: [401, 404, 404, 404, 404, 404], isFile: true },
  ],
  'GET /api/me/deletion': [{ path: '/api/me/deletion', statuses: LOGGED_IN }],
  'POST /api/me/deletion': [
    {
      path: '/api/me/deletion',
      body: () => ({ password: 'not this' }),
      statuses: [401, 422, 422, 422, 422, 422],
    },
  ],
  'DELETE /api/me/deletion': [{ path: '/api/me/deletion', statuses: LOGGED_IN }],
  'POST /api/admin/retention/preview': [
    { path: '/api/admin/retention/preview', body: neverDeleted, statuses: ADMIN },
  ],
  'POST /api/admin/retention': [{ path: '/api/admin/retention', body: neverDeleted, statuses: ADMIN }],
};

/** The calls on the passwords and names that a teacher gives, for a student whose account was made in the class and another one. */
export const passwordCalls = (path: string, pupil: number, member: number): Record<string, Call[]> => ({
  'GET /api/classes/:classId/passwords': [{ path, statuses: OWNER }],
  'POST /api/classes/:classId/passwords': [
    { path, body: () => ({ student_ids: [pupil] }), statuses: OWNER },
    { path, body: () => ({ student_ids: [member] }), statuses: NOBODY },
  ],
  'PATCH /api/classes/:classId/students/:studentId': [
    {
      path: path.replace('passwords', `students/${pupil}`),
      body: () => ({ name: 'Lê An' }),
      statuses: OWNER,
    },
    {
      path: path.replace('passwords', `students/${member}`),
      body: () => ({ name: 'Lê An' }),
      statuses: NOBODY,
    },
  ],
});
