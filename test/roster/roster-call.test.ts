import { randomUUID } from 'node:crypto';
import t from 'tap';
import { ROSTER_ACCOUNTS_MAX } from '../../core/account/account-limits.ts';
import type { RosterRow } from '../../core/roster/roster-row.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column, columns } from '../harness/columns.ts';

const api = await startApi(t);
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const deck = await api.addDeck(teacher.id, 1);

const person = (name: string, rest: Partial<RosterRow> = {}): RosterRow => ({
  name,
  user_name: null,
  email: null,
  ...rest,
});
const make = (classId: number, rows: RosterRow[], { key = randomUUID() as string, by = teacher } = {}) =>
  by.call('POST /api/classes/:classId/roster', { params: { classId }, body: { key, rows } });
const check = (classId: number, rows: RosterRow[]) =>
  teacher.call('POST /api/classes/:classId/roster/check', { params: { classId }, body: { rows } });
const give = (classId: number, student_ids: number[], by = teacher) =>
  by.call('POST /api/classes/:classId/passwords', { params: { classId }, body: { student_ids } });
const logIn = (email: string, password: string, address?: string) =>
  api.call('POST /api/login', { body: { email, password }, ...(address && { address }) });
const accounts = async (): Promise<number> =>
  (await api.sql`select count(*)::integer as count from users`)[0].count;
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

t.test('RST-01 RST-02 RST-04 accounts from a list: in the class, recorded, with user names', async (t) => {
  const id = await newClass(teacher, deck.id);
  const { status, body } = await make(id, [
    person('Nguyễn Văn An'),
    person('Nguyen Thi  An'.normalize('NFD')),
    person('Lê Chi', { user_name: ' Chi.10A ', email: 'chi.le@example.org' }),
  ]);
  t.equal(status, 201);
  t.same(columns(body.data, 'name', 'user_name'), [
    ['Nguyễn Văn An', 'an.nguyen'],
    ['Nguyen Thi An', 'an.nguyen2'],
    ['Lê Chi', 'chi.10a'],
  ]);
  const params = { classId: id };
  const students = await teacher.data('GET /api/classes/:classId/students-progress', { params });
  const shown = [
    ['Lê Chi', 'chi.le@example.org'],
    ['Nguyen Thi An', 'an.nguyen2'],
    ['Nguyễn Văn An', 'an.nguyen'],
  ];
  t.same(columns(students, 'name', 'email').sort(), shown, 'SL-130 a user name where there is no address');
  const rows = await api.sql`select act, count(*)::integer as count from acts where class_id = ${id}
    and actor_id = ${teacher.id} and person_id is not null group by 1 order by 1`;
  t.same(rows, [
    { act: 'class.member_approved', count: 3 },
    { act: 'person.account_made', count: 3 },
  ]);
  const found = await teacher.data('GET /api/students', { query: { search: 'an.nguyen2' } });
  t.same(columns(found, 'name', 'email'), [['Nguyen Thi An', 'an.nguyen2']], 'SL-130 in a search');
});

t.test('RST-05 RST-06 the given password opens nothing but its own change', async (t) => {
  const id = await newClass(teacher, deck.id);
  const { body } = await make(id, [person('Phạm Minh Đức', { email: 'duc@example.org' })]);
  const { user_name, password } = body.data[0]!;
  const login = await logIn(user_name.toUpperCase(), password!);
  t.equal(login.status, 200, 'the user name in any case');
  t.equal((await logIn('duc@example.org', password!)).status, 200, 'or the address');
  t.equal(login.body.user.must_change_password, true);
  const { token } = login.body;
  const refused = await api.unchecked('GET /api/today', { token });
  t.same([refused.status, codeOf(refused)], [403, 'password_change_required']);
  await api.data('GET /api/me', { token });
  const change = (new_password: string) =>
    api.call('POST /api/change-password', {
      token,
      body: { current_password: password!, new_password, new_password_confirmation: new_password },
    });
  const typed = password!.toUpperCase().replaceAll('-', ' ');
  t.equal((await logIn(user_name, typed)).status, 200, 'RST-03 however it is typed');
  t.equal((await change(password!)).status, 422, 'SL-135 the given one is no new one');
  t.equal((await change(typed)).status, 422, 'SL-135 nor typed in another way');
  const changed = await change('quiet lamp by the lake');
  t.equal(changed.status, 200);
  await api.data('GET /api/today', { token: changed.body.token });
  t.equal((await api.unchecked('GET /api/me', { token })).status, 401, 'other sessions have ended');
  const me = await api.data('GET /api/me', { token: changed.body.token });
  t.equal(me.must_change_password, undefined);
  t.equal((await logIn(user_name, 'QUIET LAMP BY THE LAKE')).status, 401, 'a chosen one word for word');
});

