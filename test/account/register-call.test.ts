import t from 'tap';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);

let serial = 0;
const registration = (overrides: object = {}) => ({
  name: 'Mai',
  email: `mai${serial++}@example.org`,
  password: 'đúng ngựa pin kẹp',
  password_confirmation: 'đúng ngựa pin kẹp',
  role: 'student',
  ...overrides,
});

const register = (body: object) => api.unchecked('POST /api/register', { body });

const accounts = () => api.sql`select count(*)::integer as count from users`;

for (const role of ['student', 'teacher'] as const)
  t.test(`API-06 ACC-15 registration as ${role} is a login, with token, role and user`, async (t) => {
    const body = registration({ role });
    const answer = await register(body);
    t.equal(answer.status, 201);
    const { token, device, seal_key, user } = answer.body;
    t.same(answer.body, {
      success: true,
      token,
      device,
      seal_key,
      role,
      user: { id: user.id, name: 'Mai', email: body.email, user_name: null, role },
    });
    const me = await api.data('GET /api/me', { token });
    t.match(me, user);
  });

t.test('ACC-01 ACC-09 nobody can register as admin, nor in a role that there is not', async (t) => {
  const before = await accounts();
  for (const role of ['admin', 'parent', 'Student', '', null, 1, ['student']]) {
    const { status, body } = await register(registration({ role }));
    t.same(
      [status, body.code, Object.keys(body.errors ?? {})],
      [422, 'validation_failed', ['role']],
      String(role),
    );
  }
  t.same(await accounts(), before);
});

t.test('ACC-10 SL-01 registration needs all five values, and each missing one is named', async (t) => {
  for (const field of ['name', 'email', 'password', 'password_confirmation', 'role']) {
    const { status, body } = await register(registration({ [field]: undefined }));
    t.equal(status, 422, field);
    t.ok(body.errors?.[field]?.length, `${field} is named`);
  }
  const { body } = await register({});
  t.equal(Object.keys(body.errors ?? {}).length, 5);
});

t.test('SL-08 a password has at least 8 characters and is confirmed', async (t) => {
  for (const password of ['1234567', 'x'.repeat(129)]) {
    const { status, body } = await register(registration({ password, password_confirmation: password }));
    t.same([status, Object.keys(body.errors ?? {})[0]], [422, 'password'], password);
  }
  const other = await register(registration({ password_confirmation: 'đúng ngựa pin kẹP' }));
  t.same(
    [other.status, other.body.errors],
    [422, { password_confirmation: ['The confirmation differs from the password'] }],
  );
  const eight = await register(registration({ password: 'bốn mùa.', password_confirmation: 'bốn mùa.' }));
  t.equal(eight.status, 201);
});

t.test('SL-01 name and email address must be of the right form', async (t) => {
  const emails = ['', 'mai', 'mai@', '@example.org', 'mai@exa mple.org', 'mai@example..org', 'a@b@c.org'];
  for (const [field, values] of Object.entries({ email: emails, name: ['', '   ', 'x'.repeat(101)] }))
    for (const value of values) {
      const { status, body } = await register(registration({ [field]: value }));
      t.same([status, Object.keys(body.errors ?? {})], [422, [field]], value);
    }
});

t.test('SL-08 an email address is taken whatever its case', async (t) => {
  const first = registration({ email: 'Nguyen.Lan@Example.org' });
  t.equal((await register(first)).status, 201);
  for (const email of ['Nguyen.Lan@Example.org', 'nguyen.lan@example.org', 'NGUYEN.LAN@EXAMPLE.ORG']) {
    const { status, body } = await register(registration({ email }));
    t.same([status, body.code, Object.keys(body.errors ?? {})], [409, 'email_taken', ['email']], email);
  }
});

t.test('SL-08 of many registrations of one address at the same time, exactly one succeeds', async (t) => {
  const body = registration();
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(body)));
  t.same(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
});

t.test('ACC-09 what a body says beyond its fields is ignored: id, token version, hash', async (t) => {
  const body = registration({
    id: 1,
    token_version: 7,
    tokenVersion: 7,
    password_hash: 'x',
    passwordHash: 'x',
    is_admin: true,
    created_at: '2001-01-01',
  });
  const answer = await register(body);
  t.equal(answer.status, 201);
  const { id } = answer.body.user;
  t.not(id, 1);
  const { rows } = await api.pool.query('select * from users where id = $1', [id]);
  t.match(rows[0], { id, role: 'student', token_version: 0, password_hash: /^\$argon2id\$/ });
  t.ok(new Date(rows[0].created_at) > new Date('2020-01-01'));
  await api.data('POST /api/login', { body: { email: body.email, password: body.password } });
});

t.test('SL-31 the time zone the client sends is kept; an unknown one is the configured one', async (t) => {
  const kept = async (time_zone?: unknown) => {
    const { body } = await register(registration({ time_zone }));
    const rows = await api.sql`select time_zone from users where id = ${body.user.id}`;
    return rows[0].time_zone;
  };
  t.equal(await kept('America/New_York'), 'America/New_York');
  for (const zone of [undefined, 'Mars/Olympus', '', '+07:00'])
    t.equal(await kept(zone), 'Asia/Ho_Chi_Minh', String(zone));
});

t.test('ACC-02 names of any script are kept, composed, without the blanks around them', async (t) => {
  for (const [given, kept] of [
    ['  Nguyễn Thị Ánh  ', 'Nguyễn Thị Ánh'],
    ['Nguyễn'.normalize('NFD'), 'Nguyễn'],
    ['👩‍🏫 Lan 𝔏', '👩‍🏫 Lan 𝔏'],
    [`'; drop table users; --`, `'; drop table users; --`],
    ['<b>Lan</b>', '<b>Lan</b>'],
  ] as const) {
    const { status, body } = await register(registration({ name: given }));
    t.same([status, body.user.name], [201, kept]);
  }
});

t.test('ACC-02 no answer shows a password or what is made of it', async (t) => {
  const body = registration();
  const registered = await api.app.inject({ method: 'POST', url: '/api/register', payload: body });
  const login = await api.app.inject({ method: 'POST', url: '/api/login', payload: body });
  for (const answer of [registered, login]) {
    // Random letters may spell anything.
    const { token, seal_key, device, ...said } = answer.json();
    t.ok(token && seal_key && device);
    const payload = JSON.stringify(said);
    t.notMatch(payload, /argon2|hash|ngựa/i);
    t.notMatch(payload, /version/i);
  }
});

t.test('SL-08 a common password and the own name are refused with a code of their own', async (t) => {
  for (const password of ['password1', 'zzzzzzzz', 'mai@example.org']) {
    const { status, body } = await register(registration({ password, password_confirmation: password }));
    t.same(
      [status, body.code, body.errors],
      [422, 'common_password', { password: ['This password is easy to guess'] }],
      password,
    );
  }
});
