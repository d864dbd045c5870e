import t from 'tap';
import { classCalls, newClass } from '../classroom/class-calls.ts';
import { givenClassOf } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column, columns } from '../harness/columns.ts';
import { until } from '../harness/until.ts';

const api = await startApi(t);
const admin = await api.register('admin', { name: 'Hà Quản Trị' });
const { token } = admin;
const UNKNOWN = 999_999;

const person = (name: string, role: 'student' | 'teacher' = 'student') => api.register(role, { name });
const change = (what: string, ids: number[], by = token) =>
  api.unchecked('POST /api/admin/people/changes', { token: by, body: { change: what, person_ids: ids } });
const logIn = ({ email, password }: Pick<TestAccount, 'email' | 'password'>) =>
  api.call('POST /api/login', { body: { email, password } });
const meOf = (of: string) => api.call('GET /api/me', { token: of });
const names = async (query: object) => column(await admin.data('GET /api/admin/people', { query }), 'name');
const actsOf = async (personId: number) =>
  column(await admin.data('GET /api/admin/acts', { query: { person_id: personId } }), 'act');

/** Nobody waits for it while it is written who was here. */
const allSeen = () =>
  until(async () => {
    const rows = await api.sql`select from users where seen_at is null and password_hash <> 'x'`;
    return rows.length === 0;
  });

t.test('PPL-01 people are found by name, address and user name, without tone marks', async (t) => {
  const dung = await person('Nguyễn Đức Dũng');
  await api.sql`insert into users (name, user_name, password_hash, role, time_zone)
    values ('Trần Thị Ánh', 'anh.tran', 'x', 'student', 'UTC')`;
  t.same(await names({ search: 'duc dung' }), ['Nguyễn Đức Dũng']);
  t.same(await names({ search: 'ĐỨC' }), ['Nguyễn Đức Dũng']);
  t.same(await names({ search: dung.email }), ['Nguyễn Đức Dũng']);
  t.same(await names({ search: 'anh.tran' }), ['Trần Thị Ánh']);
  t.same(await names({ search: '%' }), [], 'a sign of patterns is a letter like any other');
  t.same(await names({ search: 'nobody of this name' }), []);
});

t.test('PPL-02 people are filtered by role, class, state and when they were last here', async (t) => {
  const teacher = await person('Lê Giáo', 'teacher');
  const [an, binh] = [await person('Phạm An'), await person('Vũ Bình')];
  const classId = await givenClassOf(teacher, [an]);
  await classCalls(binh).join(classId);
  t.same(await names({ class_id: classId }), ['Phạm An', 'Lê Giáo'], 'SL-144 not who asks to join');
  t.same(await names({ class_id: classId, role: 'student' }), ['Phạm An']);
  t.same(await names({ class_id: UNKNOWN }), []);
  await change('disable', [binh.id]);
  t.same(await names({ search: 'binh', state: 'disabled' }), ['Vũ Bình']);
  t.same(await names({ search: 'binh', state: 'active' }), []);
  await change('new_password', [binh.id]);
  t.same(await names({ search: 'binh', state: 'must_change' }), ['Vũ Bình']);
  await allSeen();
  await api.sql`update users set seen_at = now() - interval '40 days' where id = ${an.id}`;
  t.same(await names({ class_id: classId, seen: 'longer' }), ['Phạm An']);
  t.same(await names({ search: 'trần thị', seen: 'never' }), ['Trần Thị Ánh']);
  t.same(await names({ class_id: classId, sort: 'silent' }), ['Phạm An', 'Lê Giáo']);
});

t.test('PPL-03 pages follow each other, each person once, in every order', async (t) => {
  for (let index = 0; index < 7; index += 1) await person(`Hồ Trang ${index % 3}`);
  await allSeen();
  for (const sort of ['name', 'seen', 'silent', 'made'] as const) {
    const found: number[] = [];
    let after: string | undefined;
    do {
      const query = { search: 'ho trang', sort, limit: 3, ...(after && { after }) };
      const { body } = await api.call('GET /api/admin/people', { token, query });
      found.push(...body.data.map(({ id }) => id));
      after = body.next ?? undefined;
    } while (after);
    t.equal(found.length, 7, sort);
    t.equal(new Set(found).size, 7, sort);
  }
  for (const after of ['x', 'nonsense 0', '12345 1', ' 1']) {
    const { status } = await admin.call('GET /api/admin/people', { query: { after, sort: 'made' } });
    t.equal(status, after === '12345 1' ? 200 : 422, after);
  }
});

