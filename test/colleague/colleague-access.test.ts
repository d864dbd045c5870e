import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { Call } from '../../core/api.ts';
import { newClass } from '../classroom/class-calls.ts';
import { heardAll } from '../classroom/open-stream.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { as, givenTaughtClass } from './taught-classes.ts';

const api = await startApi(t);
const world = await givenTaughtClass(api);
const { owner, colleague, former, stranger, student, classId } = world;
const waiting = await api.register('student');
const deckOfColleague = await api.addDeck(colleague.id, 1);
const exam = await givenExam(owner, [classId], examBody('AB'));
const inAnHour = () => ({ ends_at: new Date(Date.now() + 3_600_000).toISOString(), open_until: null });
const row = () => ({ key: randomUUID(), rows: [{ name: 'An', user_name: null, email: null }] });
const pupil = (await as(owner)('POST /api/classes/:classId/roster', { classId }, { body: row() })).data[0]
  .student_id as number;
await heardAll(api);

interface Asked {
  call: Call;
  params?: Record<string, number>;
  body?: () => object;
  query?: string;
  /** What it needs, and who has changed it before, is put right first. */
  before?: () => Promise<unknown>;
  /** Changes the class: refused while it is archived. */
  changes?: true;
}

const params = { studentId: waiting.id };
const be = (status: 'pending' | 'approved') => () =>
  api.sql`insert into class_members (class_id, student_id, status, joined_at)
  values (${classId}, ${waiting.id}, ${status}, ${status === 'approved' ? new Date() : null})
  on conflict (class_id, student_id) do update set status = excluded.status, joined_at = excluded.joined_at`;

/** Every call on a class that all of its teachers make. */
const CALLS: Asked[] = [
  { call: 'GET /api/classes/:classId' },
  { call: 'PATCH /api/classes/:classId', body: () => ({ name: '10B' }), changes: true },
  { call: 'GET /api/classes/:classId/teachers' },
  { call: 'GET /api/classes/:classId/acts' },
  { call: 'GET /api/classes/:classId/code' },
  { call: 'POST /api/classes/:classId/code', body: inAnHour, changes: true },
  { call: 'PATCH /api/classes/:classId/code', body: inAnHour, changes: true },
  { call: 'DELETE /api/classes/:classId/code' },
  { call: 'GET /api/classes/:classId/join-requests' },
  { call: 'POST /api/classes/:classId/approve/:studentId', params, before: be('pending'), changes: true },
  { call: 'DELETE /api/classes/:classId/reject/:studentId', params, before: be('pending'), changes: true },
  { call: 'DELETE /api/classes/:classId/students/:studentId', params, before: be('approved'), changes: true },
  { call: 'POST /api/classes/:classId/roster/check', body: () => ({ rows: row().rows }) },
  { call: 'POST /api/classes/:classId/roster', body: row, changes: true },
  { call: 'POST /api/classes/:classId/passwords', body: () => ({ student_ids: [pupil] }), changes: true },
  { call: 'GET /api/classes/:classId/students-progress' },
  { call: 'GET /api/classes/:classId/student-days' },
  { call: 'GET /api/classes/:classId/student-stats/:studentId', params: { studentId: student.id } },
  { call: 'GET /api/classes/:classId/exams' },
  { call: 'GET /api/classes/:classId/exam-results' },
  { call: 'GET /api/exams/:examId', params: { examId: exam.id } },
  {
    call: 'PATCH /api/exams/:examId/visibility',
    params: { examId: exam.id },
    body: () => ({ is_hidden: false }),
  },
  { call: 'GET /api/decks/:deckId', params: { deckId: world.deck.id } },
  { call: 'GET /api/decks/:deckId/cards', params: { deckId: world.deck.id } },
  { call: 'POST /api/classes/:classId/copy', body: () => ({ name: '11A' }) },
];

const ask = (account: TestAccount, { call, params, body, query }: Asked) =>
  as(account)(
    call,
    { classId, ...params },
    { ...(body && { body: body() }), ...(query !== undefined && { query }) },
  );

for (const asked of CALLS)
  t.test(`COL-01 COL-02 ${asked.call} is for all teachers of the class, and no others`, async (t) => {
    for (const [who, account] of Object.entries({ owner, colleague })) {
      await asked.before?.();
      const { status, code } = await ask(account, asked);
      t.ok(status === 200 || status === 201, `${who}: ${status} ${code}`);
    }
    for (const [who, account] of Object.entries({ former, stranger })) {
      const { status, code } = await ask(account, asked);
      t.equal(status, 403, who);
      t.match(code, /^(class_not_accessible|exam_not_owned|deck_not_accessible)$/, who);
    }
  });

t.test('COL-01 COL-04 a colleague gives the class own decks, which its students then study', async (t) => {
  const mine = as(colleague);
  const body = { deck_id: deckOfColleague.id };
  t.equal((await mine('POST /api/classes/:classId/decks', { classId }, { body })).status, 201);
  const params = { deckId: deckOfColleague.id };
  t.equal((await as(student)('GET /api/decks/:deckId/counts', params)).status, 200);
  t.equal((await as(owner)('GET /api/decks/:deckId', params)).status, 200);
  t.equal(
    (await as(owner)('PATCH /api/decks/:deckId', params, { body: { title: 'x' } })).code,
    'deck_not_owned',
    'but only its owner changes it',
  );
  await as(owner)('DELETE /api/classes/:classId/decks/:deckId', { classId, ...params });
  await heardAll(api);
  t.equal((await as(owner)('GET /api/decks/:deckId', params)).code, 'deck_not_accessible');
});

