import t from 'tap';
import { startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });

/** One for each account: an address that fails too often is refused. */
const addressOf = ({ id }: TestAccount) => `10.0.0.${id}`;

const change = (account: TestAccount, next: string, overrides: object = {}) =>
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
    const { status, body } = await change(account, 'một mật khẩu mới');
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
  const { status, body } = await change(account, 'another password', { current_password: 'not my password' });
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
    const { status, body } = await change(account, 'another password', overrides);
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
  const { status } = await change(account, 'another password', {
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

  const { body } = await change(account, 'another password');
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
    const { body } = await change(account, `vòng thứ ${round}`);
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
      (await change(account, 'another password', { current_password: `guess ${attempt}` })).status,
      422,
    );
  const { status, headers } = await change(account, 'another password');
  t.equal(status, 429);
  t.ok(Number(headers['retry-after']) > 0);
});

t.test('SL-08 of two changes at once one counts; the other hears that its password is gone', async (t) => {
  const account = await api.register('student');
  const answers = await Promise.all([
    change(account, 'the first of two'),
    change(account, 'the second of two'),
  ]);
  t.same(answers.map((answer) => answer.status).sort(), [200, 422]);
  const [good] = answers.filter((answer) => answer.status === 200);
  t.ok(good && (await isGood(good.body.token)));
});

t.test('DN-05 a common password and the own name are refused, and change nothing', async (t) => {
  const account = await api.register('teacher', { name: 'Nguyễn Thị Hoa' });
  for (const next of ['password1', 'nguyen thi hoa']) {
    const { status, body } = await change(account, next);
    t.same([status, body.code, Object.keys(body.errors)], [422, 'common_password', ['new_password']]);
  }
  t.ok(await isGood(account.token));
});

t.test('DN-01 who tries passwords out in one session keeps no other session from changing it', async (t) => {
  const account = await api.register();
  const { body } = await api.call('POST /api/login', { body: account });
  for (let attempt = 0; attempt < 10; attempt++)
    await change(account, 'another password', { current_password: `guess ${attempt}` });
  t.equal((await change(account, 'another password')).status, 429);
  t.equal((await change(account.as({ token: body.token }), 'another password')).status, 200);
});