t.test('PPL-04 all that is found comes as CSV, in which no name is a formula', async (t) => {
  await person('=cmd|calc Công Thức');
  const answer = await api.raw<string>('GET', '/api/admin/people/export?search=cong%20thuc', { token });
  t.equal(answer.status, 200);
  t.match(answer.headers['content-type'], 'text/csv');
  t.match(answer.body, /^\uFEFFid,name,email/);
  t.match(answer.body, /'=cmd\|calc Công Thức/);
});

t.test('PPL-05 a disabled account ends at once, and says so only to its password', async (t) => {
  const lan = await person('Đỗ Lan');
  const { status, body } = await change('disable', [lan.id]);
  t.same([status, body.data], [200, [{ id: lan.id, refused: null, password: null }]]);
  t.match(await meOf(lan.token), { status: 401, body: { code: 'unauthenticated' } });
  t.match(await logIn(lan), { status: 403, body: { code: 'account_disabled' } });
  const guess = { ...lan, password: 'not the password' };
  t.match(await logIn(guess), { status: 401, body: { code: 'wrong_credentials' } });
  // A token of the account's present version, as of a process that issued it in this very moment.
  const rows = await api.sql`select token_version as "tokenVersion" from users where id = ${lan.id}`;
  const late = api.app.issueToken({ id: lan.id, role: 'student', ...rows[0] });
  t.equal((await meOf(late)).status, 401, 'no token opens a disabled account');
  await change('enable', [lan.id]);
  t.equal((await logIn(lan)).status, 200);
  t.same(await actsOf(lan.id), ['person.enabled', 'person.disabled']);
});

t.test('SL-140 SL-141 a disabled account keeps what it has, and its address stays taken', async (t) => {
  const [teacher, lan] = [await person('Cô Giữ', 'teacher'), await person('Lan Giữ')];
  const deck = await api.addDeck(teacher.id, 1);
  const classId = await newClass(teacher, deck.id, { students: [lan] });
  await lan.data('POST /api/cards/:cardId/progress', {
    params: { cardId: deck.cards[0]! },
    body: { status: 2, time_spent: 1 },
  });
  await change('disable', [lan.id]);
  const again = { name: 'Somebody', email: lan.email, role: 'student', password: lan.password };
  const taken = await api.unchecked('POST /api/register', {
    body: { ...again, password_confirmation: lan.password },
  });
  t.match(taken, { status: 409, body: { code: 'email_taken' } });
  const { disabled, classes } = (
    await admin.call('GET /api/admin/people/:personId', { params: { personId: lan.id } })
  ).body.data;
  t.match({ disabled, classes }, { disabled: true, classes: [{ id: classId }] });
  const events = await api.sql`select count(*)::integer as count from events where student_id = ${lan.id}`;
  t.same(events, [{ count: 1 }], 'what was answered stays in the log');
  await change('enable', [lan.id]);
  const { status, body } = await logIn(lan);
  t.equal(status, 200, 'the password from before');
  t.same(column(await api.data('GET /api/classes', { token: body.token }), 'id'), [classId]);
});

t.test('PPL-06 a new password is shown once, ends the sessions and has to be changed', async (t) => {
  const [one, two] = [await person('Một'), await person('Hai')];
  const { body } = await change('new_password', [one.id, UNKNOWN, two.id]);
  t.same(columns(body.data, 'id', 'refused'), [
    [one.id, null],
    [UNKNOWN, 'person_not_found'],
    [two.id, null],
  ]);
  const [first, , second] = body.data;
  t.match(first?.password, /^[a-z]+(-[a-z]+){2}-\d{4}$/, 'SL-203 made as those of lists are');
  t.not(first?.password, second?.password);
  t.equal((await meOf(one.token)).status, 401, 'SL-142 its sessions end');
  t.equal((await logIn(one)).status, 401, 'the old one is no longer good');
  for (const typed of [first!.password!, first!.password!.toUpperCase().replaceAll('-', ' ')])
    t.equal((await logIn({ email: one.email, password: typed })).status, 200, 'SL-203 typed as those');
  const rows = await api.sql`select must_change_password from users where id = ${one.id}`;
  t.same(rows, [{ must_change_password: true }]);
  t.same(await actsOf(one.id), ['person.password_given']);
  const kept = await api.sql`select details::text from acts where person_id = ${one.id}`;
  t.same(kept, [{ details: '{}' }], 'the book has no password');
});

t.test('PPL-07 sessions are ended, and the next login is as before', async (t) => {
  const lan = await person('Phiên');
  await change('end_sessions', [lan.id]);
  t.equal((await meOf(lan.token)).status, 401);
  t.equal((await logIn(lan)).status, 200);
});

t.test('PPL-08 the last administrator stays, and nobody disables themselves', async (t) => {
  t.match((await change('disable', [admin.id])).body.data, [{ refused: 'last_administrator' }]);
  const setRole = () =>
    admin.call('POST /api/admin/people/:personId/role', {
      params: { personId: admin.id },
      body: { role: 'teacher' },
    });
  t.match(await setRole(), { status: 409, body: { code: 'last_administrator' } });
  const second = await api.register('admin');
  t.match((await change('disable', [admin.id])).body.data, [{ refused: 'own_account' }]);
  t.match((await change('new_password', [admin.id])).body.data, [{ refused: 'own_account' }]);
  t.match(await setRole(), { status: 409, body: { code: 'own_account' } });
  t.match((await change('disable', [second.id, admin.id])).body.data, [
    { refused: null },
    { refused: 'last_administrator' },
  ]);
});

t.test('PPL-08 of two administrators who disable each other at once one stays', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const other = await api.register('admin');
    const answers = await Promise.all([
      change('disable', [other.id]),
      change('disable', [admin.id], other.token),
    ]);
    const rows = await api.sql<{ id: number }>`select id from users where role = 'admin'
      and disabled_at is null`;
    t.equal(rows.length, 1, JSON.stringify(answers.map(({ body }) => body)));
    await api.sql`update users set disabled_at = null, token_version = 0 where id = ${admin.id}`;
    await api.sql`update users set disabled_at = now() where id = ${other.id}`;
    await api.services.directory.reload('users', admin.id);
  }
});

