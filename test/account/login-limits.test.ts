import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { LoginGuard } from '../../core/account/login-guard.ts';
import { hashPassword } from '../../core/account/password.ts';
import { PasswordQueue } from '../../core/account/password-queue.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { runs } from '../harness/depth.ts';

const api = await startApi(t);
/** A second process on the same database. */
const elsewhere = await startApi(t, { databaseUrl: api.databaseUrl });

type Credentials = Pick<TestAccount, 'email' | 'password'>;

interface From {
  address: string;
  device?: string | undefined;
  door?: string;
  process?: typeof api;
}

const login = (
  { email, password }: Credentials,
  { address, device, door = '/api/login', process = api }: From,
) =>
  process.raw<LoginAnswer & { code?: string }>('POST', door, { body: { email, password, device }, address });

const statusOf = async (credentials: Credentials, from: From) => (await login(credentials, from)).status;

const wrong = ({ email }: Credentials): Credentials => ({ email, password: 'a guess' });

/** An account that has logged in from nowhere yet. */
async function newcomer(): Promise<TestAccount> {
  const account = await api.register();
  await api.sql`delete from login_places where user_id = ${account.id}`;
  return account;
}

/** Wrong passwords until the place has no tries left. */
async function useUp(t: Test, account: Credentials, from: From): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) t.equal(await statusOf(wrong(account), from), 401);
  t.equal(await statusOf(wrong(account), from), 429);
}

t.test('SL-44 after 10 wrong passwords from unknown places an account is closed to them', async (t) => {
  const account = await newcomer();
  for (let attempt = 0; attempt < 10; attempt++) {
    const email = attempt % 2 ? account.email : account.email.toUpperCase();
    const from = { address: `10.1.0.${attempt}`, process: attempt % 3 ? api : elsewhere };
    t.equal(await statusOf({ email, password: 'a guess' }, from), 401, 'whatever the case, in any process');
  }
  const { status, body, headers } = await login(account, { address: '10.1.1.1' });
  t.same([status, body.code], [429, 'too_many_requests']);
  const seconds = Number(headers['retry-after']);
  t.ok(seconds > 0 && seconds <= 15 * 60);
  t.equal(await statusOf(account, { address: '10.1.1.2', door: '/api/admin/login' }), 429, 'at either door');

  await api.sql`update login_attempts set ends_at = now() - interval '1 second'`;
  t.equal(await statusOf(account, { address: '10.1.1.1' }), 200, 'until the time is over');
});

t.test('SL-44 an address that nobody has is counted likewise', async (t) => {
  await useUp(t, { email: `${randomUUID()}@example.org`, password: 'any' }, { address: '10.1.2.1' });
});

t.test('SL-44 who guesses elsewhere keeps nobody out who has logged in from this address', async (t) => {
  const account = await newcomer();
  t.equal(await statusOf(account, { address: '10.2.0.1' }), 200);
  await useUp(t, account, { address: '10.2.9.9' });
  t.equal(await statusOf(account, { address: '10.2.0.1' }), 200);
  t.equal(await statusOf(account, { address: '10.2.9.9' }), 429);
});

t.test('SL-44 nor, by guesses from the same address, somebody whose device is known', async (t) => {
  const account = await newcomer();
  const { body } = await login(account, { address: '10.3.0.1' });
  await useUp(t, account, { address: '10.3.0.1' });
  t.equal(await statusOf(account, { address: '10.3.0.1' }), 429, 'an unknown device');
  const next = await login(account, { address: '10.3.0.1', device: body.device });
  t.same([next.status, next.body.device], [200, body.device], 'which keeps its token');
  t.equal(await statusOf(account, { address: '10.99.0.1', device: body.device }), 200, 'wherever it is');
});

t.test('SL-44 the device that registered is known', async (t) => {
  const body = {
    name: 'Lan',
    email: `${randomUUID()}@example.org`,
    password: 'đúng ngựa pin kẹp',
    password_confirmation: 'đúng ngựa pin kẹp',
    role: 'student',
  };
  const { body: answer } = await api.unchecked('POST /api/register', { body, address: '10.4.0.1' });
  await useUp(t, body, { address: '10.4.9.9' });
  t.equal(await statusOf(body, { address: '10.4.9.9', device: answer.device }), 200);
  t.equal(await statusOf(body, { address: '10.4.0.1' }), 200, 'as is its address');
});

t.test('SL-44 a device is known for the accounts that have logged in on it, and no others', async (t) => {
  const [one, other] = [await newcomer(), await newcomer()];
  const { body } = await login(one, { address: '10.5.0.1' });
  t.equal((await login(other, { address: '10.5.0.1', device: body.device })).body.device, body.device);
  const third = await newcomer();
  await useUp(t, third, { address: '10.5.9.9' });
  await useUp(t, third, { address: '10.5.9.8', device: body.device });
  t.equal(await statusOf(third, { address: '10.5.9.8', device: body.device }), 429);
  t.equal(await statusOf(one, { address: '10.5.9.8', device: body.device }), 200);
  t.equal(await statusOf(other, { address: '10.5.9.8', device: body.device }), 200);
});

