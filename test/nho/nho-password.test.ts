import t from 'tap';
import { startApi } from '../harness/api-harness.ts';
import { nho } from './nho-process.ts';

const api = await startApi(t);
const { databaseUrl: url } = api;
const admin = await api.register('admin', { name: 'Hà Quản Trị' });

t.test('PPL-13 an administrator who cannot log in gets a new password, printed once', async (t) => {
  const { code, stdout, stderr } = await nho(url, 'password', admin.email.toUpperCase());
  t.match({ code, stderr }, { code: 0, stderr: '' });
  const password = /Hà Quản Trị \(admin\) has the new password (\S+)/.exec(stdout)?.[1] ?? '';
  t.match(password, /^[a-z]+(-[a-z]+){2}-\d{4}$/);
  await api.services.directory.reload('users', admin.id);
  t.equal((await admin.call('GET /api/me')).status, 401, 'the sessions have ended');
  const login = (body: { email: string; password: string }) => api.call('POST /api/admin/login', { body });
  t.equal((await login(admin)).status, 401);
  const { status, body } = await login({ email: admin.email, password });
  t.equal(status, 200);
  t.match(
    await api.call('GET /api/admin/acts', { token: body.token }),
    { status: 403, body: { code: 'password_change_required' } },
    'nothing before a password of their own',
  );
  const own = 'quiet lamp beside the river';
  const changed = await api.call('POST /api/change-password', {
    token: body.token,
    body: { current_password: password, new_password: own, new_password_confirmation: own },
  });
  const acts = await api.data('GET /api/admin/acts', { token: changed.body.token });
  t.match(acts, [{ act: 'person.password_given', actor: { id: 0, name: null }, person: { id: admin.id } }]);
});

t.test(
  'ACC-35 PPL-13 an address that several only claim changes nothing, and their numbers are named',
  async (t) => {
    const claim = (email: string) => api.sql<{
      id: number;
    }>`insert into users (name, claimed_email, password_hash, role, time_zone)
    values ('Lan', ${email}, 'none', 'student', 'Asia/Ho_Chi_Minh') returning id`;
    const ids = [...(await claim('lan@claimed.org')), ...(await claim('Lan@Claimed.org'))].map(
      ({ id }) => id,
    );
    const { code, stdout, stderr } = await nho(url, 'password', 'lan@claimed.org');
    t.match({ code, stdout }, { code: 2, stdout: '' });
    t.ok(stderr.includes(ids.join(', ')), stderr);
    t.equal((await nho(url, 'password', String(ids[0]))).code, 0, 'by its number');
  },
);

t.test('PPL-13 an address that nobody has changes nothing', async (t) => {
  const { code, stdout, stderr } = await nho(url, 'password', 'nobody@example.org');
  t.match({ code, stdout }, { code: 2, stdout: '' });
  t.match(stderr, /There is no account "nobody@example.org"/);
  t.equal((await nho(url, 'password')).code, 2);
});
