import type { Caller, TestAccount } from '../harness/api-harness.ts';

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type ClassNumber = number | string;

export function classCalls(account: Caller) {
  const ofClass = (classId: ClassNumber) => ({ params: { classId } });
  const ofStudent = (classId: ClassNumber, studentId: ClassNumber) => ({ params: { classId, studentId } });
  return {
    list: (query = '') => account.unchecked('GET /api/classes', { query }),
    create: (body: object) => account.unchecked('POST /api/classes', { body }),
    get: (id: ClassNumber, query = '') =>
      account.unchecked('GET /api/classes/:classId', { ...ofClass(id), query }),
    rename: (id: ClassNumber, name: string) =>
      account.unchecked('PATCH /api/classes/:classId', { ...ofClass(id), body: { name } }),
    remove: (id: ClassNumber) => account.unchecked('DELETE /api/classes/:classId', ofClass(id)),
    join: (id: ClassNumber) => account.unchecked('POST /api/classes/:classId/join', ofClass(id)),
    leave: (id: ClassNumber) => account.unchecked('POST /api/classes/:classId/leave', ofClass(id)),
    ownRequests: () => account.unchecked('GET /api/join-requests'),
    requests: (id: ClassNumber) => account.unchecked('GET /api/classes/:classId/join-requests', ofClass(id)),
    approve: (id: ClassNumber, student: ClassNumber) =>
      account.unchecked('POST /api/classes/:classId/approve/:studentId', ofStudent(id, student)),
    reject: (id: ClassNumber, student: ClassNumber) =>
      account.unchecked('DELETE /api/classes/:classId/reject/:studentId', ofStudent(id, student)),
    removeStudent: (id: ClassNumber, student: ClassNumber) =>
      account.unchecked('DELETE /api/classes/:classId/students/:studentId', ofStudent(id, student)),
    addDeck: (id: ClassNumber, deck_id: number) =>
      account.unchecked('POST /api/classes/:classId/decks', { ...ofClass(id), body: { deck_id } }),
    removeDeck: (classId: ClassNumber, deckId: ClassNumber) =>
      account.unchecked('DELETE /api/classes/:classId/decks/:deckId', { params: { classId, deckId } }),
    progress: (id: ClassNumber, query = '') =>
      account.unchecked('GET /api/classes/:classId/students-progress', { ...ofClass(id), query }),
    stats: (id: ClassNumber, student: ClassNumber, query = '') =>
      account.unchecked('GET /api/classes/:classId/student-stats/:studentId', {
        ...ofStudent(id, student),
        query,
      }),
  };
}

/** A class of the teacher with this first deck and these approved students; answers its number. */
export async function newClass(
  teacher: TestAccount,
  deckId: number,
  { name = '10A', students = [] }: { name?: string; students?: TestAccount[] } = {},
): Promise<number> {
  const calls = classCalls(teacher);
  const { body } = await calls.create({ name, deck_id: deckId });
  if (!body.success) throw new Error(JSON.stringify(body));
  for (const student of students) await enrol(teacher, body.data.id, student);
  return body.data.id;
}

export async function enrol(teacher: TestAccount, classId: number, student: TestAccount): Promise<void> {
  for (const { status, body } of [
    await classCalls(student).join(classId),
    await classCalls(teacher).approve(classId, student.id),
  ])
    if (status >= 300) throw new Error(JSON.stringify(body));
}
