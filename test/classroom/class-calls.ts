import type { Test } from 'tap';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What is wrong with a call: status, code and message. */
export const REFUSALS = {
  class_not_found: [404, 'Class not found'],
  class_not_accessible: [403, 'This class is not yours'],
  join_already_requested: [409, 'You have already asked to join this class'],
  already_a_member: [409, 'You are already in this class'],
  already_approved: [409, 'This student is already in the class'],
  join_request_not_found: [404, 'This request is gone: the student has withdrawn it, or it was answered'],
  not_a_member: [404, 'You are not in this class'],
  student_not_in_class: [404, 'This student is not in the class'],
  deck_not_found: [404, 'Deck not found'],
  deck_not_accessible: [403, 'This deck is not official or owned by you'],
  deck_not_in_class: [404, 'The class does not have this deck'],
  deck_already_in_class: [409, 'The class has this deck already'],
} as const;

/** The answer is this refusal, whole. */
export function refused(
  t: Test,
  answer: Answer<unknown>,
  code: keyof typeof REFUSALS,
  name: string = code,
): void {
  const [status, message] = REFUSALS[code];
  t.equal(answer.status, status, name);
  t.same(answer.body, { success: false, message, code }, name);
}

/** The answer is that this field is not valid, for these reasons. */
export function invalid(t: Test, answer: Answer<unknown>, field: string, ...reasons: string[]): void {
  t.equal(answer.status, 422, JSON.stringify(answer.body));
  t.same(answer.body, {
    success: false,
    message: `Some fields are not valid: ${field}`,
    code: 'validation_failed',
    params: { fields: field },
    errors: { [field]: reasons },
  });
}

type ClassNumber = number | string;

/** The calls about classes as one account makes them, also wrongly. */
export function classCalls(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  const ofClass = (classId: ClassNumber) => ({ token, params: { classId } });
  const ofStudent = (classId: ClassNumber, studentId: ClassNumber) => ({
    token,
    params: { classId, studentId },
  });
  return {
    list: (query = '') => api.unchecked('GET /api/classes', { token, query }),
    create: (body: object) => api.unchecked('POST /api/classes', { token, body }),
    get: (id: ClassNumber, query = '') =>
      api.unchecked('GET /api/classes/:classId', { ...ofClass(id), query }),
    rename: (id: ClassNumber, name: string) =>
      api.unchecked('PATCH /api/classes/:classId', { ...ofClass(id), body: { name } }),
    remove: (id: ClassNumber) => api.unchecked('DELETE /api/classes/:classId', ofClass(id)),
    join: (id: ClassNumber) => api.unchecked('POST /api/classes/:classId/join', ofClass(id)),
    leave: (id: ClassNumber) => api.unchecked('POST /api/classes/:classId/leave', ofClass(id)),
    ownRequests: () => api.unchecked('GET /api/join-requests', { token }),
    requests: (id: ClassNumber) => api.unchecked('GET /api/classes/:classId/join-requests', ofClass(id)),
    approve: (id: ClassNumber, student: ClassNumber) =>
      api.unchecked('POST /api/classes/:classId/approve/:studentId', ofStudent(id, student)),
    reject: (id: ClassNumber, student: ClassNumber) =>
      api.unchecked('DELETE /api/classes/:classId/reject/:studentId', ofStudent(id, student)),
    removeStudent: (id: ClassNumber, student: ClassNumber) =>
      api.unchecked('DELETE /api/classes/:classId/students/:studentId', ofStudent(id, student)),
    addDeck: (id: ClassNumber, deck_id: number) =>
      api.unchecked('POST /api/classes/:classId/decks', { ...ofClass(id), body: { deck_id } }),
    removeDeck: (classId: ClassNumber, deckId: ClassNumber) =>
      api.unchecked('DELETE /api/classes/:classId/decks/:deckId', { token, params: { classId, deckId } }),
    progress: (id: ClassNumber, query = '') =>
      api.unchecked('GET /api/classes/:classId/students-progress', { ...ofClass(id), query }),
    stats: (id: ClassNumber, student: ClassNumber, query = '') =>
      api.unchecked('GET /api/classes/:classId/student-stats/:studentId', {
        ...ofStudent(id, student),
        query,
      }),
  };
}
export type ClassCalls = ReturnType<typeof classCalls>;

/** A class of the teacher with this first deck and these approved students; answers its number. */
export async function newClass(
  api: TestApi,
  teacher: TestAccount,
  deckId: number,
  { name = '10A', students = [] }: { name?: string; students?: TestAccount[] } = {},
): Promise<number> {
  const calls = classCalls(api, teacher);
  const { body } = await calls.create({ name, deck_id: deckId });
  if (!body.success) throw new Error(JSON.stringify(body));
  for (const student of students) await enrol(api, teacher, body.data.id, student);
  return body.data.id;
}

/** The student asks and is let in. */
export async function enrol(
  api: TestApi,
  teacher: TestAccount,
  classId: number,
  student: TestAccount,
): Promise<void> {
  for (const { status, body } of [
    await classCalls(api, student).join(classId),
    await classCalls(api, teacher).approve(classId, student.id),
  ])
    if (status >= 300) throw new Error(JSON.stringify(body));
}