t.test('PPL-09 a role is changed where nothing of the person forbids it', async (t) => {
  const set = (personId: number, role: 'student' | 'teacher' | 'admin') =>
    api.call('POST /api/admin/people/:personId/role', { token, params: { personId }, body: { role } });
  const [teacher, student] = [await person('Thầy', 'teacher'), await person('Trò')];
  const free = await person('Mới');
  t.match(await set(free.id, 'teacher'), { status: 200, body: { data: { role: 'teacher' } } });
  t.equal((await meOf(free.token)).status, 401, 'SL-142 its sessions were those of a student');
  t.match(await set(free.id, 'admin'), { status: 200, body: { data: { role: 'admin' } } });
  t.match(await set(free.id, 'student'), { status: 200, body: { data: { role: 'student' } } });
  t.equal((await actsOf(free.id)).length, 3);
  await set(free.id, 'student');
  t.equal((await actsOf(free.id)).length, 3, 'the same role is no act');
  const classId = await givenClassOf(teacher, []);
  t.match(await set(teacher.id, 'student'), { status: 409, body: { code: 'teacher_has_work' } });
  t.match(await set(teacher.id, 'admin'), { status: 409, body: { code: 'teacher_has_work' } });
  await classCalls(student).join(classId);
  t.match(await set(student.id, 'teacher'), { status: 409, body: { code: 'student_in_classes' } });
  t.match(await set(UNKNOWN, 'teacher'), { status: 404, body: { code: 'person_not_found' } });
});

