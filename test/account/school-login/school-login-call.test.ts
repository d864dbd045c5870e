import { randomUUID } from 'node:crypto';
import t from 'tap';
import { consume } from '../../../core/account/school-login/school-visit.ts';
import { startApi } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { startSchool, throughSchool, wayThrough } from './test-school.ts';

const school = await startSchool(t);
const PUBLIC_URL = 'http://nho.test';
const env = { ...school.env, PUBLIC_URL };
const api = await startApi(t, { env });
const other = await startApi(t, { env, databaseUrl: api.databaseUrl });

const { person, begin, back, visit, enter } = wayThrough(school, api);

/** A person of the school who has an account here. */
async function enrolled(role: 'student' | 'teacher' = 'student') {
  const known = person();
  const { body } = await enter(await visit(known.sub), { role });
  return { ...known, account: body.data.login!.user, token: body.data.login!.token };
}

const accountsOf = (email: unknown) => api.sql`select * from users where lower(email) = lower(${email})`;

const setEntry = (entry: string) => api.sql`update site_settings
  set entry = ${entry}, entry_code = ${entry === 'code' ? 'ABCDEFGH' : null}`;

t.test('SL-236 ENT-01 new people come in as the site lets newcomers in, without a code', async (t) => {
  const comeIn = async (entry: string) => {
    await setEntry(entry);
    const { status, body } = await enter(await visit(person().sub), { role: 'teacher' });
    return [status, body.code ?? body.data.login!.user.awaits_approval ?? false];
  };
  t.same(await comeIn('closed'), [403, 'registration_closed']);
  t.same(await comeIn('code'), [200, true]);
  t.same(await comeIn('approval'), [200, true]);
  t.same(await comeIn('open'), [200, false]);
});

t.test('SL-236 whom the school’s login calls a teacher waits for nobody', async (t) => {
  const at = await startApi(t, {
    env: { ...env, OIDC_ROLE_CLAIM: 'roles', OIDC_TEACHERS: 'staff' },
    databaseUrl: api.databaseUrl,
  });
  const comeIn = async (entry: string, roles: string[]) => {
    await setEntry(entry);
    const { body } = await enter(await visit(person({ roles }).sub, { at }), {}, at);
    return body.code ?? [body.data.login!.role, body.data.login!.user.awaits_approval ?? false];
  };
  t.same(await comeIn('code', ['staff']), ['teacher', false]);
  t.same(await comeIn('approval', ['staff']), ['teacher', false]);
  t.same(await comeIn('code', ['pupils']), ['student', false]);
  t.equal(await comeIn('closed', ['staff']), 'registration_closed');
  await setEntry('open');
});

t.test(
  'OID-01 OID-05 SL-225 a new person chooses a role once, and comes in with name and address',
  async (t) => {
    const mai = person();
    const visited = await visit(mai.sub, { next: '/join/ABCDEF?x=1' });
    t.equal(visited.page.pathname + visited.page.search, '/login/school?next=%2Fjoin%2FABCDEF%3Fx%3D1');
    t.match(visited.page.hash, `code=${visited.code}`, 'the code is sent to no server');
    const asked = await enter(visited);
    t.same(asked.body.data, {
      login: null,
      question: { wanted: 'role', name: 'Trần Thị Mai', email: mai.email },
      logout_url: null,
    });
    const { body } = await enter(visited, { role: 'teacher' });
    t.match(body.data.login, { role: 'teacher', user: { name: 'Trần Thị Mai', email: mai.email } });
    await api.data('GET /api/me', { token: body.data.login!.token });
    const [row] = await accountsOf(mai.email);
    t.equal(row.password_hash, null);
    t.ok(row.email_confirmed_at);

    t.equal(
      (await enter(visited, { role: 'teacher' })).body.code,
      'school_login_gone',
      'the code is used up',
    );
    const again = await enter(await visit(mai.sub), { role: 'student' });
    t.match(again.body.data.login, { role: 'teacher', user: { id: body.data.login!.user.id } });
  },
);

t.test('OID-20 no other site is where it goes on', async (t) => {
  for (const next of ['//evil.test', '/\\evil.test', '/\t/evil.test', 'https://evil.test', '/a\\b'])
    t.equal((await api.call('POST /api/login/school/begin', { body: { next } })).status, 422, next);
});

t.test('OID-02 the way leads through several processes', async (t) => {
  const known = person();
  const { url, cookie } = await begin(api);
  const visited = await back(await throughSchool(url, known.sub), cookie, other);
  t.equal((await enter(visited, { role: 'student' }, api)).body.data.login?.role, 'student');
});