t.test('RST-01 a part with a bad row makes nobody, and says what is wrong with which', async (t) => {
  const id = await newClass(teacher, deck.id);
  await make(id, [person('Võ Lan', { user_name: 'lan.vo' })]);
  const before = await accounts();
  const rows = [
    person('Đỗ Mai'),
    person(''),
    person('=cmd|calc'),
    person('Bùi Tú', { user_name: 'LAN.vo' }),
    person('Bùi Tú', { email: teacher.email.toUpperCase() }),
    person('Võ Lan'),
  ];
  const problems = [null, 'name_missing', 'formula', null, null, null];
  const refused = await make(id, rows);
  t.same([refused.status, codeOf(refused)], [422, 'roster_refused']);
  t.same((refused.body as unknown as { data: unknown }).data, problems);
  const taken = await make(id, [rows[0]!, rows[3]!, rows[4]!]);
  t.same((taken.body as unknown as { data: unknown }).data, [null, 'user_name_taken', 'email_taken']);
  t.equal(await accounts(), before);
  const { body } = await check(id, rows);
  t.same(body.data, [
    { problem: null, user_name: 'mai.do', is_namesake: false },
    { problem: 'name_missing', user_name: null, is_namesake: false },
    { problem: 'formula', user_name: null, is_namesake: false },
    { problem: 'user_name_taken', user_name: 'lan.vo', is_namesake: false },
    { problem: 'email_taken', user_name: null, is_namesake: false },
    { problem: null, user_name: 'lan.vo2', is_namesake: true },
  ]);
  const { is_namesake, problem } = body.data.at(-1)!;
  t.same([is_namesake, problem], [true, null], 'SL-131 a namesake is told, and no mistake');
  t.equal(await accounts(), before, 'a look makes nobody');
  const many = await teacher.unchecked('POST /api/classes/:classId/roster/check', {
    params: { classId: id },
    body: { rows: Array.from({ length: 5_000 }, (_, n) => person(`An ${n}`)) },
  });
  t.equal(many.status, 422);
});

t.test('RST-07 a part that is sent again makes nobody twice', async (t) => {
  const id = await newClass(teacher, deck.id);
  const key = randomUUID();
  const rows = [person('Hồ Sen'), person('Hồ Quý')];
  const first = (await make(id, rows, { key })).body.data;
  const count = await accounts();
  const own = 'quiet lamp by the lake';
  const account = api.as((await logIn('quy.ho', first[1]!.password!)).body.token);
  await account.call('POST /api/change-password', {
    body: { current_password: first[1]!.password!, new_password: own, new_password_confirmation: own },
  });
  const again = await make(id, rows, { key });
  t.equal(await accounts(), count);
  t.same(column(again.body.data, 'student_id'), column(first, 'student_id'));
  t.not(again.body.data[0]!.password, first[0]!.password, 'no password is kept');
  t.equal(again.body.data[1]!.password, null, 'one that was chosen stays');
  t.equal((await logIn('sen.ho', again.body.data[0]!.password!)).status, 200);
  t.equal((await logIn('quy.ho', own)).status, 200);
  const other = await make(id, [person('Hồ Khác')], { key });
  t.same([other.status, codeOf(other)], [409, 'idempotency_conflict']);
  const twice = randomUUID();
  const both = await Promise.all([1, 2].map(() => make(id, [person('Cao Song')], { key: twice })));
  t.same(column(both, 'status'), [201, 201]);
  t.equal(await accounts(), count + 1);
});

t.test('RST-02 two lists at once share no user name', async (t) => {
  const ids = await Promise.all([1, 2, 3].map(() => newClass(teacher, deck.id)));
  const made = await Promise.all(ids.map((id) => make(id, Array(5).fill(person('Tạ Đôi')))));
  const names = made.flatMap(({ body }) => body.data.map(({ user_name }) => user_name));
  t.equal(new Set(names).size, 15);
});

