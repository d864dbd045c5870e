import t from 'tap';
import { JOINS_BY_NUMBER } from '../../core/classroom/membership.ts';
import { OWN_DATA_PARTS } from '../../core/own-data/perform-own-data.ts';
import { startApi } from '../harness/api-harness.ts';
import { refused } from '../harness/refused.ts';
import { until } from '../harness/until.ts';
import { classCalls, enrol, ISO, newClass } from './class-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const deck = await api.addDeck(teacher.id, 1);
const teachers = classCalls(teacher);
const NOBODY = 2_000_000_000;

const start = async (name = '10A') => {
  const student = await api.register('student', { name: 'Lan' });
  return { student, calls: classCalls(student), id: await newClass(teacher, deck.id, { name }) };
};

const statuses = async (id: number) => {
  const rows = await api.sql<{ status: string }>`select status from class_members where class_id = ${id}
    order by id`;
  return rows.map(({ status }) => status);
};

const DONE = { success: true };

t.test('API-24 CLS-17 SL-20 joining makes a request, and no membership yet', async (t) => {
  const { calls, id } = await start('Lớp của Lan');
  const { status, body } = await calls.join(id);
  t.equal(status, 201);
  const { id: request, requested_at, ...rest } = body.data;
  t.match(requested_at, ISO);
  t.same(rest, { class_id: id, class_name: null, teacher_name: null });
  const own = await calls.ownRequests();
  t.same(
    [own.status, own.body],
    [200, { success: true, data: [{ id: request, requested_at, ...rest }], total: 1 }],
  );
  t.same((await calls.list()).body, { success: true, data: [], total: 0 });
  refused(t, await calls.get(id), 'class_not_accessible');
});

t.test('CLS-21 who asks by number learns neither class nor teacher before the approval', async (t) => {
  const { student, calls, id } = await start('Lớp của Lan');
  const ownFile = async () => {
    const { rows } = await api.pool.query(OWN_DATA_PARTS.class_memberships!, [student.id]);
    return rows.map(({ row }) => row);
  };
  await calls.join(id);
  const told = JSON.stringify([
    (await calls.ownRequests()).body,
    await student.data('GET /api/today'),
    await student.data('GET /api/decks'),
    await ownFile(),
  ]);
  t.notMatch(told, /Lớp của Lan|Cô Hoa/);
  t.match(await ownFile(), [{ class_id: id, class: null, teacher: null, status: 'pending' }]);
  const refusals: [status: number, body: unknown][] = [];
  for (const { status, body } of [await calls.join(id), await calls.get(id)]) refusals.push([status, body]);
  for (const part of ['live', 'teachers', 'exam-results', 'acts', 'students-progress']) {
    const { status, body } = await student.raw('GET', `/api/classes/${id}/${part}`);
    refusals.push([status, body]);
  }
  for (const [status, body] of refusals) {
    t.ok(status >= 400, `${status}`);
    t.notMatch(JSON.stringify(body), /Lớp của Lan|Cô Hoa/);
  }
  const parts = [
    'classes',
    'classes?archived=true',
    'join-requests',
    'today',
    'decks',
    'me',
    `classes/${id}`,
  ];
  const requests = parts.map((part) => ({ method: 'GET' as const, url: `/api/${part}` }));
  const batch = await student.call('POST /api/batch', { body: { requests } });
  t.same(
    batch.body.data.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 403],
  );
  t.notMatch(JSON.stringify(batch.body), /Lớp của Lan|Cô Hoa/, 'nor many calls in one');
  const left = await calls.leave(id);
  t.same([left.status, left.body], [200, DONE], 'who withdraws hears nothing of it either');
  await calls.join(id);
  await teachers.reject(id, student.id);
  t.match(await ownFile(), [{ class: null, teacher: null, status: 'rejected' }], 'nor once turned down');
  await calls.join(id);
  await teachers.approve(id, student.id);
  t.match((await calls.list()).body.data, [{ name: 'Lớp của Lan', teacher_name: 'Cô Hoa' }]);
  t.match(await ownFile(), [{ class: 'Lớp của Lan', teacher: 'Cô Hoa', status: 'approved' }]);
});

t.test('CLS-20 classes are not counted up by their numbers for long', async (t) => {
  const { calls, student, id } = await start();
  for (let time = 0; time < JOINS_BY_NUMBER; time++) await calls.join(time % 2 ? id : 1_000_000 + time);
  t.equal((await calls.join(id)).status, 429);
  t.equal((await calls.join(2_000_000)).status, 429, 'nor does anybody learn which numbers there are');
  const other = await start();
  t.equal((await other.calls.join(other.id)).status, 201, 'others ask on');
  await api.sql`update login_attempts set ends_at = now()`;
  t.not((await calls.join(id)).status, 429, `account ${student.id} may again`);
});