t.test(
  'OID-02 OID-03 SL-223 what is asked for has PKCE, state, nonce and the settings’ address',
  async (t) => {
    const { body, headers } = await api.call('POST /api/login/school/begin', {
      body: {},
      headers: { host: 'evil.example.org' },
    });
    const asked = new URL(body.data.url).searchParams;
    t.equal(asked.get('redirect_uri'), 'http://nho.test/api/login/school/callback');
    t.equal(asked.get('code_challenge_method'), 'S256');
    t.equal(
      (await api.raw('GET', '/api/login/school/begin')).status,
      404,
      'no address leads there by itself',
    );
    const unknown = { body: { password: 'x' } };
    t.equal(
      (await api.call('POST /api/me/school-login/begin', unknown)).status,
      401,
      'connecting needs a login',
    );
    for (const name of ['state', 'nonce', 'code_challenge']) t.match(asked.get(name), /^[\w-]{43}$/, name);
    t.match(headers['set-cookie'], /^nho-school=[\w-]{43}; Path=\/; Max-Age=1500; HttpOnly; SameSite=Lax$/);
  },
);

t.test('OID-03 over HTTPS the cookie is of this host alone', async (t) => {
  const secure = await startApi(t, {
    env: { ...env, PUBLIC_URL: 'https://nho.test' },
    databaseUrl: api.databaseUrl,
  });
  const { headers } = await secure.call('POST /api/login/school/begin', { body: {} });
  t.match(headers['set-cookie'], /^__Host-nho-school=.*; HttpOnly; SameSite=Lax; Secure$/);
});

t.test('OID-03 a way that was begun in another browser ends, and lets nobody in', async (t) => {
  const known = person();
  const victim = await begin();
  const attacker = await begin();
  const address = await throughSchool(attacker.url, known.sub);
  t.equal((await back(address, victim.cookie)).problem, 'school_login_gone', 'by another’s cookie');
  t.equal((await back(address, '')).problem, 'school_login_gone', 'without one');
  const own = await back(address, attacker.cookie);
  t.equal(own.problem, null);
  const stolen = await enter({ code: own.code, cookie: victim.cookie }, { role: 'student' });
  t.same([stolen.status, stolen.body.code], [409, 'school_login_gone']);
  t.equal((await enter({ code: own.code, cookie: attacker.cookie }, { role: 'student' })).status, 200);
});

t.test('OID-03 a forged state, a second use and too late a return are refused', async (t) => {
  const known = person();
  const { url, cookie } = await begin();
  const address = await throughSchool(url, known.sub);
  const forged = new URL(address);
  forged.searchParams.set('state', 'x'.repeat(43));
  t.equal((await back(forged, cookie)).problem, 'school_login_gone');
  t.equal((await back(address, cookie)).problem, null);
  t.equal((await back(address, cookie)).problem, 'school_login_gone', 'a second time');

  const late = await begin();
  const lateAddress = await throughSchool(late.url, known.sub);
  await api.databaseClock.advance(10 * 60_000 + 1);
  t.equal((await back(lateAddress, late.cookie)).problem, 'school_login_gone', 'after ten minutes');
});

t.test('OID-04 SL-226 the code holds for a minute, and for ten once something was asked', async (t) => {
  const known = person();
  const late = await visit(known.sub);
  await api.databaseClock.advance(60_001);
  t.equal((await enter(late)).body.code, 'school_login_gone');

  const asked = await visit(known.sub);
  t.ok((await enter(asked)).body.data.question);
  await api.databaseClock.advance(9 * 60_000);
  t.ok((await enter(asked)).body.data.question);
  await api.databaseClock.advance(61_000);
  t.equal((await enter(asked, { role: 'student' })).body.code, 'school_login_gone', 'not for longer');
});

t.test('OID-04 of two with one code, and two logins of one new person, one makes an account', async (t) => {
  const known = person();
  const visited = await visit(known.sub);
  const twice = await Promise.all([
    enter(visited, { role: 'student' }),
    enter(visited, { role: 'student' }, other),
  ]);
  t.same(twice.map(({ status }) => status).sort(), [200, 409]);
  const used = { code: visited.code, browser: visited.cookie };
  await t.rejects(consume(api.pool, used), { code: 'school_login_gone' });
  const two = person();
  const visits = [await visit(two.sub), await visit(two.sub)] as const;
  const both = await Promise.all([
    enter(visits[0], { role: 'student' }),
    enter(visits[1], { role: 'student' }, other),
  ]);
  t.same(column(both, 'status'), [200, 200]);
  t.equal(both[0].body.data.login!.user.id, both[1].body.data.login!.user.id);
});

