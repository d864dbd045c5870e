import { hash, verify } from '@node-rs/argon2';
import t from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { hashPassword, verifyPassword } from '../../core/account/password.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';

const api = await startApi(t);

const login = <T = ErrorBody>(body: object, door = '/api/login', address?: string) =>
  api.raw<T>('POST', door, { body, ...(address && { address }) });

const credentials = ({ email, password }: TestAccount) => ({ email, password });

for (const role of ['student', 'teacher'] as const)
  t.test(`API-05 ACC-12 a ${role}'s login answers token, role and user`, async (t) => {
    const account = await api.register(role, { name: 'Nguyễn Văn Bình' });
    const { status, body } = await login<LoginAnswer>(credentials(account));
    t.equal(status, 200);
    t.same(body, {
      success: true,
      token: body.token,
      device: body.device,
      seal_key: body.seal_key,
      role,
      user: { id: account.id, name: 'Nguyễn Văn Bình', email: account.email, user_name: null, role },
    });
    await api.data('GET /api/me', { token: body.token });
  });

t.test('API-46 ACC-32 the administrator logs in by a door of their own, and by that of all', async (t) => {
  const admin = await api.register('admin');
  for (const door of ['/api/admin/login', '/api/login']) {
    const { status, body } = await login<LoginAnswer>(credentials(admin), door);
    t.same([status, body.role, body.user.id], [200, 'admin', admin.id]);
    t.type(body.token, 'string');
  }
});

t.test(
  'SL-08 GLB-19 the address may be written in any case, and what is not seen of it does not count',
  async (t) => {
    const account = await api.register('student', { email: 'Tran.Minh@Example.org' });
    for (const email of [
      ...[
        'tran.minh@example.org',
        'TRAN.MINH@EXAMPLE.ORG',
        ' tran.minh@example.org ',
        '\ufefftran.minh@example.org',
      ],
      ...[
        'tran.minh\u200b@example.org\u00a0',
        'tran.minh＠example.org',
        '\u202atran.minh@exam\u00adple.org\u202c',
      ],
    ])
      t.equal((await login({ email, password: account.password })).status, 200, email);
    t.equal((await login({ email: 'tran. minh@example.org', password: account.password })).status, 422);
  },
);

t.test('ERR-02 login failures are one: status and body tell nobody which accounts there are', async (t) => {
  const student = await api.register();
  const failures = [
    await login({ ...credentials(student), password: 'wrong password' }, '/api/login', '10.1.0.1'),
    await login({ email: 'nobody@example.org', password: 'wrong password' }, '/api/login', '10.1.0.1'),
    await login({ ...credentials(student), password: `${student.password} ` }, '/api/login', '10.1.0.1'),
    // A right password at the wrong door.
    await login(credentials(student), '/api/admin/login', '10.1.0.1'),
    await login({ email: 'nobody@example.org', password: 'wrong password' }, '/api/admin/login', '10.1.0.1'),
  ];
  for (const answer of failures) refused(t, answer, 'wrong_credentials');
});

t.test('an unknown account costs as much work as a wrong password', async (t) => {
  const account = await api.register();
  const rows = await api.sql<{ hash: string }>`select password_hash as hash from users
    where id = ${account.id}`;
  // Work rather than time, which depends on what else the machine is doing.
  const verified: string[] = [];
  const compare = (hash: string, password: string) => {
    verified.push(hash);
    return verify(hash, password);
  };
  for (const stored of [undefined, rows[0]!.hash, undefined])
    t.equal(await verifyPassword(stored, 'wrong password', compare), false);
  t.equal(verified.length, 3, 'each is compared with a hash');
  const costOf = (hash: string) => hash.split('$').slice(1, 4);
  t.same(costOf(verified[0]!), costOf(rows[0]!.hash), 'which costs the same');
  t.equal(verified[2], verified[0], 'and is not made anew each time');
});

t.test('SL-01 a login without address or password names the fields', async (t) => {
  const { status, body } = await login({});
  t.equal(status, 422);
  t.same(Object.keys(body.errors ?? {}).sort(), ['email', 'password']);
  t.equal((await login({ email: { $ne: '' }, password: { $ne: '' } })).status, 422);
  t.equal((await login({ email: 'a@example.org', password: 'x'.repeat(513) })).status, 422);
});

t.test('SL-31 a login brings the time zone up to date, and an unknown one changes nothing', async (t) => {
  const account = await api.register('student', { time_zone: 'Asia/Tokyo' });
  const zone = async (time_zone?: string) => {
    await login({ ...credentials(account), time_zone });
    const rows = await api.sql`select time_zone from users where id = ${account.id}`;
    return rows[0].time_zone;
  };
  t.equal(await zone(), 'Asia/Tokyo');
  t.equal(await zone('Europe/Paris'), 'Europe/Paris');
  t.equal(await zone('nowhere'), 'Europe/Paris');
});

