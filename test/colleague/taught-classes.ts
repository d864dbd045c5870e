import type { Call } from '../../core/api.ts';
import { newClass } from '../classroom/class-calls.ts';
import type { Caller, TestAccount, TestApi } from '../harness/api-harness.ts';

/** A call as one account makes it, also wrongly; answers status and code, or the data. */
export function as(account: Caller) {
  return async <C extends Call>(
    call: C,
    params: Record<string, number | string> = {},
    { body, query }: { body?: object; query?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the data of any call
  ): Promise<{ status: number; code: string | undefined; data: any }> => {
    const answer = await account.unchecked<Call>(call, {
      params,
      ...(body && { body }),
      ...(query !== undefined && { query }),
    });
    const read = answer.body as unknown as { code?: string; data?: unknown };
    return { status: answer.status, code: read.code, data: read.data };
  };
}

export async function invitedTo(owner: TestAccount, classId: number): Promise<string> {
  const given = { params: { classId }, body: { email: null } };
  return (await owner.data('POST /api/classes/:classId/invitations', given)).token;
}

export async function joinAsTeacher(
  owner: TestAccount,
  classId: number,
  teacher: TestAccount,
): Promise<void> {
  const params = { token: await invitedTo(owner, classId) };
  await teacher.data('POST /api/class-invitation-links/:token/accept', { params });
}

/** A class with an owner, a colleague, somebody who was a colleague, a stranger and a student. */
export async function givenTaughtClass(api: TestApi) {
  const owner = await api.register('teacher', { name: 'Cô Hoa' });
  const colleague = await api.register('teacher', { name: 'Thầy Nam' });
  const former = await api.register('teacher', { name: 'Cô Mai' });
  const stranger = await api.register('teacher', { name: 'Thầy Bình' });
  const student = await api.register('student', { name: 'Lan' });
  const deck = await api.addDeck(owner.id, 3);
  const classId = await newClass(owner, deck.id, { students: [student] });
  await joinAsTeacher(owner, classId, colleague);
  await joinAsTeacher(owner, classId, former);
  const params = { classId, teacherId: former.id };
  await owner.data('DELETE /api/classes/:classId/teachers/:teacherId', { params });
  return { owner, colleague, former, stranger, student, deck, classId };
}

/** The names of the acts on a class, the first first. */
export async function actsOf(api: TestApi, classId: number): Promise<string[]> {
  const rows = await api.sql<{ act: string }>`select act from acts where class_id = ${classId} order by id`;
  return rows.map(({ act }) => act);
}
