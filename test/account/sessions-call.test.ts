import t from 'tap';
import { endOtherSessions, sessionDevice } from '../../core/account/sessions.ts';
import { JWT_SECRET, startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { until } from '../harness/until.ts';
import { untilSeen } from '../person/until-seen.ts';
import { signedToken } from './signed-token.ts';

const api = await startApi(t);
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

const logIn = async ({ email, password }: TestAccount, userAgent = FIREFOX): Promise<string> => {
  const headers = { 'user-agent': userAgent };
  const { body } = await api.call('POST /api/login', { body: { email, password }, headers });
  return body.token;
};

const sessionsOf = async (token: string, process: TestApi = api) =>
  (await process.call('GET /api/me/sessions', { token })).body.data;

const isGood = async (token: string, process: TestApi = api) =>
  (await process.call('GET /api/me', { token })).status === 200;

const end = (sessionId: number, token: string, process: TestApi = api) =>
  process.call('DELETE /api/me/sessions/:sessionId', { params: { sessionId }, token });

const endOthers = (token: string, process: TestApi = api) =>
  process.call('POST /api/me/sessions/end-others', { token });

const logOut = (token: string, process: TestApi = api) => process.call('POST /api/logout', { token });

/** A good token whose session has no row. */
const unlistedToken = ({ id }: TestAccount) => {
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const claims = { sub: String(id), version: 0, iss: 'nho', aud: 'nho api', jti: 'unlisted', exp };
  return signedToken(claims, JWT_SECRET);
};

/** The session that this token is of. */
const ownOf = async (token: string) => (await sessionsOf(token)).find(({ is_this }) => is_this)!;

const rowsOf = ({ id }: TestAccount) => api.sql`select * from sessions where user_id = ${id}`;

t.test('MYA-01 MYA-02 each login is a session, its device in words, without an address', async (t) => {
  const account = await api.register();
  const second = await logIn(account);
  const list = await sessionsOf(second, elsewhere);
  t.match(list, [
    { browser: 'Firefox', system: 'Linux', is_this: true },
    { browser: null, system: null, is_this: false },
  ]);
  t.equal(list.length, 2);
  for (const session of list) {
    t.same(Object.keys(session).sort(), ['begun_at', 'browser', 'id', 'is_this', 'seen_at', 'system']);
    t.ok(Math.abs(Date.now() - Date.parse(session.begun_at)) < 60_000);
  }
  t.notMatch(JSON.stringify(await rowsOf(account)), /127\.0\.0\.1/);
});

t.test('MYA-03 one session is ended, in every process, and the others go on', async (t) => {
  const account = await api.register('teacher');
  const [second, third] = [await logIn(account), await logIn(account)];
  for (const token of [account.token, second, third])
    for (const process of [api, elsewhere]) t.ok(await isGood(token, process));
  const { id } = await ownOf(second);
  t.same((await end(id, third)).body, { success: true });
  t.notOk(await isGood(second), 'at once where it was ended');
  await until(async () => !(await isGood(second, elsewhere)));
  for (const token of [account.token, third])
    for (const process of [api, elsewhere]) t.ok(await isGood(token, process));
  t.same(column(await sessionsOf(third), 'id').includes(id), false, 'and is in the list no more');
  const again = await end(id, third);
  t.same([again.status, again.body.code], [404, 'session_not_found']);
});

t.test('MYA-03 the session in use is not ended so, since one logs out of it', async (t) => {
  const account = await api.register();
  const { status, body } = await end((await ownOf(account.token)).id, account.token);
  t.same([status, body.code], [409, 'own_session']);
  t.ok(await isGood(account.token));
});

t.test('MYA-03 nobody ends a session of somebody else', async (t) => {
  const [account, stranger] = [await api.register(), await api.register()];
  const { id } = await ownOf(account.token);
  t.equal((await end(id, stranger.token)).status, 404);
  t.ok(await isGood(account.token));
  t.notOk((await sessionsOf(stranger.token)).some((session) => session.id === id));
});

t.test('MYA-03 of one session ended twice at once it is ended, whoever comes second', async (t) => {
  const account = await api.register();
  const other = await logIn(account);
  const { id } = await ownOf(other);
  const answers = await Promise.all([end(id, account.token), end(id, account.token, elsewhere)]);
  for (const { status } of answers) t.ok(status === 200 || status === 404);
  t.notOk(await isGood(other));
  t.ok(await isGood(account.token));
});

t.test('MYA-04 SL-205 all others are ended, also one without a row; this one goes on', async (t) => {
  const account = await api.register();
  const others = [await logIn(account), await logIn(account)];
  const unlisted = unlistedToken(account);
  t.ok(await isGood(unlisted), 'it works until it ends');
  t.same(column(await sessionsOf(unlisted), 'is_this'), [false, false, false], 'and is in no list');

  const { status, body } = await endOthers(account.token);
  t.equal(status, 200);
  for (const process of [api, elsewhere]) {
    for (const token of [...others, unlisted, account.token])
      await until(async () => !(await isGood(token, process)));
    t.ok(await isGood(body.token, process));
  }
  t.match(await sessionsOf(body.token), [{ is_this: true }]);
  t.equal((await rowsOf(account)).length, 1);
});

t.test('MYA-04 of two who end all others at once, one is left', async (t) => {
  const account = await api.register();
  const other = await logIn(account);
  const answers = await Promise.all([endOthers(account.token), endOthers(other, elsewhere)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 401]);
  t.equal((await rowsOf(account)).length, 1);
});

t.test('MYA-04 a session that was ended elsewhere ends no others, before it is heard of too', async (t) => {
  const account = await api.register();
  const stolen = await logIn(account);
  // The process of the stolen one goes on with what it knows, as before it hears of the change.
  const known = await elsewhere.services.directory.account(account.id);
  await end((await ownOf(stolen)).id, account.token);
  const reload = elsewhere.services.directory.reload('users', account.id);
  t.ok(known);
  t.equal((await endOthers(stolen, elsewhere)).status, 401);
  await reload;
  t.ok(await isGood(account.token));
  const rows = await api.sql<{ token_id: string; token_version: number }>`select token_id, token_version
    from ended_tokens join users on users.id = user_id where user_id = ${account.id}`;
  const [ended] = rows;
  const caller = { accountId: account.id, tokenVersion: ended!.token_version, tokenId: ended!.token_id };
  const noToken = () => {
    throw new Error('It is given another token.');
  };
  await t.rejects(endOtherSessions(api.pool, caller, noToken), { code: 'unauthenticated' });
});

t.test('MYA-05 a changed password leaves one session, which is the caller’s', async (t) => {
  const account = await api.register();
  await logIn(account);
  const passwords = {
    current_password: account.password,
    new_password: 'another quiet lamp',
    new_password_confirmation: 'another quiet lamp',
  };
  const { body } = await account.call('POST /api/change-password', { body: passwords });
  t.match(await sessionsOf(body.token), [{ is_this: true }]);
  t.equal((await rowsOf(account)).length, 1);
});

t.test('MYA-05 a logout, and whoever raises the version, leaves no row', async (t) => {
  const [account, admin] = [await api.register(), await api.register('admin')];
  const second = await logIn(account);
  await api.call('POST /api/logout', { token: second });
  t.equal((await rowsOf(account)).length, 1);
  await admin.data('POST /api/admin/people/changes', {
    body: { change: 'end_sessions', person_ids: [account.id] },
  });
  t.same(await rowsOf(account), []);
});

t.test('MYA-06 a session was seen within the hour, and is written once', async (t) => {
  const account = await api.register();
  const back = `update sessions set seen_at = now() - interval '3 hours' where user_id = $1`;
  // The process that opened the session writes it down as well, whenever it comes to that.
  await untilSeen(api.pool, account);
  await api.pool.query(back, [account.id]);
  // A process that has not met this session yet.
  const later = await startApi(t, { databaseUrl: api.databaseUrl });
  await isGood(account.token, later);
  const age = async () => Date.now() - Date.parse((await rowsOf(account))[0].seen_at);
  await until(async () => (await age()) < 3_600_000);
  await api.pool.query(back, [account.id]);
  await isGood(account.token, later);
  t.ok((await age()) > 3_600_000, 'no second time in this hour');
});

t.test(
  'MYA-06 SL-206 a list of many is whole, up to a hundred; sessions that are over are tidied',
  async (t) => {
    const account = await api.register();
    const add = (count: number, name: string, ends: string) =>
      api.pool.query(
        `insert into sessions (user_id, token_id, ends_at, seen_at)
       select $1::integer, $3 || n || ' of ' || $1::integer, now() + $4::interval, now() - n * interval '1 minute'
       from generate_series(1, $2::integer) n`,
        [account.id, count, name, ends],
      );
    await add(30, 'more ', '1 day');
    await add(3, 'old ', '-1 minute');
    t.equal((await sessionsOf(account.token)).length, 31);
    await api.app.loginGuard.forgetOld();
    t.equal((await rowsOf(account)).length, 31);
    await add(100, 'many ', '1 day');
    await api.sql`update sessions set seen_at = now() - interval '1 year'
    where user_id = ${account.id} and begun_at = (select min(begun_at) from sessions where user_id = ${account.id})`;
    const token = await logIn(account);
    const list = await sessionsOf(token);
    t.equal(list.length, 100);
    t.ok(list[0]!.is_this, 'this one is the first');
    const rows = await rowsOf(account);
    t.equal(rows.length, 100, 'and no more are kept');
    t.notOk(
      rows.some(({ token_id }) => token_id.startsWith('many 99 ')),
      'those not used for longest are left out',
    );
    t.ok(await isGood(account.token), 'which go on until they end');
  },
);

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

const SAID: [userAgent: string, browser: string | null, system: string | null][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) coc_coc_browser/131.0.0 Chrome/125.0.0.0 Safari/537.36',
    'Cốc Cốc',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPadOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox',
    'macOS',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome',
    'ChromeOS',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
];

t.test('MYA-02 SL-209 browser and system are told by what the browser says of itself', async (t) => {
  for (const [userAgent, browser, system] of SAID)
    t.same(sessionDevice(userAgent), { browser, system }, userAgent);
  t.same(sessionDevice(undefined), { browser: null, system: null });
  t.same(sessionDevice(`${'x'.repeat(100_000)} Firefox/1`), { browser: null, system: null }, 'however long');
});
