import t from 'tap';
import { givenClassOf } from '../exam/given-exams.ts';
import { startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });

const change = (account: TestAccount, body: object) => account.unchecked('PATCH /api/me', { body });

const meOf = (account: TestAccount) => account.data('GET /api/me');

t.test('MYA-10 name, language, time zone, keys and sound are changed together or alone', async (t) => {
  for (const role of ['student', 'teacher', 'admin'] as const) {
    const account = await api.register(role);
    t.match(await meOf(account), {
      name: 'Lan',
      language: null,
      letter_keys: true,
      plays_sound: false,
      sound_speed: 1,
      time_zone_chosen: false,
      name_is_schools: false,
    });
    const all = {
      name: '  Nguyễn Thị Lan ',
      language: 'vi',
      time_zone: 'Europe/Berlin',
      time_zone_chosen: true,
      letter_keys: false,
      plays_sound: true,
      sound_speed: 0.75,
    };
    const { status, body } = await change(account, all);
    t.equal(status, 200);
    t.match(body.data, { ...all, name: 'Nguyễn Thị Lan' });
    t.same(await meOf(account), body.data);
    t.equal((await change(account, { language: 'en' })).status, 200);
    t.same(await meOf(account), { ...body.data, language: 'en' }, 'the rest stays');
    const acts = await api.sql`select from acts where ${account.id} in (actor_id, person_id)`;
    t.same(acts, [], 'SL-204 and is not in the book');
  }
});

t.test('MYA-10 nothing but these is changed, whatever a body has besides', async (t) => {
  const account = await api.register('student');
  // When somebody was last here is noted beside the call.
  const rowOf = async () =>
    (await api.sql`select to_jsonb(u) - 'seen_at' as row from users u where id = ${account.id}`)[0]?.row;
  const before = await rowOf();
  const body = {
    letter_keys: false,
    role: 'admin',
    token_version: 7,
    email: 'a@b.vn',
    awaits_approval: true,
    k0: 1,
  };
  t.equal((await change(account, body)).status, 200);
  t.same(await rowOf(), { ...before, letter_keys: false });
});

t.test('MYA-10 of a wrong change nothing is done', async (t) => {
  const account = await api.register();
  const before = await meOf(account);
  for (const [field, wrong] of [
    ['name', '\u200b'],
    ['name', 'x'.repeat(101)],
    ['language', 'de'],
    ['time_zone', 'Asia/Nowhere'],
    ['time_zone', '+07:00'],
    ['letter_keys', 'no'],
    ['plays_sound', 'no'],
    ['sound_speed', 0.8],
  ] as const) {
    const answer = await change(account, { language: 'en', letter_keys: false, [field]: wrong });
    t.equal(answer.status, 422, `${field} ${wrong}`);
    t.ok(field in (answer.body.errors ?? {}), field);
  }
  t.equal((await change(account, {})).status, 422, 'nor with nothing to change');
  t.same(await meOf(account), before);
});

t.test('MYA-11 SL-204 a student whose account a school made keeps the name, and sets all else', async (t) => {
  const [teacher, student] = [await api.register('teacher'), await api.register()];
  const classId = await givenClassOf(teacher, [student]);
  await api.pool.query('update users set made_in_class_id = $2 where id = $1', [student.id, classId]);
  t.equal((await meOf(student)).name_is_schools, true);
  const refused = await change(student, { name: 'Somebody', language: 'vi' });
  t.same([refused.status, refused.body.code], [403, 'name_is_schools']);
  t.match(await meOf(student), { name: 'Lan', language: null });
  t.equal((await change(student, { name: 'Lan', language: 'vi' })).status, 200, 'the same name is no change');
});

t.test('MYA-12 a login brings the browser’s time zone until one was chosen', async (t) => {
  const account = await api.register();
  const { email, password } = account;
  const logInFrom = (time_zone: string) =>
    api.call('POST /api/login', { body: { email, password, time_zone } });
  await logInFrom('Asia/Tokyo');
  t.equal((await meOf(account)).time_zone, 'Asia/Tokyo');
  await change(account, { time_zone: 'Asia/Ho_Chi_Minh', time_zone_chosen: true });
  await logInFrom('Asia/Tokyo');
  t.equal((await meOf(account)).time_zone, 'Asia/Ho_Chi_Minh');
  await change(account, { time_zone_chosen: false });
  await logInFrom('Europe/Paris');
  t.equal((await meOf(account)).time_zone, 'Europe/Paris');
});

t.test('MYA-13 SL-275 a login tells language, keys and sound, once they were chosen', async (t) => {
  const account = await api.register();
  const { email, password } = account;
  const userOf = async () => (await api.call('POST /api/login', { body: { email, password } })).body.user;
  const names = ['language', 'letter_keys', 'plays_sound', 'sound_speed'];
  const before = Object.keys(await userOf());
  t.notOk(names.some((name) => before.includes(name)));
  const chosen = { language: 'vi', letter_keys: false, plays_sound: true, sound_speed: 1.25 };
  await change(account, chosen);
  t.match(await userOf(), chosen);
});

t.test('MYA-10 two changes at once of different things are both done', async (t) => {
  const account = await api.register();
  await Promise.all([change(account, { language: 'vi' }), change(account, { letter_keys: false })]);
  t.match(await meOf(account), { language: 'vi', letter_keys: false });
});

/** One for each account: an address that fails too often is refused. */
const addressOf = ({ id }: TestAccount) => `10.0.0.${id}`;