t.test('RST-08 a new password, for accounts made in own classes alone', async (t) => {
  const id = await newClass(teacher, deck.id);
  const stranger = await api.register('teacher');
  const others = await newClass(stranger, (await api.addDeck(stranger.id, 1)).id);
  const [made] = (await make(id, [person('Lý Quên')])).body.data;
  const { student_id, password } = made!;
  const account = api.as((await logIn('quen.ly', password!)).body.token);
  const given = await give(id, [student_id]);
  t.equal(given.status, 200);
  t.equal((await account.unchecked('GET /api/me')).status, 401, 'the sessions have ended');
  t.equal((await logIn('quen.ly', password!)).status, 401);
  t.equal((await logIn('quen.ly', given.body.data[0]!.password!)).status, 200);

  const personal = await api.register('student');
  await api.sql`insert into class_members (class_id, student_id, status, joined_at)
    values (${id}, ${personal.id}, 'approved', now()), (${others}, ${student_id}, 'approved', now())`;
  t.equal(codeOf(await give(id, [student_id, personal.id])), 'password_not_yours');
  t.equal(codeOf(await give(others, [student_id], stranger)), 'password_not_yours');
  t.equal(codeOf(await give(others, [student_id])), 'class_not_accessible');
  t.equal(codeOf(await give(others, [personal.id], stranger)), 'student_not_in_class');
  const rows = await api.sql`select count(*)::integer as count from acts
    where act = 'person.password_given' and person_id = ${student_id}`;
  t.same(rows, [{ count: 1 }]);
  const stats = async (studentId: number, classId: number, by: TestAccount) =>
    (await by.data('GET /api/classes/:classId/student-stats/:studentId', { params: { classId, studentId } }))
      .gets_password;
  t.equal(await stats(student_id, id, teacher), true);
  t.equal(await stats(personal.id, id, teacher), false);
  t.equal(await stats(student_id, others, stranger), false);
});

t.test('RST-09 a class of 40 is made within seconds, and sixty get in from one address', async (t) => {
  const id = await newClass(teacher, deck.id);
  const rows = Array.from({ length: 40 }, (_, n) => person(`Đinh Văn Số ${n}`));
  const began = performance.now();
  const first = await make(id, rows);
  const took = performance.now() - began;
  t.equal(first.status, 201);
  // On a machine with much else to do, too.
  t.ok(took < 20_000, `${Math.round(took)} ms`);
  const more = await make(id, rows.slice(0, 20));
  const all = [...first.body.data, ...more.body.data];
  const logins = await Promise.all(
    all.map(({ user_name, password }) => logIn(user_name, password!, '203.0.113.9')),
  );
  t.same([...new Set(logins.map(({ status }) => status))], [200]);
  const wrong = await Promise.all(
    Array.from({ length: 12 }, () => logIn(all[0]!.user_name, 'not this', '198.51.100.7')),
  );
  t.equal(wrong.filter(({ status }) => status === 429).length, 2, 'a user name is guarded as an address is');
});

t.test(
  'SL-134 SL-199 five thousand accounts of a teacher are enough, also when classes are gone',
  async (t) => {
    const owner = await api.register('teacher');
    const own = await api.addDeck(owner.id, 1);
    const [gone, kept] = [await newClass(owner, own.id), await newClass(owner, own.id)];
    t.equal((await make(gone, [person('Một')], { by: owner })).status, 201);
    await api.sql`insert into users (name, user_name, password_hash, role, time_zone, made_in_class_id, made_by_id)
    select 'Nhiều', 'nhieu' || n, 'x', 'student', 'UTC', ${gone}, ${owner.id}
    from generate_series(1, ${ROSTER_ACCOUNTS_MAX - 2}::integer) n`;
    t.equal((await make(kept, [person('Hai')], { by: owner })).status, 201);
    const ended = { params: { classId: gone }, token: owner.token };
    await api.data('DELETE /api/classes/:classId', ended);
    const refused = await make(kept, [person('Ba')], { by: owner });
    t.match([refused.status, codeOf(refused)], [422, 'too_many_accounts']);
    t.equal((await make(await newClass(teacher, deck.id), [person('Ba')])).status, 201, 'others may');
  },
);
