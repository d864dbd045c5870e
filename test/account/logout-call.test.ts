import t from 'tap';
import { JWT_SECRET, startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { signedToken } from './signed-token.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });

const logOut = (token: string, process: TestApi = api) => process.call('POST /api/logout', { token });

const isGood = async (token: string, process: TestApi = api) =>
  (await process.call('GET /api/me', { token })).status === 200;

const logIn = async ({ email, password }: TestAccount): Promise<string> => {
  const { body } = await api.call('POST /api/login', { body: { email, password } });
  return body.token;
};

t.test('SL-07 logging out ends this token, in every process, and no other of the account', async (t) => {
  const account = await api.register('teacher');
  const other = await logIn(account);
  // Both processes keep the account in memory by now.
  for (const token of [account.token, other])
    for (const process of [api, elsewhere]) t.ok(await isGood(token, process));
  const { status, body } = await logOut(account.token);
  t.same([status, body], [200, { success: true }]);
  t.notOk(await isGood(account.token), 'at once where it was ended');
  await until(async () => !(await isGood(account.token, elsewhere)));
  for (const process of [api, elsewhere]) t.ok(await isGood(other, process));
  t.equal((await logOut(account.token)).status, 401, 'and cannot be ended twice');
});

t.test('SL-07 an ended token stays ended in a process that is started later', async (t) => {
  const account = await api.register();
  await logOut(account.token);
  const later = await startApi(t, { databaseUrl: api.databaseUrl });
  t.notOk(await isGood(account.token, later));
  t.ok(await isGood(await logIn(account), later));
});

t.test('SL-07 two logouts of one token at once are one', async (t) => {
  const account = await api.register();
  const answers = await Promise.all([logOut(account.token), logOut(account.token, elsewhere)]);
  for (const { status } of answers) t.ok(status === 200 || status === 401);
  t.notOk(await isGood(account.token));
});

t.test('SL-07 a token of an earlier version is not ended alone; logging out with it is fine', async (t) => {
  const account = await api.register();
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const claims = { sub: String(account.id), version: 0, iss: 'nho', exp };
  const token = signedToken(claims, JWT_SECRET);
  t.equal((await logOut(token)).status, 200);
  t.ok(await isGood(token));
});

t.test('SL-07 more logouts than a person makes end every session: no list grows without end', async (t) => {
  const account = await api.register();
  await api.sql`insert into ended_tokens (user_id, token_id, ends_at)
    select ${account.id}, 'token ' || n, now() + interval '1 day' from generate_series(1, 99) n`;
  const [first, second] = [await logIn(account), await logIn(account)];
  await logOut(first);
  t.ok(await isGood(second), 'a hundred are kept');
  await logOut(second);
  t.notOk(await isGood(account.token));
  const rows = await api.sql`select * from ended_tokens where user_id = ${account.id}`;
  t.same(rows, []);
  t.ok(await isGood(await logIn(account)), 'and the next login is good');
});