t.test('API-26 CLS-12 SL-02 the teacher sees who waits, the longest first', async (t) => {
  const { student, calls, id } = await start();
  t.same((await teachers.requests(id)).body, { success: true, data: [], total: 0 });
  await calls.join(id);
  const second = await api.register('student', { name: 'Minh' });
  await classCalls(second).join(id);
  const { status, body } = await teachers.requests(id);
  t.equal(status, 200);
  t.same(
    body.data.map(({ id: _, requested_at, ...rest }) => [ISO.test(requested_at), rest]),
    [
      [true, { class_id: id, student_id: student.id, student: { name: 'Lan', email: student.email } }],
      [true, { class_id: id, student_id: second.id, student: { name: 'Minh', email: second.email } }],
    ],
  );
  t.same(Object.keys(body), ['success', 'data', 'total']);
  t.match((await teachers.get(id)).body.data, { student_count: 0, pending_count: 2 });
});

t.test('ERR-19 SL-20 who asks twice is told, as one who waits and as a member', async (t) => {
  const { student, calls, id } = await start();
  await calls.join(id);
  const before = (await teachers.requests(id)).body;
  refused(t, await calls.join(id), 'join_already_requested');
  t.same((await teachers.requests(id)).body, before, 'the request is as it was');
  await teachers.approve(id, student.id);
  const joined = (await calls.get(id)).body;
  refused(t, await calls.join(id), 'already_a_member');
  t.same((await calls.get(id)).body, joined);
});

t.test('API-27 CLS-14 CLS-15 SL-20 an approved request is gone; the class is the student’s', async (t) => {
  const { student, calls, id } = await start();
  await calls.join(id);
  const before = Date.now();
  const { status, body } = await teachers.approve(id, student.id);
  t.same([status, body], [200, DONE]);
  t.same((await teachers.requests(id)).body.data, []);
  t.same((await calls.ownRequests()).body.data, []);
  const mine = (await calls.get(id)).body.data;
  t.match(mine, { id, is_teacher: false, student_count: 1, pending_count: 0, joined_at: ISO });
  t.ok(Date.parse(mine.joined_at!) >= before - 1_000, 'since the approval');
  t.same((await calls.list()).body.data, [mine]);
});

t.test('SL-20 ERR-24 of requests, and of approvals, at once exactly one succeeds', async (t) => {
  const { student, calls, id } = await start();
  const asked = await Promise.all([calls.join(id), calls.join(id), calls.join(id)]);
  t.same(asked.map(({ status }) => status).sort(), [201, 409, 409]);
  t.same(await statuses(id), ['pending']);
  const answers = await Promise.all(Array.from({ length: 4 }, () => teachers.approve(id, student.id)));
  const refusals = answers.filter(({ status }) => status !== 200);
  t.equal(refusals.length, 3);
  for (const answer of refusals) refused(t, answer, 'already_approved');
  t.match((await teachers.get(id)).body.data, { student_count: 1, pending_count: 0 });
});

t.test('of an approval and a rejection at once exactly one succeeds', async (t) => {
  for (let round = 0; round < 5; round++) {
    const { student, calls, id } = await start();
    await calls.join(id);
    const [approval, rejection] = await Promise.all([
      teachers.approve(id, student.id),
      teachers.reject(id, student.id),
    ]);
    if (approval.status === 200) refused(t, rejection, 'already_approved');
    else refused(t, approval, 'join_request_not_found');
    t.same(await statuses(id), [approval.status === 200 ? 'approved' : 'rejected']);
  }
});

t.test('ERR-24 nobody is let in who has not asked, has withdrawn or was rejected', async (t) => {
  const { student, calls, id } = await start();
  refused(t, await teachers.approve(id, student.id), 'join_request_not_found', 'has not asked');
  refused(t, await teachers.approve(id, NOBODY), 'join_request_not_found', 'is nobody');
  await calls.join(id);
  t.same((await calls.leave(id)).body, DONE);
  t.same((await teachers.requests(id)).body.data, []);
  t.same((await calls.ownRequests()).body.data, []);
  refused(t, await teachers.approve(id, student.id), 'join_request_not_found', 'has withdrawn');
  t.same(await statuses(id), []);
  await calls.join(id);
  await teachers.reject(id, student.id);
  refused(t, await teachers.approve(id, student.id), 'join_request_not_found', 'was rejected');
  t.same(await statuses(id), ['rejected']);
});