t.test('PPL-10 one person is shown with what they have', async (t) => {
  const teacher = await person('Cô Hoa', 'teacher');
  const student = await person('Trò Minh');
  const classId = await givenClassOf(teacher, [student]);
  const get = (personId: number) =>
    api.call('GET /api/admin/people/:personId', { token, params: { personId } });
  const { body } = await get(student.id);
  t.match(body.data, { name: 'Trò Minh', role: 'student', disabled: false, deck_count: 0, result_count: 0 });
  t.match(body.data.classes, [{ id: classId, is_teacher: false, is_waiting: false }]);
  t.match((await get(teacher.id)).body.data.classes, [{ id: classId, is_teacher: true }]);
  t.match(await get(UNKNOWN), { status: 404, body: { code: 'person_not_found' } });
});

t.test('PPL-11 a call changes a hundred people at most, each once', async (t) => {
  const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
  for (const ids of [[], many.slice(0, 101), many])
    t.equal((await change('enable', ids)).status, 422, `${ids.length}`);
  t.equal((await change('explode', [1])).status, 422);
  t.equal((await change('enable', [UNKNOWN, UNKNOWN])).body.data.length, 1);
});

t.test('PPL-12 it is written down once an hour who was here', async (t) => {
  const lan = await person('Vừa Đến');
  const seen = async () =>
    (await admin.data('GET /api/admin/people', { query: { search: 'vua den' } }))[0]?.seen_at;
  await allSeen();
  const first = await seen();
  t.ok(first, 'with the registration');
  await meOf(lan.token);
  t.equal(await seen(), first);
  const days = async (count: number) =>
    api.sql`update users set seen_at = now() - ${count} * interval '1 day' where id = ${lan.id}`;
  await days(3);
  // Another process has not written of this token in the last hour: no login is needed.
  const later = await startApi(t, { databaseUrl: api.databaseUrl });
  await later.call('GET /api/me', { token: lan.token });
  await until(
    async () => Date.parse((await seen())!) > Date.now() - 3_600_000,
    'SL-143 seen without a login',
  );
});

t.test('PPL-12 of a school that comes at once everybody is written down, in few statements', async (t) => {
  const pupils = await Promise.all(Array.from({ length: 12 }, (_, index) => person(`Học sinh ${index}`)));
  await allSeen();
  await api.sql`update users set seen_at = now() - interval '3 days' where id = any (${column(pupils, 'id')})`;
  const later = await startApi(t, { databaseUrl: api.databaseUrl });
  const { pool } = later.services.database;
  const statements = t.capture(pool, 'query', pool.query);
  await Promise.all(pupils.map(({ token }) => later.call('GET /api/me', { token })));
  // Those who wait for the next statement are not forgotten by a process that ends now.
  await later.app.close();
  const rows = await api.sql`select from users
    where id = any (${column(pupils, 'id')}) and seen_at > now() - interval '1 hour'`;
  t.equal(rows.length, pupils.length);
  const writes = statements().filter(({ args: [query] }) =>
    JSON.stringify(query).includes('seen_at = now()'),
  );
  t.ok(writes.length <= 3, `${writes.length} statements`);
});

t.test('PPL-12 an account that somebody changes just now keeps nobody else from being seen', async (t) => {
  const [changed, other] = [await person('Đang Sửa'), await person('Bên Cạnh')];
  await allSeen();
  const pair = column([changed, other], 'id');
  await api.sql`update users set seen_at = now() - interval '3 days' where id = any (${pair})`;
  const later = await startApi(t, { databaseUrl: api.databaseUrl });
  const comes = ({ token }: TestAccount) => later.call('GET /api/me', { token });
  const seen = async () =>
    column(
      await api.sql`select id from users where id = any (${pair}) and seen_at > now() - interval '1 hour'`,
      'id',
    );
  const changing = await api.pool.connect();
  await changing.query('begin');
  await changing.query('update users set name = name where id = $1', [changed.id]);
  await comes(changed);
  await comes(other);
  await until(async () => (await seen()).includes(other.id));
  await changing.query('commit');
  changing.release();
  await until(async () => (await seen()).includes(changed.id), 'it is written later');
});