t.test('a hash that was made with other parameters is made anew by a login, and only by that', async (t) => {
  const account = await api.register();
  const old = await hash(account.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await api.sql`update users set password_hash = ${old} where id = ${account.id}`;
  const stored = async () => {
    const rows = await api.sql`select password_hash, token_version from users where id = ${account.id}`;
    return rows[0] as { password_hash: string; token_version: number };
  };
  t.equal((await login({ ...credentials(account), password: 'wrong password' })).status, 401);
  t.equal((await stored()).password_hash, old);
  t.equal((await login(credentials(account))).status, 200);
  const renewed = await stored();
  t.match(renewed.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.equal(renewed.token_version, 0, 'no session ends by it');
  t.equal((await login(credentials(account))).status, 200);
  t.same(await stored(), renewed);
});

/** “ếch”: composed, each mark apart, and the tone apart as Vietnamese keyboards of Windows send it. */
const FORMS = ['\u1ebfch-xanh-2026', 'e\u0302\u0301ch-xanh-2026', '\u00ea\u0301ch-xanh-2026'];
/** The tone is missing. */
const ANOTHER = '\u00each-xanh-2026';

t.test('ACC-36 a password is the same one on every keyboard, wherever it is set and typed', async (t) => {
  for (const [index, form] of FORMS.entries()) {
    const [typed, again] = [FORMS[(index + 1) % 3]!, FORMS[(index + 2) % 3]!];
    const account = await api.registerByCall('student', { password: form, password_confirmation: typed });
    const { email } = account;
    for (const password of FORMS) t.equal((await login({ email, password })).status, 200);
    refused(t, await login({ email, password: ANOTHER }), 'wrong_credentials');
    const proofs = async (password: string, newPassword: string, confirmation: string) => {
      const change = { new_password: newPassword, new_password_confirmation: confirmation };
      const deletion = await account.call('POST /api/me/deletion', { body: { password } });
      const address = { email: `new.${email}`, current_password: password };
      const own = await account.call('POST /api/me/email', { body: address });
      const body = { ...change, current_password: password };
      const changed = await account.call('POST /api/change-password', { body });
      return [deletion, own, changed].map(({ status }) => status);
    };
    t.same(await proofs(ANOTHER, `${form}!`, `${form}!`), [422, 422, 422]);
    t.same(await proofs(typed, `${form}!`, `${again}!`), [200, 200, 200]);
    t.equal((await login({ email: `new.${email}`, password: `${typed}!` })).status, 200);
  }
});

t.test(
  'ACC-36 what earlier versions hashed as it was typed logs in by every keyboard, and is made anew',
  async (t) => {
    for (const old of FORMS) {
      const { id, email } = await api.register();
      const store = async () => api.sql`update users set password_hash = ${await hash(old)} where id = ${id}`;
      for (const password of FORMS) {
        await store();
        refused(t, await login({ email, password: ANOTHER }), 'wrong_credentials');
        t.equal((await login({ email, password })).status, 200);
        const rows = await api.sql<{
          stored: string;
        }>`select password_hash as stored from users where id = ${id}`;
        t.ok(await verify(rows[0]!.stored, FORMS[0]!), 'composed');
      }
    }
  },
);

t.test('ACC-36 how long a refusal takes depends on what was typed, not on the account', async (t) => {
  const compared = { stored: 0, none: 0 };
  const count = (which: keyof typeof compared) => async () => {
    compared[which]++;
    return false;
  };
  for (const password of [...FORMS, ANOTHER, 'plain ascii']) {
    await verifyPassword(await hashPassword('another one'), password, count('stored'));
    await verifyPassword(undefined, password, count('none'));
  }
  t.equal(compared.stored, compared.none);
});

t.test('SL-08 a common password that an account has of old still logs in', async (t) => {
  const account = await api.register();
  await api.sql`update users set password_hash = ${await hashPassword('password')} where id = ${account.id}`;
  t.equal((await login({ email: account.email, password: 'password' })).status, 200);
});

t.test('a password is kept as a salted Argon2id hash of 19 MiB and two rounds', async (t) => {
  const accounts = await Promise.all(
    [1, 2].map(() => api.registerByCall('student', { password: 'the very same one' })),
  );
  const rows = await api.sql<{ hash: string }>`select password_hash as hash from users
    where id = any(${column(accounts, 'id')})`;
  for (const { hash } of rows) t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43,}$/);
  t.equal(new Set(rows.map(({ hash }) => hash)).size, 2, 'each with a salt of its own');
});

t.test('every letter of a long password counts', async (t) => {
  const password = `${'tám mươi chữ '.repeat(8)}một`;
  const { email } = await api.registerByCall('student', { password });
  for (const [text, status] of [
    [password, 200],
    [`${password.slice(0, -1)}x`, 401],
    [password.slice(0, 72), 401],
  ] as const)
    t.equal((await login({ email, password: text })).status, status, text);
});
