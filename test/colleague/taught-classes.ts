import type { Call } from '../../core/api.ts';
import type { TestAccount, TestApi } from '../api-harness.ts';
import { newClass } from '../classroom/class-calls.ts';

/** A call as one account makes it, also wrongly; answers status and code, or the data. */
export function as(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  return async <C extends Call>(
    call: C,
    params: Record<string, number | string> = {},
    { body, query }: { body?: object; query?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the data of any call
  ): Promise<{ status: number; code: string | undefined; data: any }> => {
    const answer = await api.unchecked<Call>(call, {
      token,
      params,
      ...(body && { body }),
      ...(query !== undefined && { query }),
    });
    const read = answer.body as unknown as { code?: string; data?: unknown };
    return { status: answer.status, code: read.code, data: read.data };
  };
}

/** Invites by a link and returns its end. */
export async function invitedTo(api: TestApi, owner: TestAccount, classId: number): Promise<string> {
  const { status, data } = await as(api, owner)(
    'POST /api/classes/:classId/invitations',
    { classId },
    { body: { email: null } },
  );
  if (status !== 201) throw new Error(`invite: ${status}`);
  return data.token;
}

/** Lets a teacher come to a class of the owner. */
export async function joinAsTeacher(
  api: TestApi,
  owner: TestAccount,
  classId: number,
  teacher: TestAccount,
): Promise<void> {
  const token = await invitedTo(api, owner, classId);
  const { status } = await as(api, teacher)('POST /api/class-invitation-links/:token/accept', { token });
  if (status !== 200) throw new Error(`accept: ${status}`);
}

/** A class with an owner, a colleague, somebody who was a colleague, a stranger and a student. */
export async function givenTaughtClass(api: TestApi) {
  const owner = await api.register('teacher', { name: 'Cô Hoa' });
  const colleague = await api.register('teacher', { name: 'Thầy Nam' });
  const former = await api.register('teacher', { name: 'Cô Mai' });
  const stranger = await api.register('teacher', { name: 'Thầy Bình' });
  const student = await api.register('student', { name: 'Lan' });
  const deck = await api.addDeck(owner.id, 3);
  const classId = await newClass(api, owner, deck.id, { students: [student] });
  await joinAsTeacher(api, owner, classId, colleague);
  await joinAsTeacher(api, owner, classId, former);
  const removed = await as(api, owner)('DELETE /api/classes/:classId/teachers/:teacherId', {
    classId,
    teacherId: former.id,
  });
  if (removed.status !== 200) throw new Error(`remove: ${removed.status}`);
  return { owner, colleague, former, stranger, student, deck, classId };
}

/** The names of the acts on a class, the first first. */
export async function actsOf(api: TestApi, classId: number): Promise<string[]> {
  const { rows } = await api.pool.query<{ act: string }>(
    'select act from acts where class_id = $1 order by id',
    [classId],
  );
  return rows.map(({ act }) => act);
}