/** A user with browsers on which nobody else has logged in. */
async function givenMachines(count: number) {
  const user = await newcomer();
  const logins = await Promise.all(
    Array.from({ length: count }, () => login(user, { address: '10.13.0.1' })),
  );
  return { user, machines: logins.map(({ body }) => body.device) };
}

t.test('SL-44 who guesses beside them keeps nobody out of machines that somebody uses', async (t) => {
  const address = '10.13.1.1';
  const { user, machines } = await givenMachines(1);
  const [one, other] = [await newcomer(), await newcomer()];
  t.equal(await statusOf(one, { address }), 200, 'the address is known to one of them');
  await useUp(t, one, { address });
  await useUp(t, other, { address });

  const [device] = machines;
  for (const account of [one, other]) {
    t.equal(await statusOf(account, { address }), 429, 'elsewhere at the address');
    t.equal(await statusOf(wrong(account), { address, device }), 401);
    t.equal(await statusOf(account, { address, device }), 200);
  }

  const late = await newcomer();
  await useUp(t, late, { address });
  await api.sql`update login_places set seen_at = seen_at - interval '2 days'
    where user_id in (${user.id}, ${one.id}, ${other.id})`;
  t.equal(await statusOf(late, { address, device }), 429, 'nobody uses it any more');
});

t.test('SL-44 a machine in use has ten tries, all of them thirty, and takes none away', async (t) => {
  const [known, unknown] = ['10.13.2.1', '10.13.9.9'];
  const { machines } = await givenMachines(4);
  const account = await newcomer();
  const { body } = await login(account, { address: known });
  const guess = (device?: string) => statusOf(wrong(account), { address: unknown, device });
  for (const device of machines.slice(0, 3))
    for (let attempt = 0; attempt < 10; attempt++) t.equal(await guess(device), 401);
  await useUp(t, account, { address: unknown });
  for (const device of [...machines, undefined]) t.equal(await guess(device), 429);
  t.equal(await statusOf(account, { address: unknown, device: machines[3] }), 429);
  t.equal(await statusOf(account, { address: known, device: machines[0] }), 200, 'at a known address');
  t.equal(await statusOf(account, { address: unknown, device: body.device }), 200, 'on a known device');
});

t.test('SL-44 right passwords use up no tries of a machine that somebody uses', async (t) => {
  const { machines } = await givenMachines(1);
  const account = await newcomer();
  for (let attempt = 0; attempt < 32; attempt++) {
    await api.sql`delete from login_places where user_id = ${account.id}`;
    t.equal(await statusOf(account, { address: '10.13.3.1', device: machines[0] }), 200);
  }
});

t.test('SL-44 a device token that is none of ours is replaced by one', async (t) => {
  const account = await newcomer();
  const { status, body } = await login(account, { address: '10.6.0.1', device: 'x' });
  t.equal(status, 200);
  t.match(body.device, /^[\w-]{22}$/);
});

t.test('SL-44 the known place is the /64 of an IPv6 address', async (t) => {
  const account = await newcomer();
  t.equal(await statusOf(account, { address: '2001:db8:1:2::1' }), 200);
  await useUp(t, account, { address: '2001:db8:1:3::1' });
  t.equal(await statusOf(account, { address: '2001:db8:1:2:aaaa:bbbb:cccc:dddd' }), 200);
  t.equal(await statusOf(account, { address: '2001:db8:1:4::1' }), 429);
});

t.test('SL-44 successes do not count, from one place or from many', async (t) => {
  const account = await newcomer();
  for (let attempt = 0; attempt < 15; attempt++)
    t.equal(await statusOf(account, { address: '10.7.0.1' }), 200);
  for (let attempt = 0; attempt < 15; attempt++)
    t.equal(await statusOf(account, { address: `10.7.1.${attempt}` }), 200);
});

t.test('SL-44 of a thousand guesses at once at most twenty are looked at', async (t) => {
  const account = await api.register();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      // Some from the known address, the others from many, in both processes.
      login(wrong(account), {
        address: index % 4 ? `10.8.${index % 200}.1` : '127.0.0.1',
        process: index % 2 ? api : elsewhere,
      }),
    ),
  );
  const looked = answers.filter(({ status }) => status === 401).length;
  t.ok(looked > 0 && looked <= 20, `${looked} were looked at`);
  t.equal(answers.filter(({ status }) => status === 429 || status === 503).length, 1_000 - looked);
});

