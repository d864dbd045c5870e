import { ADMIN, at, type Call, LOGGED_IN, NOBODY, OWNER } from './access-cases.ts';

/** The calls on people, on registration and on the audit log, which are the administrator's alone. */
export const peopleCalls = (personId: number): Record<string, Call[]> => ({
  'GET /api/admin/people': [at(ADMIN, '/api/admin/people')],
  'GET /api/admin/people/export': [at(ADMIN, '/api/admin/people/export', undefined, { isFile: true })],
  'GET /api/admin/people/:personId': [at(ADMIN, `/api/admin/people/${personId}`)],
  'POST /api/admin/people/changes': [
    at(ADMIN, '/api/admin/people/changes', () => ({ change: 'enable', person_ids: [999_999] })),
  ],
  'POST /api/admin/people/:personId/role': [
    at(ADMIN, `/api/admin/people/${personId}/role`, () => ({ role: 'student' })),
  ],
  'POST /api/admin/own-decks': [at(ADMIN, '/api/admin/own-decks', () => ({ students_make_decks: true }))],
  'GET /api/admin/entry': [at(ADMIN, '/api/admin/entry')],
  'POST /api/admin/entry': [at(ADMIN, '/api/admin/entry', () => ({ entry: 'open' }))],
  'GET /api/admin/acts': [at(ADMIN, '/api/admin/acts')],
  'GET /api/admin/acts/export': [at(ADMIN, '/api/admin/acts/export', undefined, { isFile: true })],
});

const neverDeleted = () => ({ delete_unseen_years: null, delete_disabled_months: null });

/** The calls of people on their own data, and of the administrator on how long accounts are kept. */
export const ownDataCalls: Record<string, Call[]> = {
  'GET /api/me/data': [at(LOGGED_IN, '/api/me/data')],
  'POST /api/me/data': [at([401, 202, 202, 202, 202, 202], '/api/me/data')],
  'POST /api/me/data/cancel': [at(LOGGED_IN, '/api/me/data/cancel')],
  // None was made.
  'GET /api/me/data/export': [
    at([401, 404, 404, 404, 404, 404], '/api/me/data/export', undefined, { isFile: true }),
  ],
  'GET /api/me/deletion': [at(LOGGED_IN, '/api/me/deletion')],
  'POST /api/me/deletion': [
    at([401, 422, 422, 422, 422, 422], '/api/me/deletion', () => ({ password: 'not this' })),
  ],
  'DELETE /api/me/deletion': [at(LOGGED_IN, '/api/me/deletion')],
  'POST /api/admin/retention/preview': [at(ADMIN, '/api/admin/retention/preview', neverDeleted)],
  'POST /api/admin/retention': [at(ADMIN, '/api/admin/retention', neverDeleted)],
};

/**
 * The calls on the passwords and names that a teacher gives. One student's account was made in the class, and another
 * one's was not.
 */
export const passwordCalls = (path: string, pupil: number, member: number): Record<string, Call[]> => ({
  'GET /api/classes/:classId/passwords': [at(OWNER, path)],
  'POST /api/classes/:classId/passwords': [
    at(OWNER, path, () => ({ student_ids: [pupil] })),
    at(NOBODY, path, () => ({ student_ids: [member] })),
  ],
  'PATCH /api/classes/:classId/students/:studentId': [
    at(OWNER, path.replace('passwords', `students/${pupil}`), () => ({ name: 'Lê An' })),
    at(NOBODY, path.replace('passwords', `students/${member}`), () => ({ name: 'Lê An' })),
  ],
});
