import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import { ADMIN, at, type Call, OWNER, OWNER_MAKES, TEACHERS } from './access-cases.ts';

interface World {
  /** An exam that the class has. */
  examOf: (classId: number) => Promise<number>;
  owner: TestAccount;
  /** A teacher who teaches none of the owner's classes. */
  other: TestAccount;
  newClass: () => Promise<number>;
}

/** The calls on the teachers of a class, on its archive and its copies. */
export function colleagueCalls(
  api: TestApi,
  { owner, other, newClass, examOf }: World,
): Record<string, Call[]> {
  const of = (rest: string) => async () => `/api/classes/${await newClass()}/${rest}`;
  const invited = async (email: string | null) => {
    const classId = await newClass();
    const data = await owner.data('POST /api/classes/:classId/invitations', {
      params: { classId },
      body: { email },
    });
    return { classId, ...data };
  };
  const link = (rest: string) => async () =>
    `/api/class-invitation-links/${(await invited(null)).token}${rest}`;
  const forOther = (rest: string) => async () =>
    `/api/class-invitations/${(await invited(other.email)).id}${rest}`;
  const withColleague = async () => {
    const classId = await newClass();
    const colleague = await api.register('teacher');
    await api.sql`insert into class_teachers (class_id, teacher_id) values (${classId}, ${colleague.id})`;
    return { classId, colleague };
  };
  return {
    'POST /api/classes/:classId/archive': [at(OWNER, of('archive'))],
    'DELETE /api/classes/:classId/archive': [at(OWNER, of('archive'))],
    'POST /api/classes/:classId/copy': [at(OWNER_MAKES, of('copy'), () => ({ name: '11A' }))],
    'DELETE /api/classes/:classId/exams/:examId': [
      at(OWNER, async () => {
        const classId = await newClass();
        return `/api/classes/${classId}/exams/${await examOf(classId)}`;
      }),
    ],
    'GET /api/classes/:classId/teachers': [at(OWNER, of('teachers'))],
    'POST /api/classes/:classId/invitations': [at(OWNER_MAKES, of('invitations'), () => ({ email: null }))],
    'DELETE /api/classes/:classId/invitations/:invitationId': [
      at(OWNER, async () => {
        const { classId, id } = await invited(null);
        return `/api/classes/${classId}/invitations/${id}`;
      }),
    ],
    'DELETE /api/classes/:classId/teachers/:teacherId': [
      at(OWNER, async () => {
        const { classId, colleague } = await withColleague();
        return `/api/classes/${classId}/teachers/${colleague.id}`;
      }),
    ],
    'POST /api/classes/:classId/hand-over': [
      at([401, 403, 403, 403, 404, 403], of('hand-over'), () => ({ teacher_id: other.id, leaves: true })),
    ],
    'POST /api/admin/classes/:classId/hand-over': [
      at(
        ADMIN,
        async () => `/api/admin/classes/${await newClass()}/hand-over`,
        () => ({ teacher_id: other.id, leaves: true }),
      ),
    ],
    'GET /api/class-invitations': [at(TEACHERS, '/api/class-invitations')],
    'POST /api/class-invitations/:invitationId/accept': [
      at([401, 403, 403, 200, 404, 403], forOther('/accept')),
    ],
    'DELETE /api/class-invitations/:invitationId': [at([401, 403, 403, 200, 404, 403], forOther(''))],
    'GET /api/class-invitation-links/:token': [at(TEACHERS, link(''))],
    'POST /api/class-invitation-links/:token/accept': [at([401, 403, 403, 200, 409, 403], link('/accept'))],
  };
}