t.test('API-28 CLS-14 CLS-16 a rejected request is gone for both; the student may ask again', async (t) => {
  const { student, calls, id } = await start();
  await calls.join(id);
  const { status, body } = await teachers.reject(id, student.id);
  t.same([status, body], [200, DONE]);
  t.same((await teachers.requests(id)).body.data, []);
  t.same((await calls.ownRequests()).body.data, []);
  t.match((await teachers.get(id)).body.data, { student_count: 0, pending_count: 0 });

  const other = classCalls(await api.register());
  await other.join(id);
  t.equal((await calls.join(id)).status, 201);
  t.same(
    (await teachers.requests(id)).body.data.map(({ student_id }) => student_id === student.id),
    [false, true],
    'behind those who have asked meanwhile',
  );
  t.equal((await teachers.approve(id, student.id)).status, 200);
  t.equal((await calls.get(id)).status, 200);
});

t.test('ERR-25 what is no request cannot be rejected', async (t) => {
  const { student, calls, id } = await start();
  refused(t, await teachers.reject(id, student.id), 'join_request_not_found', 'has not asked');
  await calls.join(id);
  await teachers.reject(id, student.id);
  refused(t, await teachers.reject(id, student.id), 'join_request_not_found', 'was rejected');
  await enrol(teacher, id, student);
  refused(t, await teachers.reject(id, student.id), 'already_approved', 'is in the class');
  t.same(await statuses(id), ['approved']);
});

t.test('API-25 CLS-18 ERR-22 a student leaves once', async (t) => {
  const { student, calls, id } = await start();
  refused(t, await calls.leave(id), 'not_a_member', 'never asked');
  await enrol(teacher, id, student);
  const { status, body } = await calls.leave(id);
  t.same([status, body], [200, DONE]);
  t.same((await calls.list()).body.data, []);
  refused(t, await calls.get(id), 'class_not_accessible');
  t.match((await teachers.get(id)).body.data, { student_count: 0 });
  refused(t, await calls.leave(id), 'not_a_member', 'has left');
  await calls.join(id);
  await teachers.reject(id, student.id);
  refused(t, await calls.leave(id), 'not_a_member', 'was rejected');
  t.same(await statuses(id), ['rejected'], 'which remains known');
});

t.test('the teacher takes an approved student out, and nobody else', async (t) => {
  const { student, calls, id } = await start();
  refused(t, await teachers.removeStudent(id, student.id), 'student_not_in_class', 'has not asked');
  await calls.join(id);
  refused(t, await teachers.removeStudent(id, student.id), 'student_not_in_class', 'waits');
  await teachers.approve(id, student.id);
  const { status, body } = await teachers.removeStudent(id, student.id);
  t.same([status, body], [200, DONE]);
  t.same(await statuses(id), ['rejected'], 'which remains known');
  refused(t, await calls.get(id), 'class_not_accessible');
  refused(t, await teachers.removeStudent(id, student.id), 'student_not_in_class', 'was taken out');
  t.same((await calls.join(id)).status, 201, 'and asks again');
  t.same(await statuses(id), ['pending']);
});

t.test('ERR-19 ERR-22 ERR-23 ERR-24 ERR-25 a class that is gone is not found', async (t) => {
  const { student, calls, id } = await start();
  await enrol(teacher, id, student);
  await teachers.remove(id);
  await until(async () => (await calls.get(id)).status === 404);
  for (const classId of [id, NOBODY]) {
    for (const answer of [
      await calls.join(classId),
      await calls.leave(classId),
      await teachers.requests(classId),
      await teachers.approve(classId, student.id),
      await teachers.reject(classId, student.id),
      await teachers.removeStudent(classId, student.id),
    ])
      refused(t, answer, 'class_not_found');
  }
  t.same((await calls.ownRequests()).body.data, []);
});

t.test('SL-64 who asks while the class is being deleted is told that it is gone', async (t) => {
  const { calls, id } = await start();
  const deleting = await api.pool.connect();
  await deleting.query('begin');
  await deleting.query('delete from classes where id = $1', [id]);
  const answer = calls.join(id);
  await until(async () => {
    const rows = await api.sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`;
    return rows.length > 0;
  });
  await deleting.query('commit');
  deleting.release();
  refused(t, await answer, 'class_not_found');
});
