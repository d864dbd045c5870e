import t from 'tap';
import { CODE_TRIES, SITE } from '../../core/access/code-guard.ts';
import { migrate, withOrm } from '../../core/migrating.ts';
import { CODE_LETTERS, parseClassCode, codeOf as randomCode, spacedCode } from '../../core/text/code-text.ts';
import { type Answer, startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { classCalls, enrol, newClass } from './class-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const deck = await api.addDeck(teacher.id, 1);

const inHours = (hours: number): string => new Date(api.clock.now() + hours * 3_600_000).toISOString();
const times = (open: number | null = null) => ({
  ends_at: inHours(24),
  open_until: open === null ? null : inHours(open),
});

const renew = async (classId: number, body = times()) =>
  (await teacher.call('POST /api/classes/:classId/code', { params: { classId }, body })).body;
const newCode = async (classId: number, body = times()): Promise<string> => {
  const answer = await renew(classId, body);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data.code;
};
const join = (account: TestAccount, code: string) =>
  account.unchecked('POST /api/class-codes/:code/join', { params: { code: encodeURIComponent(code) } });
const find = (account: TestAccount, code: string) =>
  account.unchecked('GET /api/class-codes/:code', { params: { code: encodeURIComponent(code) } });
const start = async (name = '10A') => ({
  id: await newClass(teacher, deck.id, { name }),
  student: await api.register('student', { name: 'Lan' }),
});
const codeOf = (classId: number) => teacher.data('GET /api/classes/:classId/code', { params: { classId } });
const change = (classId: number, body: ReturnType<typeof times>) =>
  teacher.data('PATCH /api/classes/:classId/code', { params: { classId }, body });
const end = (classId: number) => teacher.data('DELETE /api/classes/:classId/code', { params: { classId } });
const acts = (classId: number) =>
  api.sql<{ act: string }>`select act from acts where class_id = ${classId} order by id`;
const ended = (classId: number) =>
  api.pool.query(`update class_codes set ends_at = now() - interval '1 second' where class_id = $1`, [
    classId,
  ]);

t.test('JOI-01 a code is seven letters, none like another, and is read as people type it', (t) => {
  t.notOk(/[ILO01]/.test(CODE_LETTERS));
  t.match(
    randomCode(7, (limit) => limit - 1),
    /^[A-HJKMNP-Z]{7}$/,
  );
  for (const typed of [
    ...['ABCDEF', 'abc def', ' abc-def ', 'a b c d e f', 'ABC–DEF', 'ＡＢＣＤＥＦ', '“ABC DEF”', 'ABC.DEF.'],
    ...['\ufeffABCDEF', 'ABC\u00a0DEF', 'ABC\u00adDEF', '\u200eABC\u200bDEF\u200f', 'ABC\u2011DEF'],
  ])
    t.equal(parseClassCode(typed), 'ABCDEF', typed);
  t.equal(parseClassCode('bcf ghjk'), 'BCFGHJK');
  for (const typed of ['', 'ABCDE', 'ABCDEFGH', 'ABCDEI', 'ABC123', '12', 'ÂBCDEF'])
    t.equal(parseClassCode(typed), null, typed);
  t.equal(spacedCode('ABCDEF'), 'ABC DEF');
  t.equal(spacedCode('BCFGHJK'), 'BCF GHJK');
  t.end();
});

t.test('JOI-11 a class has a code from its first minute, and a copy one of its own', async (t) => {
  const { body } = await classCalls(teacher).create({ name: '10A', deck_id: deck.id });
  const { id, code } = body.data;
  const held = await codeOf(id);
  t.equal(parseClassCode(held.code), code);
  t.equal(held.open_until, null, 'each is approved');
  t.ok(Date.parse(held.ends_at!) > Date.now() + 299 * 86_400_000);
  const student = await api.register('student');
  t.match((await join(student, held.code)).body, { data: { class_id: id, status: 'pending' } });
  t.same(column(await acts(id), 'act'), ['class.made'], 'it is made with the class');
  const copy = await teacher.data('POST /api/classes/:classId/copy', {
    params: { classId: id },
    body: { name: '10B' },
  });
  t.equal(copy.code, (await codeOf(copy.id)).code);
  t.not(copy.code, code);
  const home = await teacher.data('GET /api/teacher/home');
  t.equal(home.classes.find((one) => one.id === id)?.code, code);
});

t.test('JOI-12 an ended code is shown, and holds again when a teacher says so', async (t) => {
  const { id, student } = await start();
  const { code } = await codeOf(id);
  await end(id);
  await end(id);
  t.same(await codeOf(id), { code, ends_at: null, open_until: null });
  t.equal((await classCalls(teacher).get(id)).body.data.code, null);
  t.equal((await join(student, code)).status, 404);
  const given = times();
  t.same(await change(id, given), { code, ...given });
  t.equal((await classCalls(teacher).get(id)).body.data.code, code);
  t.equal((await join(student, code)).status, 201);
  t.same(column(await acts(id), 'act'), ['class.made', 'class.code_ended', 'class.code_changed']);
});

t.test('JOI-11 students do not read the code of their class', async (t) => {
  const { id, student } = await start();
  await enrol(teacher, id, student);
  t.match((await classCalls(student).get(id)).body.data, { id, code: null });
});

t.test('JOI-02 a student finds the class by its code, and asks to join', async (t) => {
  const { id, student } = await start('Lớp của Lan');
  const code = await newCode(id);
  t.equal(parseClassCode(code), code);
  const found = await find(student, `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  t.same(found.body, {
    success: true,
    data: { class_id: id, class_name: 'Lớp của Lan', teacher_name: 'Cô Hoa', is_open: false },
  });
  const joined = await join(student, code);
  t.equal(joined.status, 201);
  t.same(joined.body.data, { class_id: id, class_name: 'Lớp của Lan', status: 'pending' });
  const own = await classCalls(student).ownRequests();
  t.match(own.body.data, [{ class_id: id, class_name: 'Lớp của Lan', teacher_name: 'Cô Hoa' }]);
  t.match((await join(student, code)).body, { code: 'join_already_requested' });
  const { body } = await classCalls(teacher).requests(id);
  t.same(column(body.data, 'student_id'), [student.id]);
});

t.test('JOI-03 while the code is open a student is in at once, and not after', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id, times(1));
  t.match((await find(student, code)).body, { data: { is_open: true } });
  t.match((await join(student, code)).body, { data: { status: 'approved' } });
  t.match((await classCalls(student).get(id)).body, { data: { id, student_count: 1 } });
  t.match((await join(student, code)).body, { code: 'already_a_member' });
  await api.sql`update class_codes set open_until = now() where class_id = ${id}`;
  const later = await api.register('student');
  t.match((await join(later, code)).body, { data: { status: 'pending' } });
  const rows = await api.sql`select act, person_id from acts where class_id = ${id} order by id`;
  t.match(rows.slice(-2), [
    { act: 'class.code_made' },
    { act: 'class.member_joined', person_id: student.id },
  ]);
});

t.test('JOI-03 who waits is let in by an open code; who was turned down or taken out is not', async (t) => {
  const { id, student } = await start();
  const rejected = await api.register('student');
  for (const one of [student, rejected]) await classCalls(one).join(id);
  await classCalls(teacher).reject(id, rejected.id);
  const code = await newCode(id, times(1));
  t.match((await join(student, code)).body, { data: { status: 'approved' } });
  t.match((await join(rejected, code)).body, { data: { status: 'pending' } });
  await classCalls(teacher).removeStudent(id, student.id);
  t.match((await join(student, code)).body, { data: { status: 'pending' } });
});

t.test('JOI-04 a code that is renewed, ended or unknown is refused in the same words', async (t) => {
  const { id, student } = await start();
  const first = await newCode(id);
  const second = await newCode(id);
  t.not(first, second);
  const refusals: Answer<unknown>[] = [
    await join(student, first),
    await join(student, 'AAAAAA'),
    await join(student, '?'),
  ];
  await ended(id);
  refusals.push(await join(student, second), await find(student, second));
  t.same(await codeOf(id), { code: second, ends_at: null, open_until: null });
  const third = await newCode(id, times(1));
  await end(id);
  refusals.push(await join(student, third), await find(student, third));
  for (const { status, body } of refusals) {
    t.equal(status, 404);
    t.same(body, refusals[0]!.body);
    t.match(body, { code: 'class_code_unknown' });
  }
});

t.test('JOI-05 times of a code are in the future, in order and within a year', async (t) => {
  const { id } = await start();
  for (const [body, field] of [
    [{ ends_at: inHours(-1), open_until: null }, 'ends_at'],
    [{ ends_at: inHours(24 * 400), open_until: null }, 'ends_at'],
    [{ ends_at: inHours(2), open_until: inHours(3) }, 'open_until'],
    [{ ends_at: inHours(2), open_until: inHours(-1) }, 'open_until'],
  ] as const)
    t.match(await renew(id, body), { code: 'validation_failed', errors: { [field]: [String] } });
  const code = await newCode(id);
  const changed = times(2);
  t.same(await change(id, changed), { code, ...changed }, 'the code stays');
});

t.test('JOI-06 codes cannot be tried out by an account, nor by many', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id);
  for (let time = 0; time < 12; time++)
    t.equal((await find(student, code)).status, 200, 'right ones are free');
  for (let time = 0; time < CODE_TRIES.account; time++) t.equal((await find(student, 'AAAAAA')).status, 404);
  const refused = await join(student, code);
  t.match([refused.status, refused.body], [429, { code: 'too_many_requests' }]);
  t.equal((await find(await api.register('student'), code)).status, 200, 'others are not concerned');
});

/** As if everybody together had tried so many wrong codes. */
const triedBySite = (attempts: number) =>
  api.pool.query(
    `insert into login_attempts (place, attempts, ends_at) values ($1, $2, now() + interval '15 minutes')
     on conflict (place) do update set attempts = excluded.attempts, ends_at = excluded.ends_at`,
    [SITE.place, attempts],
  );

t.test('JOI-14 a code that a keyboard has changed is said to be, and is no wrong try', async (t) => {
  const { id, student } = await start();
  await api.pool.query(`update class_codes set code = 'AABDDE' where class_id = $1`, [id]);
  for (let time = 0; time < CODE_TRIES.account * 2; time++) {
    const { status, body } = await (time % 2 ? find : join)(
      student,
      ['ÂBĐE', 'áabdde'.normalize('NFD')][(time % 3) % 2]!,
    );
    t.match([status, body.code], [400, 'code_in_vietnamese']);
  }
  t.match((await join(student, 'aab dde')).body, { data: { class_id: id } }, 'what was out stays valid');
});

t.test(
  'JOI-06 SL-150 SL-201 a thousand wrong codes of others keep out nobody who has the right one',
  async (t) => {
    const { id, student } = await start();
    const code = await newCode(id);
    await triedBySite(SITE.max);
    t.equal((await find(student, code)).status, 200, 'the first try of an account is looked at');
    const joined = await join(student, code);
    t.match([joined.status, joined.body.data.status], [201, 'pending'], 'a code alone lets nobody in');
    for (let time = 1; time < 5; time++) t.equal((await join(student, code)).status, 409);
    const other = await api.register('student');
    for (let time = 0; time < CODE_TRIES.accountThen; time++)
      t.equal((await find(other, 'AAAAAA')).status, 404, 'wrong, though the site has tried too much');
    t.equal((await find(other, code)).status, 429, 'but each account tries fewer');
    await triedBySite(0);
  },
);

t.test('JOI-06 one account locks out nobody; an address of many guesses is refused by itself', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id);
  const from = (account: TestAccount, typed: string, address: string) =>
    account.unchecked('GET /api/class-codes/:code', { params: { code: typed }, address });
  for (let time = 0; time < 30; time++) await from(student, 'AAAAAA', '203.0.113.7');
  const neighbour = await api.register('student');
  t.equal((await from(neighbour, code, '203.0.113.7')).status, 200, 'thirty tries of one account');
  for (let account = 1; account < CODE_TRIES.network / CODE_TRIES.account; account++) {
    const guesser = await api.register('student');
    for (let time = 0; time < CODE_TRIES.account; time++) await from(guesser, 'AAAAAA', '203.0.113.7');
  }
  t.equal((await from(neighbour, code, '203.0.113.7')).status, 429);
  t.equal((await from(neighbour, code, '203.0.113.8')).status, 200, 'the same account from elsewhere');
});

t.test('JOI-10 sixty classmates at one address get in while one of them tries codes out', async (t) => {
  const { id, student: guesser } = await start();
  const code = await newCode(id, times(1));
  const address = '203.0.113.20';
  const joinFrom = (account: TestAccount, typed: string) =>
    account.unchecked('POST /api/class-codes/:code/join', { params: { code: typed }, address });
  const guesses: number[] = [];
  for (let mate = 0; mate < 60; mate++) {
    guesses.push((await joinFrom(guesser, 'AAAAAA')).status);
    const account = await api.register('student');
    if (mate % 2) t.equal((await joinFrom(account, 'BBBBBB')).status, 404, 'half of them mistype');
    t.match((await joinFrom(account, code)).body, { data: { status: 'approved' } });
  }
  t.equal(guesses.filter((status) => status === 404).length, CODE_TRIES.account);
  t.equal(guesses.filter((status) => status === 429).length, 60 - CODE_TRIES.account);
});

t.test('JOI-11 a class made before gets a code, unless a teacher has ended it', async (t) => {
  const { pool, url } = await createTestDatabase(t);
  await pool.query('drop schema public cascade; create schema public');
  await withOrm(url, (orm) => orm.migrator.up({ to: '0063-sound-of-cards' }));
  await pool.query(`
    insert into users (id, name, email, password_hash, role, time_zone) overriding system value
      values (1, 'Cô Hoa', 'hoa@example.org', '', 'teacher', 'UTC');
    insert into classes (id, teacher_id, name, archived_at) overriding system value
      values (1, 1, 'with a code', null), (2, 1, 'archived', now()), (3, 1, 'whose code was ended', null);
    insert into classes (id, teacher_id, name) overriding system value
      select id, 1, 'without a code' from generate_series(4, 103) id;
    insert into class_codes (class_id, code, ends_at) values (1, 'ABCDEF', now() + interval '1 day');
    insert into acts (actor_id, act, class_id) values (1, 'class.code_ended', 3);`);
  await migrate(url, []);
  const { rows } = await pool.query<{ code: string; holds: boolean; is_open: boolean }>(
    `select k.code, k.ends_at > now() as holds, k.open_until is not null as is_open
     from classes c join class_codes k on k.class_id = c.id order by c.id`,
  );
  t.equal(rows.length, 103);
  t.match(rows[0], { code: 'ABCDEF', holds: true });
  t.same(column(rows.slice(1, 4), 'holds'), [false, false, true]);
  t.notOk(rows.some(({ code, is_open }) => is_open || parseClassCode(code) !== code));
  t.equal(new Set(column(rows, 'code')).size, 103);
});