t.test('COL-01 only the owner invites, takes out, hands over and deletes', async (t) => {
  const mine = as(colleague);
  const answers = [
    await mine('POST /api/classes/:classId/invitations', { classId }, { body: { email: null } }),
    await mine('DELETE /api/classes/:classId/invitations/:invitationId', { classId, invitationId: 1 }),
    await mine('DELETE /api/classes/:classId/teachers/:teacherId', { classId, teacherId: owner.id }),
    await mine(
      'POST /api/classes/:classId/hand-over',
      { classId },
      { body: { teacher_id: colleague.id, leaves: false } },
    ),
    await mine('DELETE /api/classes/:classId', { classId }),
  ];
  t.same(
    column(answers, 'code'),
    answers.map(() => 'class_owner_only'),
  );
});

t.test('COL-03 an exam is its author’s to change; a colleague of all its classes may hide it', async (t) => {
  const mine = as(colleague);
  const params = { examId: exam.id };
  t.equal((await mine('GET /api/exams/:examId', params)).data.questions[0].correct_option, 'A', 'the key');
  for (const { code } of [
    await mine('PATCH /api/exams/:examId', params, { body: examBody('A') }),
    await mine('DELETE /api/exams/:examId', params),
    await mine('POST /api/exams/:examId/classes', params, { body: { class_ids: [] } }),
  ])
    t.equal(code, 'exam_not_owned');
  const elsewhere = await newClass(owner, world.deck.id);
  const set = (class_ids: number[]) =>
    as(owner)('POST /api/exams/:examId/classes', params, { body: { class_ids } });
  t.equal((await set([classId, elsewhere])).status, 200);
  const hide = () => mine('PATCH /api/exams/:examId/visibility', params, { body: { is_hidden: true } });
  t.equal((await hide()).code, 'exam_not_owned', 'SL-184 another class of the owner has it as well');
  t.equal((await set([classId])).status, 200);
  t.equal((await hide()).status, 200);
});

t.test(
  'COL-03 SL-185 a colleague gives decks and exams to the class, which keeps them when they leave',
  async (t) => {
    const guest = await api.register('teacher');
    await api.sql`insert into class_teachers (class_id, teacher_id) values (${classId}, ${guest.id})`;
    const own = await givenExam(guest, [classId], examBody('A'));
    const { id: deckId } = await api.addDeck(guest.id, 1);
    const ofClass = { body: { deck_id: deckId } };
    t.equal((await as(guest)('POST /api/classes/:classId/decks', { classId }, ofClass)).status, 201);
    await as(guest)('DELETE /api/classes/:classId/teachers/:teacherId', { classId, teacherId: guest.id });
    await heardAll(api);
    t.equal((await as(student)('GET /api/decks/:deckId/counts', { deckId })).status, 200, 'still studied');
    const params = { examId: own.id };
    const set = (class_ids: number[]) =>
      as(guest)('POST /api/exams/:examId/classes', params, { body: { class_ids } });
    t.match((await set([])).data.classes, [{ id: classId }], 'not theirs to take away any more');
    t.equal((await set([classId])).status, 200);
    const result = await as(guest)('GET /api/exams/:examId/result', params, {
      query: `?student_id=${student.id}`,
    });
    t.equal(result.code, 'result_not_accessible');
    t.equal((await as(owner)('GET /api/exams/:examId', params)).status, 200);
    const takeOut = (by: TestAccount) =>
      as(by)('DELETE /api/classes/:classId/exams/:examId', { classId, ...params });
    t.equal((await takeOut(guest)).code, 'class_not_accessible');
    t.equal((await takeOut(colleague)).status, 200);
    t.equal((await takeOut(colleague)).code, 'exam_not_found');
    t.equal((await as(guest)('GET /api/exams/:examId', params)).status, 200, 'it is still its author’s');
  },
);

t.test('COL-05 accounts made by a colleague count for the owner, who gives them passwords', async (t) => {
  const made = await as(colleague)('POST /api/classes/:classId/roster', { classId }, { body: row() });
  const body = { student_ids: [made.data[0].student_id] };
  t.equal((await as(owner)('POST /api/classes/:classId/passwords', { classId }, { body })).status, 200);
  const { data } = await as(colleague)('GET /api/classes/:classId/student-stats/:studentId', {
    classId,
    studentId: made.data[0].student_id,
  });
  t.equal(data.gets_password, true);
});

t.test('COL-13 an archived class is read as before, and nothing in it changes', async (t) => {
  for (const asked of CALLS) if (asked.changes) await asked.before?.();
  const archived = await as(colleague)('POST /api/classes/:classId/archive', { classId });
  t.equal(archived.status, 200);
  t.match(archived.data.archived_at, /^\d{4}-/);
  const state = () => api.sql`select (select count(*) from class_members where class_id = ${classId}),
    (select name from classes where id = ${classId})`;
  const before = await state();
  for (const asked of CALLS) {
    const { status, code } = await ask(owner, asked);
    if (asked.changes) t.equal(code, 'class_archived', asked.call);
    else t.ok(status === 200 || status === 201, `${asked.call}: ${code}`);
  }
  const ownDeck = await api.addDeck(owner.id, 1);
  const mine = as(owner);
  for (const { code } of [
    await mine('POST /api/classes/:classId/decks', { classId }, { body: { deck_id: ownDeck.id } }),
    await mine('DELETE /api/classes/:classId/decks/:deckId', { classId, deckId: world.deck.id }),
    await mine('POST /api/exams/:examId/classes', { examId: exam.id }, { body: { class_ids: [] } }),
    await mine('POST /api/classes/:classId/invitations', { classId }, { body: { email: null } }),
    await mine('POST /api/classes/:classId/archive', { classId }),
  ])
    t.equal(code, 'class_archived');
  t.equal((await as(waiting)('POST /api/classes/:classId/join', { classId })).code, 'class_archived');
  t.same(await state(), before);
});