t.test('SL-44 a school behind one address logs in, three in a hundred mistyping first', async (t) => {
  const students = runs(200, 3_000);
  const password = 'mỗi người một mật khẩu';
  await api.sql`insert into users (name, email, password_hash, role, time_zone)
    select 'Lan', 'pupil' || n || '@school.example', ${await hashPassword(password)}, 'student', 'Asia/Ho_Chi_Minh'
    from generate_series(1, ${students}) n`;
  const begun = Date.now();
  let refused = 0;
  /** As a browser does: sent again as long as the server is busy. */
  const patiently = async (credentials: Credentials): Promise<number> => {
    for (;;) {
      const { status, headers } = await login(credentials, { address: '10.9.0.1' });
      if (status !== 503) return status;
      refused++;
      await pause(Number(headers['retry-after']) * 1_000 * (0.5 + Math.random()));
    }
  };
  const answers = await Promise.all(
    Array.from({ length: students }, async (_, index) => {
      const email = `pupil${index + 1}@school.example`;
      const first = index % 33 === 0 ? await patiently({ email, password: 'a typing error' }) : 401;
      return [first, await patiently({ email, password })];
    }),
  );
  t.same(
    answers.filter(([first, second]) => first !== 401 || second !== 200),
    [],
  );
  t.comment(`${students} students in ${Date.now() - begun} ms, ${refused} times asked to wait`);
});

t.test('SL-44 X-Forwarded-For of anybody is not believed', async (t) => {
  const account = await newcomer();
  await login(account, { address: '10.10.0.1' });
  await useUp(t, account, { address: '10.10.9.9' });
  const { status } = await api.call('POST /api/login', {
    body: { email: account.email, password: account.password },
    address: '10.10.9.9',
    headers: { 'x-forwarded-for': '10.10.0.1' },
  });
  t.equal(status, 429);
});

t.test('SL-44 what is kept of a login tells neither address nor device', async (t) => {
  const account = await newcomer();
  const { body } = await login(account, { address: '203.0.113.7' });
  await login(wrong(account), { address: '203.0.113.7' });
  for (const table of ['login_attempts', 'login_places']) {
    const { rows } = await api.pool.query<{ line: string }>(`select t::text as line from ${table} t`);
    t.ok(rows.length > 0);
    for (const { line } of rows)
      for (const secret of ['203.0.113.7', body.device, account.email]) {
        t.notMatch(line, secret);
        t.notMatch(line, Buffer.from(secret).toString('hex'));
      }
  }
});

t.test('SL-44 at most twenty devices of an account are remembered', async (t) => {
  const account = await newcomer();
  const { body: first } = await login(account, { address: '10.11.0.1' });
  await api.sql`update login_places set seen_at = seen_at - interval '1 hour' where user_id = ${account.id}`;
  for (let device = 0; device < 20; device++) await login(account, { address: `10.11.1.${device}` });
  const rows = await api.sql`select kind, count(*)::integer as count from login_places
    where user_id = ${account.id} group by kind order by kind`;
  t.same(rows, [
    { kind: 'address', count: 20 },
    { kind: 'device', count: 20 },
  ]);
  await useUp(t, account, { address: '10.11.9.9' });
  t.equal(await statusOf(account, { address: '10.11.9.9', device: first.device }), 429, 'the oldest is not');
});

t.test('SL-44 what logins have left is deleted once it counts no longer', async (t) => {
  const account = await newcomer();
  await login(account, { address: '10.12.0.1' });
  await login(wrong(account), { address: '10.12.0.2' });
  const guard = new LoginGuard(api.pool, new PasswordQueue(), 'any secret');
  const left = async () => {
    const rows =
      await api.sql`select array(select kind from login_places where user_id = ${account.id} order by kind) as kinds,
      (select count(*)::integer from login_attempts) as attempts,
      (select count(*)::integer from ended_tokens where user_id = ${account.id}) as ended`;
    return rows[0]!;
  };
  await account.data('POST /api/logout');
  await guard.forgetOld();
  const before = await left();
  t.match(before, { kinds: ['address', 'device'], ended: 1 });
  t.ok(before.attempts > 0);

  await api.sql`update login_places set seen_at = seen_at - interval '31 days'`;
  await api.sql`update login_attempts set ends_at = ends_at - interval '16 minutes'`;
  await api.sql`update ended_tokens set ends_at = ends_at - interval '8 days'`;
  await guard.forgetOld();
  t.same(await left(), { kinds: ['device'], attempts: 0, ended: 0 });

  await api.sql`update login_places set seen_at = seen_at - interval '150 days'`;
  await guard.forgetOld();
  t.same((await left()).kinds, []);
});

t.test('SL-44 the metrics tell of those who wait', async (t) => {
  const { body } = await api.raw<string>('GET', '/metrics');
  for (const name of ['nho_passwords_waiting', 'nho_passwords_hashing', 'nho_passwords_refused_total'])
    t.match(body, new RegExp(`^${name} \\d+$`, 'm'));
});
