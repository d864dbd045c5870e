import type { Test } from 'tap';
import type { StudentStats, StudentsProgress } from '../../core/classroom/class-progress.schema.ts';
import type {
  ClassDeck,
  Classroom,
  JoinRequest,
  OwnJoinRequest,
} from '../../core/classroom/classroom.schema.ts';
import type { ErrorBody } from '../../core/errors.ts';
import type { Answer, TestAccount, TestApi } from '../api-harness.ts';

type Data<T> = { success: true; data: T };
type Done = { success: true };
/** What a test expects to be either: what it succeeded with, or the error. */
type Either<T> = T & Omit<ErrorBody, 'success'>;

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
    errors: { [field]: reasons },
  });
}

/** The calls about classes as one account makes them. */
export function classCalls(api: TestApi, { token }: Pick<TestAccount, 'token'>) {
  const call = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.raw<Either<T>>(method, `/api${path}`, { token, ...(body && { body }) });
  return {
    list: (query = '') => call<Data<Classroom[]>>('GET', `/classes${query}`),
    create: (body: object) => call<Data<Classroom>>('POST', '/classes', body),
    get: (id: number | string, query = '') => call<Data<Classroom>>('GET', `/classes/${id}${query}`),
    remove: (id: number | string) => call<Done>('DELETE', `/classes/${id}`),
    join: (id: number | string) => call<Data<OwnJoinRequest>>('POST', `/classes/${id}/join`),
    leave: (id: number | string) => call<Done>('POST', `/classes/${id}/leave`),
    ownRequests: () => call<Data<OwnJoinRequest[]>>('GET', '/join-requests'),
    requests: (id: number | string) => call<Data<JoinRequest[]>>('GET', `/classes/${id}/join-requests`),
    approve: (id: number | string, student: number | string) =>
      call<Done>('POST', `/classes/${id}/approve/${student}`),
    reject: (id: number | string, student: number | string) =>
      call<Done>('DELETE', `/classes/${id}/reject/${student}`),
    removeStudent: (id: number | string, student: number | string) =>
      call<Done>('DELETE', `/classes/${id}/students/${student}`),
    addDeck: (id: number | string, deck_id: number) =>
      call<Data<ClassDeck>>('POST', `/classes/${id}/decks`, { deck_id }),
    removeDeck: (id: number | string, deck: number | string) =>
      call<Done>('DELETE', `/classes/${id}/decks/${deck}`),
    progress: (id: number | string, query = '') =>
      call<StudentsProgress>('GET', `/classes/${id}/students-progress${query}`),
    stats: (id: number | string, student: number | string, query = '') =>
      call<Data<StudentStats>>('GET', `/classes/${id}/student-stats/${student}${query}`),
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
