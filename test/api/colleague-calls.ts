import type { TestAccount, TestApi } from '../api-harness.ts';
import { ADMIN, type Call, OWNER, OWNER_MAKES, TEACHERS } from './access-cases.ts';

interface World {
  /** An exam that the class has. */
  examOf: (classId: number) => Promise<number>;
  owner: TestAccount;
  /** A teacher who teaches none of the owner's classes. */
  other: TestAccount;
  newClass: () => Promise<number>;
}

/** The calls on who teaches a class, on its archive and its copies. */
export function colleagueCalls(
  api: TestApi,
  { owner, other, newClass, examOf }: World,
): Record<string, Call[]> {
  const of = (rest: string) => async () => `/api/classes/${await newClass()}/${rest}`;
  const invited = async (email: string | null) => {
    const classId = await newClass();
    const { body } = await api.call('POST /api/classes/:classId/invitations', {
      params: { classId },
      token: owner.token,
      body: { email },
    });
    return { classId, ...body.data };
  };
  const link = (rest: string) => async () =>
    `/api/class-invitation-links/${(await invited(null)).token}${rest}`;
  const forOther = (rest: string) => async () =>
    `/api/class-invitations/${(await invited(other.email)).id}${rest}`;
  const withColleague = async () => {
    const classId = await newClass();
    const colleague = await api.register('teacher');
    await api.pool.query('insert into class_teachers (class_id, teacher_id) values ($1, $2)', [
      classId,
      colleague.id,
    ]);
    return { classId, colleague };
  };
  return {
    'POST /api/classes/:classId/archive': [{ path: of('archive'), statuses: OWNER }],
    'DELETE /api/classes/:classId/archive': [{ path: of('archive'), statuses: OWNER }],
    'POST /api/classes/:classId/copy': [
      { path: of('copy'), body: () => ({ name: '11A' }), statuses: OWNER_MAKES },
    ],
    'DELETE /api/classes/:classId/exams/:examId': [
      {
        path: async () => {
          const classId = await newClass();
          return `/api/classes/${classId}/exams/${await examOf(classId)}`;
        },
        statuses: OWNER,
      },
    ],
    'GET /api/classes/:classId/teachers': [{ path: of('teachers'), statuses: OWNER }],
    'POST /api/classes/:classId/invitations': [
      { path: of('invitations'), body: () => ({ email: null }), statuses: OWNER_MAKES },
    ],
    'DELETE /api/classes/:classId/invitations/:invitationId': [
      {
        path: async () => {
          const { classId, id } = await invited(null);
          return `/api/classes/${classId}/invitations/${id}`;
        },
        statuses: OWNER,
      },
    ],
    'DELETE /api/classes/:classId/teachers/:teacherId': [
      {
        path: async () => {
          const { classId, colleague } = await withColleague();
          return `/api/classes/${classId}/teachers/${colleague.id}`;
        },
        statuses: OWNER,
      },
    ],
    'POST /api/classes/:classId/hand-over': [
      {
        path: of('hand-over'),
        body: () => ({ teacher_id: other.id, leaves: true }),
        statuses: [401, 403, 403, 403, 404, 403],
      },
    ],
    'POST /api/admin/classes/:classId/hand-over': [
      {
        path: async () => `/api/admin/classes/${await newClass()}/hand-over`,
        body: () => ({ teacher_id: other.id, leaves: true }),
        statuses: ADMIN,
      },
    ],
    'GET /api/class-invitations': [{ path: '/api/class-invitations', statuses: TEACHERS }],
    'POST /api/class-invitations/:invitationId/accept': [
      { path: forOther('/accept'), statuses: [401, 403, 403, 200, 404, 403] },
    ],
    'DELETE /api/class-invitations/:invitationId': [
      { path: forOther(''), statuses: [401, 403, 403, 200, 404, 403] },
    ],
    'GET /api/class-invitation-links/:token': [{ path: link(''), statuses: TEACHERS }],
    'POST /api/class-invitation-links/:token/accept': [
      { path: link('/accept'), statuses: [401, 403, 403, 200, 409, 403] },
    ],
  };
}