t.test('OID-06 an account with a confirmed address is connected, others give a password', async (t) => {
  const confirmed = await api.register('teacher', { email: `${randomUUID()}@school.edu.vn` });
  await api.sql`update users set email_confirmed_at = now() where id = ${confirmed.id}`;
  const first = person({ email: confirmed.email.toUpperCase() });
  t.match((await enter(await visit(first.sub))).body.data.login, {
    role: 'teacher',
    user: { id: confirmed.id },
  });

  const unconfirmed = await api.register('student', { email: `${randomUUID()}@school.edu.vn` });
  const second = person({ email: unconfirmed.email });
  const visited = await visit(second.sub);
  t.same((await enter(visited, { role: 'teacher' })).body.data.question?.wanted, 'password');
  const wrong = await enter(visited, { password: 'not this one' });
  t.same([wrong.status, wrong.body.code], [401, 'wrong_credentials']);
  const { body } = await enter(visited, { password: unconfirmed.password });
  t.match(body.data.login, { role: 'student', user: { id: unconfirmed.id } });
  t.ok((await accountsOf(unconfirmed.email))[0].email_confirmed_at, 'the address is theirs from now on');
  t.match((await enter(await visit(second.sub))).body.data.login?.user, { id: unconfirmed.id });
});

t.test('OID-06 passwords are not tried out by this way', async (t) => {
  const victim = await api.register();
  const visited = await visit(person({ email: victim.email }).sub);
  const answers: string[] = [];
  for (let tries = 0; tries < 11; tries++)
    answers.push((await enter(visited, { password: `guess ${tries}` })).body.code);
  t.equal(answers.at(0), 'wrong_credentials');
  t.equal(answers.at(-1), 'too_many_requests');
});

t.test('OID-07 an address that the school does not confirm makes and connects no account', async (t) => {
  const there = await api.register();
  await api.sql`update users set email_confirmed_at = now() where id = ${there.id}`;
  for (const email_verified of [false, undefined, 'true']) {
    const unsure = person({ email: there.email, email_verified });
    const { status, body } = await enter(await visit(unsure.sub), {
      role: 'student',
      password: there.password,
    });
    t.same([status, body.code], [403, 'school_address_unconfirmed'], String(email_verified));
  }
  const nobody = person({ email: undefined });
  t.equal(
    (await enter(await visit(nobody.sub), { role: 'student' })).body.code,
    'school_address_unconfirmed',
  );
  t.equal((await api.pool.query('select from school_logins where user_id = $1', [there.id])).rowCount, 0);
});

t.test('OID-08 administrators, the disabled, and who has another’s former address stay out', async (t) => {
  const admin = await api.register('admin');
  await api.sql`update users set email_confirmed_at = now() where id = ${admin.id}`;
  const asAdmin = await enter(await visit(person({ email: admin.email }).sub), { password: admin.password });
  t.same([asAdmin.status, asAdmin.body.code], [403, 'school_login_administrator']);

  const promoted = await enrolled();
  await api.sql`update users set role = 'admin' where id = ${promoted.account.id}`;
  t.equal((await enter(await visit(promoted.sub))).body.code, 'school_login_administrator');

  const disabled = await enrolled();
  await api.sql`update users set disabled_at = now() where id = ${disabled.account.id}`;
  t.equal((await enter(await visit(disabled.sub))).body.code, 'account_disabled');

  const left = await enrolled();
  const successor = person({ email: left.account.email });
  const { status, body } = await enter(await visit(successor.sub));
  t.same([status, body.code], [409, 'school_address_taken']);
});

t.test('OID-09 an account without a password has none to guess or to change', async (t) => {
  const { token, account } = await enrolled();
  const email = account.email!;
  for (const password of ['', 'null', 'no account has this password']) {
    const { status, body } = await api.unchecked('POST /api/login', {
      body: { email, password: password || ' ' },
    });
    t.same([status, body.code], [401, 'wrong_credentials']);
  }
  const change = await api.call('POST /api/change-password', {
    token,
    body: {
      current_password: 'x',
      new_password: 'a much longer one',
      new_password_confirmation: 'a much longer one',
    },
  });
  t.same([change.status, change.body.code], [409, 'no_password']);
  const admin = await api.register('admin');
  const given = await admin.data('POST /api/admin/people/changes', {
    body: { change: 'new_password', person_ids: [account.id] },
  });
  const password = given[0]!.password!;
  await api.data('POST /api/login', { body: { email: account.email!, password } });
});