const changePassword = (account: TestAccount, next: string, overrides: object = {}) =>
  account.call('POST /api/change-password', {
    address: addressOf(account),
    body: {
      current_password: account.password,
      new_password: next,
      new_password_confirmation: next,
      ...overrides,
    },
  });

const isGood = async (token: string, process: TestApi = api) =>
  (await process.call('GET /api/me', { token })).status === 200;

for (const role of ['student', 'teacher', 'admin'] as const)
  t.test(`API-07 SL-08 a ${role} changes the password and goes on with the new token`, async (t) => {
    const account = await api.register(role);
    const { status, body } = await changePassword(account, 'một mật khẩu mới');
    t.equal(status, 200);
    t.same(body, { success: true, token: body.token });
    t.ok(await isGood(body.token));
    const door = role === 'admin' ? '/api/admin/login' : '/api/login';
    const login = (password: string) =>
      api.raw('POST', door, { body: { email: account.email, password }, address: addressOf(account) });
    t.equal((await login('một mật khẩu mới')).status, 200);
    t.equal((await login(account.password)).status, 401);
  });

t.test('ACC-27 SL-08 a wrong current password is 422 and changes nothing', async (t) => {
  const account = await api.register('teacher');
  const { status, body } = await changePassword(account, 'another password', {
    current_password: 'not my password',
  });
  t.same(
    [status, body.code, Object.keys(body.errors)],
    [422, 'wrong_current_password', ['current_password']],
  );
  t.ok(await isGood(account.token));
  await api.data('POST /api/login', { body: account });
});

t.test('ACC-27 SL-01 the new password has its rules here too', async (t) => {
  const account = await api.register('teacher');
  const refused = async (field: string, overrides: object) => {
    const { status, body } = await changePassword(account, 'another password', overrides);
    t.same([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(overrides));
  };
  await refused('new_password_confirmation', { new_password_confirmation: 'Another password' });
  await refused('new_password', { new_password: '1234567', new_password_confirmation: '1234567' });
  await refused('new_password', { new_password: undefined });
  await refused('current_password', { current_password: undefined });
  await refused('new_password_confirmation', { new_password_confirmation: undefined });
  t.equal((await api.call('POST /api/login', { body: account })).status, 200, 'the old one still holds');
});

t.test('API-07 the body cannot name another account', async (t) => {
  const [account, victim] = [await api.register(), await api.register()];
  const { status } = await changePassword(account, 'another password', {
    id: victim.id,
    email: victim.email,
    sub: victim.id,
  });
  t.equal(status, 200);
  await api.data('POST /api/login', { body: victim });
  t.ok(await isGood(victim.token));
});

t.test('SL-08 the change ends all other sessions, in this process and in the others', async (t) => {
  const account = await api.register();
  const { body: second } = await api.call('POST /api/login', { body: account });
  // Both processes know the account by now, and may keep what they know.
  for (const token of [account.token, second.token])
    for (const process of [api, elsewhere]) t.ok(await isGood(token, process));

  const { body } = await changePassword(account, 'another password');
  for (const token of [account.token, second.token])
    for (const process of [api, elsewhere]) await until(async () => !(await isGood(token, process)));
  t.ok(await isGood(body.token, api));
  t.ok(await isGood(body.token, elsewhere));
});

t.test('SL-08 the new token is good from the moment it is answered, in every process', async (t) => {
  const account = await api.register();
  for (let round = 0; round < 10; round++) {
    // Known and kept as it was before the change.
    await Promise.all([isGood(account.token), isGood(account.token, elsewhere)]);
    const { body } = await changePassword(account, `vòng thứ ${round}`);
    const good = await Promise.all([isGood(body.token), isGood(body.token, elsewhere)]);
    t.same(good, [true, true]);
    account.token = body.token;
    account.password = `vòng thứ ${round}`;
  }
});

t.test('SL-44 a stolen session cannot try out passwords without end', async (t) => {
  const account = await api.register();
  for (let attempt = 0; attempt < 10; attempt++)
    t.equal(
      (await changePassword(account, 'another password', { current_password: `guess ${attempt}` })).status,
      422,
    );
  const { status, headers } = await changePassword(account, 'another password');
  t.equal(status, 429);
  t.ok(Number(headers['retry-after']) > 0);
});

t.test('SL-08 of two changes at once one counts; the other hears that its password is gone', async (t) => {
  const account = await api.register('student');
  const answers = await Promise.all([
    changePassword(account, 'the first of two'),
    changePassword(account, 'the second of two'),
  ]);
  t.same(answers.map((answer) => answer.status).sort(), [200, 422]);
  const [good] = answers.filter((answer) => answer.status === 200);
  t.ok(good && (await isGood(good.body.token)));
});

t.test('SL-08 a common password and the own name are refused, and change nothing', async (t) => {
  const account = await api.register('teacher', { name: 'Nguyễn Thị Hoa' });
  for (const next of ['password1', 'nguyen thi hoa']) {
    const { status, body } = await changePassword(account, next);
    t.same([status, body.code, Object.keys(body.errors)], [422, 'common_password', ['new_password']]);
  }
  t.ok(await isGood(account.token));
});

t.test('SL-44 who tries passwords out in one session keeps no other session from changing it', async (t) => {
  const account = await api.register();
  const { body } = await api.call('POST /api/login', { body: account });
  for (let attempt = 0; attempt < 10; attempt++)
    await changePassword(account, 'another password', { current_password: `guess ${attempt}` });
  t.equal((await changePassword(account, 'another password')).status, 429);
  t.equal((await changePassword(account.as({ token: body.token }), 'another password')).status, 200);
});
